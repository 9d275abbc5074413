import type { Person } from '../../auth/caller.ts';
import type { Confirmed } from '../../auth/confirm.ts';
import { confirmCaller } from '../../auth/confirm.ts';
import { holds, teamsLedBy } from '../../auth/project-role.ts';
import type { Actor, TeamScope } from '../../auth/project-role.ts';
import type { Db, Reader, Trx } from '../../db/db.ts';
import { lockProject } from '../../db/lock-project.ts';
import { fail, refuseField, requireNone } from '../../errors.ts';
import type { LapseServices } from '../../feature.ts';
import { byName, pageRequest, totalOnFirst } from '../../http/paging.ts';
import { addSeconds, days, timestamp } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';
import { mailWay } from '../../lib/mailer.ts';
import { sortKey } from '../../lib/text.ts';
import type { Services } from '../../services.ts';
import { changedFields } from '../audit/changed-fields.policy.ts';
import { record } from '../audit/audit.service.ts';
import { notify } from '../notices/notify.service.ts';
import { readSettings, setMailed } from '../notices/settings/settings.service.ts';
import { lockPerson } from '../people/people.service.ts';
import { yearsOf } from '../projects/series/series.service.ts';
import { invite, invitationStates } from '../teams/invitations/invitations.service.ts';
import {
  countOffers,
  deleteOffer,
  findOffer,
  listEnded,
  listKnown,
  listOffers,
  listOffersOf,
  listPidsOf,
  putOffer,
} from './offers.queries.ts';
import type { ListedOffer, OfferRow } from './offers.queries.ts';
import type { Offer, OfferInvitations, OffersInvited, OffersQuery, OwnOffer } from './offers.schema.ts';

const kind = 'task.opened';
const maxDays = 366;
const dayOf = (now: Date): string => timestamp(now).slice(0, 10);
/** A day early: where the person is, it may still be yesterday. */
const earliestDay = (now: Date): string => dayOf(addSeconds(now, -days(1)));

/** Only this file writes these columns. */
const wordsIn = (stored: string): string[] => JSON.parse(stored) as string[];

const none: OwnOffer = {
  ready: false,
  pids: [],
  teams: [],
  skills: [],
  hours: null,
  text: '',
  until: null,
  new_tasks: false,
};

const presentOwn = ({ ready, teams, skills, hours, text, until }: OfferRow): Omit<OwnOffer, 'pids' | 'new_tasks'> => ({
  ready: ready === 1,
  teams: wordsIn(teams),
  skills: wordsIn(skills),
  hours,
  text,
  until,
});

type Known = { revision: number; offer: OwnOffer; turnedOn: boolean };

export async function readOwn(read: Reader, uid: string): Promise<Known> {
  const row = await findOffer(read, uid);
  const { mail } = await readSettings(read, uid);
  const stored = row === undefined ? none : { ...presentOwn(row), pids: await listPidsOf(read, uid) };
  return {
    revision: row?.revision ?? 0,
    offer: { ...none, ...stored, new_tasks: mail[kind] === true },
    turnedOn: row?.turned_on === 1,
  };
}

/** Null: the person has none. */
export async function exportOffer(read: Reader, uid: string): Promise<OwnOffer | null> {
  const { revision, offer } = await readOwn(read, uid);
  return revision === 0 ? null : offer;
}

type Own = { db: Db; clock: Clock };

export async function saveOwn(
  { db, clock }: Own,
  caller: Person,
  input: OwnOffer,
  expected: number | undefined,
): Promise<void> {
  const now = clock.now();
  const { uid } = caller;
  const until = requireUntil(input, now);
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    const before = await readOwn(trx, uid);
    if (expected !== undefined && expected !== before.revision) return fail('stale');
    await requireKnown(trx, input, before.offer);
    const offer = { ...input, teams: tidy(input.teams), skills: tidy(input.skills), pids: input.pids.toSorted() };
    const fields = changedFields(Object.keys(none), before.offer, offer);
    if (before.revision > 0 && fields === '') return;
    const isOn = before.offer.new_tasks;
    const turnsOn = offer.new_tasks && (before.turnedOn || !isOn);
    const row = {
      uid,
      ready: offer.ready ? 1 : 0,
      teams: JSON.stringify(offer.teams),
      skills: JSON.stringify(offer.skills),
      hours: offer.hours,
      text: offer.text,
      search_key: sortKey([...offer.teams, ...offer.skills, offer.text].join(' ')),
      until,
      turned_on: turnsOn ? 1 : 0,
      updated_at: timestamp(now),
      revision: before.revision + 1,
    };
    await putOffer(trx, row, offer.pids);
    if (offer.new_tasks !== isOn) await setMailed(trx, now, uid, kind, offer.new_tasks);
    await record(trx, now, { actor: uid, kind: 'offer.saved', subject: uid, detail: { fields } });
  });
}

const tidy = (words: readonly string[]): string[] => [...new Set(words.map((word) => word.trim()))];

/** An offer that nobody ends would be found for ever. */
function requireUntil({ until, ready, pids }: OwnOffer, now: Date): string {
  if (until === null) return refuseField('/until', 'Say until when you offer help');
  if (until < earliestDay(now)) return refuseField('/until', 'is over');
  if (until > dayOf(addSeconds(now, days(maxDays)))) return refuseField('/until', 'is more than 12 months ahead');
  if (ready && pids.length === 0) return refuseField('/pids', 'Choose whose organisers see the offer');
  return until;
}

/** One that was chosen before and is a draft again can stay, so that the rest can be saved. */
async function requireKnown(trx: Trx, { pids }: OwnOffer, before: OwnOffer): Promise<void> {
  const known = (await listKnown(trx, pids)).union(new Set(before.pids));
  requireNone(
    pids.flatMap((pid, index) => (known.has(pid) ? [] : [{ pointer: `/pids/${index}`, detail: 'is not a project' }])),
  );
}

export async function removeOwn({ db, clock }: Own, caller: Person): Promise<void> {
  const now = clock.now();
  const { uid } = caller;
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    if (!(await end(trx, now, uid))) return;
    await record(trx, now, { actor: uid, kind: 'offer.removed', subject: uid });
  });
}

/** With the offer ends what it has turned on. */
async function end(trx: Trx, now: Date, uid: string): Promise<boolean> {
  const removed = await deleteOffer(trx, uid);
  if (removed?.turned_on === 1) await setMailed(trx, now, uid, kind, false);
  return removed !== undefined;
}

const batchSize = 100;

/** Deletes offers whose last day is over, and notifies their people, who can make a new one. */
export async function endOffers({ db, clock }: LapseServices): Promise<void> {
  const now = clock.now();
  const today = earliestDay(now);
  for (;;) {
    const uids = await listEnded(db.read, today, batchSize);
    for (const uid of uids)
      await db.transaction(async (trx) => {
        await lockPerson(trx, uid);
        const row = await findOffer(trx, uid);
        // Prolonged, or ended by another process, in the meantime.
        if (row === undefined || row.until >= today) return;
        await end(trx, now, uid);
        await record(trx, now, { actor: null, kind: 'offer.ended', subject: uid });
        await notify(trx, { actor: null, now }, [
          { kind: 'offer.ended', uid, pid: null, subject: '', values: {}, occasion: row.until },
        ]);
      });
    if (uids.length < batchSize) return;
  }
}

/** Which offers organisers of a project see: none if it is not public, or over. */
async function seenBy(read: Reader, { scope, state }: Actor['projectRole'], caller: string, now: Date) {
  const years = state === 'public' ? await yearsOf(read, scope) : [];
  const own = years.find(({ pid }) => pid === scope.pid);
  const last = own?.ends_on ?? own?.starts_on ?? null;
  const today = earliestDay(now);
  const isOpen = own !== undefined && (last === null || last >= today);
  return { pid: scope.pid, years: isOpen ? years.map(({ pid }) => pid) : [], caller, today };
}

export async function offerPage(
  { db: { read } }: Pick<Services, 'db'>,
  actor: Actor,
  { q = '', ...query }: OffersQuery,
) {
  const { limit, after, page } = pageRequest(query, byName);
  const key = sortKey(q);
  const seen = { ...(await seenBy(read, actor.projectRole, actor.uid, actor.now)), ...(key !== '' && { key }) };
  const { data, next } = page(await listOffers(read, seen, { limit, after }));
  const present = await presenter(read, actor, data);
  return { data: data.map(present), next, ...(await totalOnFirst(after, () => countOffers(read, seen))) };
}

async function presenter(read: Reader, { projectRole, now }: Actor, rows: readonly ListedOffer[]) {
  const known = await invitationStates(
    read,
    projectRole.scope,
    now,
    rows.map(({ email }) => email),
  );
  const led = holds(projectRole, 'recruiting') ? undefined : new Set(teamsLedBy(projectRole));
  return ({ email, sort_key: _key, cv, teams, skills, ...row }: ListedOffer): Offer => ({
    ...row,
    teams: wordsIn(teams),
    skills: wordsIn(skills),
    has_cv: cv === 1,
    invited: known(email).filter(({ tid }) => led === undefined || led.has(tid)),
  });
}

/**
 * Invites people who offer help to a team. Their address stays hidden until they accept. Who declined is not asked for the
 * same team again: an offer is no licence to insist.
 */
export async function inviteOffering(
  trx: Trx,
  services: Pick<Services, 'clock' | 'config' | 'mailQueue' | 'mailboxes'>,
  actor: Actor,
  { roles }: Confirmed,
  team: TeamScope,
  { uids, language }: OfferInvitations,
): Promise<OffersInvited> {
  const { caller, now, uid: own, projectRole } = actor;
  await lockProject(trx, team.pid);
  const seen = await seenBy(trx, projectRole, own, now);
  const people = new Map((await listOffersOf(trx, seen, uids)).map((row) => [row.uid, row]));
  const states = await invitationStates(
    trx,
    projectRole.scope,
    now,
    [...people.values()].map(({ email }) => email),
  );
  const outcomes = new Map<string, OffersInvited['data'][number]['outcome']>();
  for (const [uid, { email }] of people) {
    const state = states(email).find(({ tid }) => tid === team.tid)?.state;
    outcomes.set(uid, state === undefined ? 'invited' : state === 'open' ? 'already_invited' : 'declined');
  }
  const ready = [...people.values()].filter(({ uid }) => outcomes.get(uid) === 'invited');
  const invited = await invite(trx, services, { caller, roles, hidesEmails: true }, team, {
    emails: ready.map(({ email }) => email),
    names: ready.map(({ name }) => name),
    ...(language !== undefined && { language }),
  });
  for (const [index, { uid }] of ready.entries())
    if (invited.data[index]?.outcome !== 'invited') outcomes.set(uid, 'too_many_mails');
  return {
    data: uids.map((uid) => ({ uid, outcome: outcomes.get(uid) ?? 'not_found' })),
    mail: mailWay(services.config),
  };
}
