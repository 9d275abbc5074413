import { pagePath } from '../../../shared/pages.ts';
import type { Person } from '../../auth/caller.ts';
import { confirmCaller } from '../../auth/confirm.ts';
import type { Config } from '../../config.ts';
import type { Db, Trx } from '../../db/db.ts';
import { fail } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { timestamp } from '../../lib/clock.ts';
import type { Keyring } from '../../lib/seal.ts';
import { nameForMail } from '../../lib/mail/web-address.ts';
import { newId } from '../../lib/secrets.ts';
import { closeAddress } from '../administrators/administrators.service.ts';
import { record } from '../audit/audit.service.ts';
import type { MailQueue } from '../mail/mail.service.ts';
import { frozenUntil, languagesOf, lockTarget } from '../people/people.service.ts';
import { notifySignInChange } from '../sign-in/sign-in-notices.service.ts';
import { mayRequirePasskeys } from './passkeys.policy.ts';
import { passkeysRequiredMail } from './passkeys-required.mail.ts';
import { countPasskeys, deletePasskeys, listWithoutPasskey, readRules, setRequired } from './passkeys.queries.ts';
import type { OwnSignIn } from './passkeys.schema.ts';
import { describeCodes, removeCodes } from './recovery/recovery.service.ts';

type Services = { db: Db; config: Config; clock: Clock; keys: Keyring; mailQueue: MailQueue };

/** What the pages need to offer only the ways that work. */
export async function describeOwnSignIn({ db, config, clock }: Services, caller: Person): Promise<OwnSignIn> {
  const { uid, email, appointed } = caller;
  const [rules, counts, codes, frozen] = await Promise.all([
    readRules(db.read),
    countPasskeys(db.read, uid),
    describeCodes(db.read, uid),
    frozenUntil(db.read, uid, clock.now()),
  ]);
  return {
    passkey_required: rules.passkeys_required_at !== null && (appointed || counts.projects > 0),
    passkeys: counts.passkeys,
    recovery_codes: codes.remaining,
    frozen_until: frozen,
    email_fixed: config.adminEmails.includes(email),
  };
}

export async function changeRule(services: Services, caller: Person, required: boolean): Promise<void> {
  if (required && !mayRequirePasskeys(caller)) return fail('passkey_required');
  const { db, clock } = services;
  const now = clock.now();
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    const changed = await writeRule(trx, now, caller.uid, required);
    if (changed && required) await notifyAffected(trx, services, caller);
  });
}

/** Those who lose rights because they have no passkey. */
async function notifyAffected(trx: Trx, { config, clock, mailQueue }: Services, caller: Person): Promise<void> {
  const affected = await listWithoutPasskey(trx, config.adminEmails);
  const addresses = affected.map(({ email }) => email);
  const languages = await languagesOf(trx, addresses);
  const actor = nameForMail(caller.name) || caller.email;
  const key = `passkeys-required:${newId(clock.now())}`;
  const mails = affected.map(({ uid, email: to }, index) => {
    const params = { actor, link: `${config.baseUrl}${pagePath('/me/security')}`, language: languages.get(to) };
    return { key: `${key}:${index}`, mail: { to, for: { uid }, ...passkeysRequiredMail(params) } };
  });
  await mailQueue.addAll(trx, mails);
}

/**
 * Takes effect with the next request in every process, because the rule is read with the caller. True if it changed.
 * For the command line.
 */
export async function setRule(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  actor: string,
  required: boolean,
): Promise<boolean> {
  const now = clock.now();
  return db.transaction((trx) => writeRule(trx, now, actor, required));
}

async function writeRule(trx: Trx, now: Date, actor: string, required: boolean): Promise<boolean> {
  if (!(await setRequired(trx, required ? timestamp(now) : null))) return false;
  const kind = required ? 'passkeys.required' : 'passkeys.optional';
  await record(trx, now, { actor, kind, subject: 'installation' });
  return true;
}

/**
 * Also removes recovery codes: somebody who added a passkey may have made them, too. Sessions stay, but no longer count
 * as confirmed.
 */
export async function resetPasskeys(services: Services, caller: Person, uid: string): Promise<void> {
  const { db, clock } = services;
  const now = clock.now();
  await db.transaction(async (trx) => {
    const { person } = await lockTarget(trx, now, caller, uid);
    const [passkey] = await deletePasskeys(trx, uid);
    const hadCodes = await removeCodes(trx, uid);
    if (passkey === undefined && !hadCodes) return;
    await closeAddress(trx, now, services.keys, person.email);
    await record(trx, now, { actor: caller.uid, kind: 'passkeys.reset', subject: uid });
    const key = `passkeys-reset:${newId(now)}`;
    await notifySignInChange(trx, services, { key, uid, to: person.email, change: 'passkeys_reset' });
  });
}
