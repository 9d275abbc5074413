import type { Person } from '../../../auth/caller.ts';
import { confirmCaller } from '../../../auth/confirm.ts';
import type { MailboxLimits } from '../../../auth/mailbox-limits.ts';
import type { TeamScope } from '../../../auth/project-role.ts';
import type { Config } from '../../../config.ts';
import type { Db, Trx } from '../../../db/db.ts';
import { chiefsOrOwners } from '../../../db/memberships.ts';
import { fail } from '../../../errors.ts';
import { addSeconds, days, timestamp } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import { dayRange } from '../../../lib/time.ts';
import { sha256 } from '../../../lib/secrets.ts';
import { record } from '../../audit/audit.service.ts';
import type { AuditEntry } from '../../audit/audit.service.ts';
import type { MailQueue } from '../../mail/mail.service.ts';
import { notify, withdrawNotices } from '../../notices/notify.service.ts';
import { lockActiveTarget, lockTarget, setFirstLanguage } from '../../people/people.service.ts';
import { lockProjects } from '../../projects/owners.service.ts';
import {
  deleteEnded,
  findOwnApplication,
  listOwnApplications,
  takeApplication,
  upsertApplication,
} from './applications.queries.ts';
import type { OwnRow } from './applications.queries.ts';
import type { NewApplication } from './applications.schema.ts';
import { findPlace } from '../invitations/invitations.queries.ts';
import { rolesInTeam } from '../memberships/memberships.queries.ts';
import { admitMember } from '../memberships/memberships.service.ts';

const validSeconds = days(90);
/** A limit against people who apply everywhere. */
const maxOpen = 20;

type Services = { db: Db; clock: Clock; config: Config; mailQueue: MailQueue; mailboxes: MailboxLimits };

/** Every change of an application locks the person first. */
export async function applyToTeam(
  { db, clock }: Services,
  caller: Person,
  team: TeamScope,
  { message = '', language }: NewApplication,
  expected: number | undefined,
): Promise<OwnRow> {
  const now = clock.now();
  const at = timestamp(now);
  const { uid } = caller;
  return db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    const place = await lockOpenTeam(trx, team, uid, now);
    await deleteEnded(trx, team, uid, at);
    const open = await listOwnApplications(trx, uid, { now: at, limit: 200, after: undefined });
    const before = open.find(({ pid, tid }) => pid === team.pid && tid === team.tid);
    if (expected !== undefined && before?.revision !== expected) return fail('stale');
    if (before === undefined && open.length >= maxOpen) {
      return fail('too_many_applications', { detail: `At most ${maxOpen} applications can be open at a time` });
    }
    const expires_at = expiryOf(place, now);
    await upsertApplication(trx, team, { uid, message, language: language ?? 'en', created_at: at, expires_at });
    // The answer is sent in the language of the page, if the person has not chosen one.
    if (language !== undefined) await setFirstLanguage(trx, uid, language);
    await note(trx, now, before === undefined ? 'sent' : 'changed', { actor: uid, team, uid });
    if (before === undefined) await notifyDeciders(trx, now, team, { uid, name: place.team });
    return (await findOwnApplication(trx, team, uid, at)) ?? fail('internal');
  });
}

type Dates = { ends_on: string | null; timezone: string };

/** After 90 days, and never later than the event, after which nobody can be accepted. */
function expiryOf({ ends_on: endsOn, timezone }: Dates, now: Date): string {
  const latest = timestamp(addSeconds(now, validSeconds));
  const end = endsOn === null ? latest : dayRange(endsOn, timezone).to;
  return end < latest ? end : latest;
}

/** Locks the project, so that neither the team nor its members change meanwhile. */
async function lockOpenTeam(trx: Trx, team: TeamScope, uid: string, now: Date) {
  await lockProjects(trx, [team.pid]);
  const place = await findPlace(trx, team);
  if (place.disabled_at !== null) return fail('team_disabled');
  if (place.applications_open_at === null) return fail('applications_closed');
  if (expiryOf(place, now) <= timestamp(now)) return fail('applications_closed', { detail: 'The event is over' });
  if ((await rolesInTeam(trx, team, [uid])).size > 0) fail('conflict', { detail: 'The person is already in the team' });
  return place;
}

/**
 * At most one notice per day, applicant and recipient, even if they withdraw and apply again. The occasion is hashed
 * because it outlives the account.
 */
async function notifyDeciders(trx: Trx, now: Date, team: TeamScope, applicant: { uid: string; name: string }) {
  const { pid, tid } = team;
  const deciders = await chiefsOrOwners(trx, { ...team, actor: applicant.uid });
  const occasion = sha256(`${applicant.uid} ${timestamp(now).slice(0, 10)}`);
  const notice = {
    kind: 'application.received',
    pid,
    subject: tid,
    values: { team: applicant.name },
    occasion,
  } as const;
  await notify(
    trx,
    { actor: applicant.uid, now },
    deciders.map((uid) => ({ ...notice, uid })),
  );
}

type Verb = 'sent' | 'changed' | 'withdrawn' | 'declined';
type Noted = { actor: string; team: TeamScope; uid: string };

const note = (trx: Trx, now: Date, verb: Verb, { actor, team: { pid, tid }, uid }: Noted): Promise<void> => {
  const entry: AuditEntry = { actor, kind: `application.${verb}`, subject: uid, pid, detail: { tid } };
  return record(trx, now, entry);
};

export async function withdrawApplication({ db, clock }: Services, caller: Person, team: TeamScope): Promise<void> {
  const now = clock.now();
  const { uid } = caller;
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    if ((await takeApplication(trx, team, uid, timestamp(now))) === undefined) return;
    await note(trx, now, 'withdrawn', { actor: uid, team, uid });
  });
}

const noSuchApplication = (): never => fail('not_found', { detail: 'There is no such application' });

/** Nobody else has to decide, so the notices that asked for it end. */
async function takeForDecision(trx: Trx, now: Date, team: TeamScope, uid: string): Promise<void> {
  const taken = (await takeApplication(trx, team, uid, timestamp(now))) ?? noSuchApplication();
  const { pid, tid: subject } = team;
  // Of several applications on one day, the first sent the notice.
  const since = new Date(taken.created_at.slice(0, 10));
  await withdrawNotices(trx, { kind: 'application.received', pid, subject, since, actor: uid });
}

/** Takes a place in the team. If the team is full, the application stays. */
export async function acceptApplication(services: Services, caller: Person, team: TeamScope, uid: string) {
  const { db, clock } = services;
  const now = clock.now();
  await db.transaction(async (trx) => {
    const { person } = await lockActiveTarget(trx, now, caller, uid);
    await takeForDecision(trx, now, team, uid);
    await admitMember(trx, now, services, { team, person, caller, detail: { application: 'accepted' } });
    await notifyDecision(trx, now, 'accepted', { actor: caller.uid, team, uid });
  });
}

export async function declineApplication({ db, clock }: Services, caller: Person, team: TeamScope, uid: string) {
  const now = clock.now();
  await db.transaction(async (trx) => {
    await lockTarget(trx, now, caller, uid);
    await takeForDecision(trx, now, team, uid);
    await note(trx, now, 'declined', { actor: caller.uid, team, uid });
    await notifyDecision(trx, now, 'declined', { actor: caller.uid, team, uid });
  });
}

async function notifyDecision(trx: Trx, now: Date, decision: 'accepted' | 'declined', { actor, team, uid }: Noted) {
  const { pid, tid } = team;
  const values = { team: (await findPlace(trx, team)).team };
  await notify(trx, { actor, now }, [{ kind: `application.${decision}`, uid, pid, subject: tid, values }]);
}
