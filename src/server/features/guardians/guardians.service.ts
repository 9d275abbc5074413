import { pagePath } from '../../../shared/pages.ts';
import { confirmCaller } from '../../auth/confirm.ts';
import type { MailboxLimits } from '../../auth/mailbox-limits.ts';
import type { Actor, ProjectScope } from '../../auth/project-role.ts';
import { listAgeRules } from '../../db/guardians.ts';
import type { AgeRules } from '../../db/guardians.ts';
import type { Db, Reader, Trx } from '../../db/db.ts';
import { chiefsOrOwners } from '../../db/memberships.ts';
import type { Config } from '../../config.ts';
import { fail, refuseField } from '../../errors.ts';
import { timestamp } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';
import { mailboxOf } from '../../lib/mail/mailbox.ts';
import { nameForMail } from '../../lib/mail/web-address.ts';
import { sign, signatureState } from '../../lib/seal.ts';
import type { Keyring } from '../../lib/seal.ts';
import { newId } from '../../lib/secrets.ts';
import { record, recordAll } from '../audit/audit.service.ts';
import type { MailQueue } from '../mail/mail.service.ts';
import { notify } from '../notices/notify.service.ts';
import { lockPerson } from '../people/people.service.ts';
import { minorityIn } from '../tasks/rules/eligibility.service.ts';
import { inMailLanguage } from '../translations/translations.service.ts';
import { consentMail } from './consent.mail.ts';
import * as queries from './guardians.queries.ts';
import { findConsent, findGuardian, listTeamsOf, putGuardian, resetAgreed, saveAnswer } from './guardians.queries.ts';
import type { GuardianConsent, NewGuardian, OwnGuardian } from './guardians.schema.ts';

type Services = { db: Db; clock: Clock; config: Config; keys: Keyring; mailQueue: MailQueue; mailboxes: MailboxLimits };

const context = 'guardian';

export const listGuardiansOf = (read: Reader, uid: string) => queries.listGuardiansOf(read, uid);

async function rulesOf(read: Reader, { pid }: ProjectScope): Promise<AgeRules> {
  const [rules] = await listAgeRules(read, [pid]);
  return rules ?? fail('internal');
}

/** What a person of this age has to do. */
async function neededBy(read: Reader, keys: Keyring, rules: AgeRules, uid: string, now: Date) {
  const minority = (await minorityIn(read, keys, { rules, now: timestamp(now) }, [uid])).get(uid);
  if (minority === undefined) return 'no';
  return minority === 'unknown' ? 'birthday' : 'yes';
}

export async function ownGuardian(
  { db: { read }, keys }: Pick<Services, 'db' | 'keys'>,
  { projectRole: { scope }, uid, now }: Actor,
): Promise<OwnGuardian> {
  const rules = await rulesOf(read, scope);
  const row = await findGuardian(read, scope, uid);
  return {
    pid: scope.pid,
    needed: await neededBy(read, keys, rules, uid, now),
    adult_age: rules.adult_age,
    latest_end: rules.minors_latest_end,
    guardian:
      row === undefined
        ? null
        : {
            name: row.name,
            email: row.email,
            state: row.state,
            asked_at: row.asked_at,
            answered_at: row.answered_at,
          },
  };
}

/** Somebody else than before has to agree anew, and the link of the first ends. */
export async function nameGuardian(services: Services, actor: Actor, input: NewGuardian): Promise<void> {
  const { scope } = actor.projectRole;
  const name = input.name.trim();
  const email = input.email.trim().toLowerCase();
  if (mailboxOf(email) === mailboxOf(actor.caller.email)) refuseField('/email', 'must not be your own address');
  await asMinor(services, actor, async (trx, rules) => {
    const before = await findGuardian(trx, scope, actor.uid);
    const isSame = before?.email === email;
    if (isSame && before.name === name && (before.state === 'asked' || before.state === 'agreed')) return;
    const id = isSame ? before.id : newId(actor.now);
    await ask(trx, services, actor, rules, { id, name, email, language: input.language ?? null });
  });
}

/** The link once more: mails get lost. */
export async function askAgain(services: Services, actor: Actor): Promise<void> {
  await asMinor(services, actor, async (trx, rules) => {
    const known = await findGuardian(trx, actor.projectRole.scope, actor.uid);
    if (known === undefined) return fail('not_found', { detail: 'You have not named a guardian' });
    if (known.state === 'agreed') return fail('not_allowed', { detail: 'The guardian has agreed' });
    return ask(trx, services, actor, rules, known);
  });
}

/** A leaked token must not name somebody who agrees to anything. */
async function asMinor(
  { db, keys }: Services,
  { projectRole: { scope }, caller, uid, now }: Actor,
  work: (trx: Trx, rules: AgeRules) => Promise<void>,
): Promise<void> {
  if (caller.credential.kind !== 'session') fail('browser_only');
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    const rules = await rulesOf(trx, scope);
    const needed = await neededBy(trx, keys, rules, uid, now);
    if (needed === 'birthday') fail('birthday_unknown');
    if (needed === 'no') fail('not_allowed', { detail: 'Only people below the age of adults name a guardian' });
    await work(trx, rules);
  });
}

type Asked = { id: string; name: string; email: string; language: string | null };

async function ask(
  trx: Trx,
  { keys, config, mailQueue, mailboxes }: Services,
  { projectRole, caller, uid, now }: Actor,
  { adult_age: age }: AgeRules,
  { id, name, email, language }: Asked,
): Promise<void> {
  const { pid } = projectRole.scope;
  if (!(await mailboxes.admit(trx, [email])).has(email)) fail('too_many_requests');
  const row = { id, name, email, language, asked_at: timestamp(now), answered_at: null };
  await putGuardian(trx, { ...row, pid, uid, state: 'asked' });
  const original = { project: (await findConsent(trx, id))?.project ?? '' };
  const project = nameForMail((await inMailLanguage(trx, pid, language, original)).project);
  await mailQueue.add(trx, `guardian:${id}:${timestamp(now)}`, {
    to: email,
    for: { guardian: id },
    event: { pid, name: project },
    ...consentMail({
      language,
      guardian: nameForMail(name),
      person: nameForMail(caller.name),
      project,
      age: age ?? 0,
      link: linkOf(keys, config.baseUrl, id),
    }),
  });
  // The entry has no project: owners who read its log would learn who is a minor.
  await record(trx, now, { actor: uid, kind: 'guardian.asked', subject: uid, detail: { project: pid } });
}

const linkOf = (keys: Keyring, baseUrl: string, id: string): string =>
  `${baseUrl}${pagePath('/guardian')}#code=${Buffer.from(`${id}\n${sign(keys, context, id)}`).toString('base64url')}`;

export function idIn(keys: Keyring, code: string): string {
  const [id = '', signature = ''] = Buffer.from(code, 'base64url').toString('utf8').split('\n', 2);
  return signatureState(keys, context, id, signature) === 'valid' ? id : fail('invalid_link');
}

type Consent = NonNullable<Awaited<ReturnType<typeof findConsent>>>;

const presentConsent = ({ pid: _pid, uid: _uid, ...consent }: Consent): GuardianConsent => consent;

export async function readConsent({ db, keys }: Pick<Services, 'db' | 'keys'>, code: string): Promise<GuardianConsent> {
  return presentConsent((await findConsent(db.read, idIn(keys, code))) ?? fail('invalid_link'));
}

/** Who no longer agrees takes no places: the person keeps those that they have, and they and the organisers are notified. */
export async function answerConsent(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  id: string,
  agrees: boolean,
): Promise<GuardianConsent> {
  const now = clock.now();
  const seen = (await findConsent(db.read, id)) ?? fail('invalid_link');
  return db.transaction(async (trx) => {
    // Of two answers at once, the second sees the first; and the person cannot join a task in between.
    await lockPerson(trx, seen.uid);
    const consent = (await findConsent(trx, id)) ?? fail('invalid_link');
    const state = nextState(consent.state, agrees);
    if (state === consent.state) return presentConsent(consent);
    await saveAnswer(trx, { id, state, answered_at: timestamp(now) });
    const { pid, uid } = consent;
    const detail = { project: pid, answer: state };
    await record(trx, now, { actor: null, kind: 'guardian.answered', subject: uid, detail });
    await notify(trx, { actor: null, now }, [
      { kind: 'guardian.answered', uid, pid, subject: '', values: { change: state, what: consent.guardian } },
    ]);
    if (state === 'withdrawn') await notifyOrganisers(trx, now, consent);
    return presentConsent({ ...consent, state, answered_at: timestamp(now) });
  });
}

/**
 * Guardians agreed to an hour at which shifts end; a later one is not theirs. The people are notified, and keep their
 * places.
 */
export async function askAnewForLaterEnd(trx: Trx, now: Date, pid: string): Promise<void> {
  const reset = await resetAgreed(trx, pid);
  const detail = { project: pid, answer: 'outdated' };
  // The entries have no project: owners who read its log would learn who is a minor.
  await recordAll(
    trx,
    now,
    reset.map(({ uid }) => ({ actor: null, kind: 'guardian.answered' as const, subject: uid, detail })),
  );
  await notify(
    trx,
    { actor: null, now },
    reset.map(({ uid, name }) => ({
      kind: 'guardian.answered' as const,
      uid,
      pid,
      subject: '',
      values: { change: 'outdated' as const, what: name },
    })),
  );
}

function nextState(before: Consent['state'], agrees: boolean): Consent['state'] {
  if (agrees) return 'agreed';
  return before === 'agreed' ? 'withdrawn' : before === 'asked' ? 'declined' : before;
}

/** They learn that a consent is gone, and not whose: whether somebody is a minor is not for them to know. */
async function notifyOrganisers(trx: Trx, now: Date, { pid, uid, person }: Consent): Promise<void> {
  // Each once, about one of the teams.
  const teamOf = new Map<string, string>();
  for (const tid of await listTeamsOf(trx, pid, uid, timestamp(now)))
    for (const organiser of await chiefsOrOwners(trx, { pid, tid, actor: uid, now }))
      if (!teamOf.has(organiser)) teamOf.set(organiser, tid ?? '');
  await notify(
    trx,
    { actor: null, now },
    [...teamOf].map(([organiser, tid]) => ({
      kind: 'person.consent_lost' as const,
      uid: organiser,
      pid,
      subject: tid,
      values: { what: person },
    })),
  );
}
