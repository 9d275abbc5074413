import type { Person } from '../../../auth/caller.ts';
import { confirmCaller } from '../../../auth/confirm.ts';
import { requireFreshProof } from '../../../auth/gate.ts';
import type { MailboxLimits } from '../../../auth/mailbox-limits.ts';
import type { ProjectRole, ProjectRoles, TeamScope } from '../../../auth/project-role.ts';
import type { Config } from '../../../config.ts';
import type { Db, Trx } from '../../../db/db.ts';
import { fail, refuseField } from '../../../errors.ts';
import { addSeconds, minutes, timestamp } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import { mailWay } from '../../../lib/mailer.ts';
import { newIds } from '../../../lib/secrets.ts';
import { normaliseEmail } from '../../../lib/text.ts';
import { record, recordAll } from '../../audit/audit.service.ts';
import type { MailQueue } from '../../mail/mail.service.ts';
import { notify } from '../../notices/notify.service.ts';
import { accountsOf } from '../../people/people.service.ts';
import { becomeOwner, isActingOwner, lockProjects } from '../../projects/owners.service.ts';
import * as queries from './invitations.queries.ts';
import {
  addressesInTeam,
  deleteInvitation,
  findOwnInvitation,
  findPlace,
  listInvited,
  takeOwnInvitation,
  upsertInvitations,
} from './invitations.queries.ts';
import type { NewRow } from './invitations.queries.ts';
import { obstacleTo } from './invitations.policy.ts';
import type { Invitation, Invited, NewInvitations } from './invitations.schema.ts';
import { heldUntil, send, sentUntil } from './sending.service.ts';
import { makeChief, admitMember } from '../memberships/memberships.service.ts';

const againSeconds = minutes(10);
/** A limit against bulk mail to bought address lists. */
const maxOpen = 500;

type Services = {
  db: Db;
  clock: Clock;
  config: Config;
  mailQueue: MailQueue;
  mailboxes: MailboxLimits;
  projectRoles: ProjectRoles;
};

/**
 * Does not reveal whether an address has an account. People in the team are refused; chiefs can see their team anyway.
 * The number of queries does not depend on the number of addresses.
 */
export async function invite(
  trx: Trx,
  { clock, config, mailQueue, mailboxes }: Pick<Services, 'clock' | 'config' | 'mailQueue' | 'mailboxes'>,
  caller: Person,
  team: TeamScope,
  { emails, language, role = 'member' }: NewInvitations,
): Promise<Invited> {
  const now = clock.now();
  // The access of the route is enough for members only.
  if (role !== 'member' && !(await confirmCaller(trx, now, caller)).roles.owner)
    return fail('forbidden', { detail: 'Only owners of the project can invite chiefs and owners' });
  if (role === 'owner') requireFreshProof(caller, now);
  await lockProjects(trx, [team.pid]);
  const place = await findPlace(trx, team);
  if (place.disabled_at !== null) return fail('team_disabled');
  const before = await listInvited(trx, team);
  const invited = new Set(before.map(({ email }) => email));
  // Only owners join a draft, so everybody else hears of it when it is public. Their mails are counted then.
  const held = place.state === 'draft' && role !== 'owner';
  // An invitation to another role replaces the old one at once, and one that was never sent can be sent at once.
  const recent = before.filter((one) => one.role === role && (held || one.held === 0));
  const sentAt = new Map(recent.map(({ email, sent_at }) => [email, sent_at]));
  const wanted = emails.map(normaliseEmail);
  // People in the team can be invited to lead it, or to run the project.
  const inside = role === 'member' ? await addressesInTeam(trx, team, wanted) : new Set<string>();
  refuseInside(wanted, inside, caller.email);
  const outcomes = outcomesOf(wanted, sentAt, timestamp(addSeconds(now, -againSeconds)));
  const fitting = outcomes.filter(({ outcome }) => outcome === 'invited').map(({ email }) => email);
  requireRoom(invited.size + fitting.filter((email) => !invited.has(email)).length);
  const admitted = held ? new Set(fitting) : await mailboxes.admit(trx, fitting);
  const data = outcomes.map(({ email, outcome }) => ({
    email,
    outcome: outcome === 'invited' && !admitted.has(email) ? ('too_many_mails' as const) : outcome,
  }));
  const addresses = fitting.filter((email) => admitted.has(email));
  const mail = mailWay(config);
  if (addresses.length === 0) return { data, mail, held };
  const [sent_at, expires_at] = [timestamp(now), held ? heldUntil(now) : sentUntil(now)];
  const ids = newIds(now, addresses.length);
  const fresh = addresses.map((email, index): NewRow => ({
    id: ids[index] ?? '',
    email,
    role,
    invited_by: caller.uid,
    sent_at,
    expires_at,
    held: held ? 1 : 0,
  }));
  const rows = await upsertInvitations(trx, team, fresh);
  await recordAll(
    trx,
    now,
    rows.map(({ id }) => ({
      actor: caller.uid,
      kind: held ? 'invitation.created' : 'invitation.sent',
      subject: id,
      pid: team.pid,
      detail: { tid: team.tid, role },
    })),
  );
  if (held) return { data, mail, held };
  const accounts = await accountsOf(trx, addresses);
  const outgoing = rows.map(({ id, email }) => {
    const account = accounts.get(email);
    const named = { ...place, tid: team.tid, role, sender: caller.name };
    return { ...named, id, email, uid: account?.uid ?? null, language: account?.language ?? language };
  });
  await send(trx, { config, mailQueue }, { actor: caller.uid, now }, team.pid, outgoing);
  return { data, mail, held };
}

type Listed = Awaited<ReturnType<typeof queries.listInvitations>>[number];

/** One that nothing keeps from being sent was left out because its mailbox was full. */
export function presentInvitation(row: Listed): Invitation {
  const { id, tid, email, role, invited_by, sent_at, expires_at } = row;
  const held = row.held === 1;
  const held_because = held ? (obstacleTo(row) ?? 'mailbox') : null;
  return { id, tid, email, role, invited_by, held, held_because, sent_at, expires_at };
}

function refuseInside(emails: readonly string[], inside: ReadonlySet<string>, own: string): void {
  const errors = emails.flatMap((email, index) => {
    const pointer = `/emails/${index}`;
    if (inside.has(email)) return [{ pointer, detail: 'is already in the team' }];
    return email === own ? [{ pointer, detail: 'is your own address' }] : [];
  });
  if (errors.length > 0)
    fail('already_member', {
      detail: `Nobody was invited, because ${errors.length} of them can't be. See \`errors\``,
      errors,
    });
}

function outcomesOf(emails: readonly string[], invited: ReadonlyMap<string, string>, since: string): Invited['data'] {
  const seen = new Set<string>();
  return emails.map((email) => {
    const repeated = seen.has(email);
    seen.add(email);
    if (repeated) return { email, outcome: 'repeated' };
    return { email, outcome: (invited.get(email) ?? '') > since ? 'recently_invited' : 'invited' };
  });
}

function requireRoom(count: number): void {
  if (count <= maxOpen) return;
  refuseField('/emails', `A team has at most ${maxOpen} open invitations`);
}

const noSuchInvitation = (): never => fail('not_found', { detail: 'There is no such invitation' });

/** The project is not in the URL, where the gate would refuse. */
function requireJoinable(state: ProjectRole['state']): void {
  if (state === 'archived') fail('project_archived');
  if (state === 'draft') fail('not_allowed', { detail: 'You can join once the project is public' });
}

/** Takes a place in the team. If the team is full, the invitation stays. */
export async function acceptInvitation(services: Services, caller: Person, id: string): Promise<void> {
  const { db, clock, projectRoles } = services;
  const now = clock.now();
  const { email } = caller;
  const place = (await findOwnInvitation(db.read, id, email, timestamp(now))) ?? noSuchInvitation();
  if (place.role === 'owner') return acceptOwnership(services, caller, id, place.pid);
  requireJoinable(place.state);
  const { team } = await projectRoles(caller, place.pid, place.tid);
  if (team === null) return noSuchInvitation();
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    await lockProjects(trx, [team.pid]);
    // Again, now that the project is locked.
    requireJoinable((await findPlace(trx, team)).state);
    const taken = await takeForAcceptance(trx, id, email, timestamp(now));
    await notifySender(trx, { by: caller, now, reply: 'accepted' }, taken);
    const member = { team, person: caller, caller, detail: { invitation: id } };
    if (taken.role === 'member') return void (await admitMember(trx, now, services, member));
    // The role was changed meanwhile, or the sender may no longer appoint anybody.
    if (taken.role !== 'chief' || !(await isActingOwner(trx, team.pid, taken.invited_by))) return noSuchInvitation();
    await makeChief(trx, now, services, member);
  });
}

/** Requires a locked project. Its state is checked here, because it is not in the URL, where the gate would refuse. */
async function takeForAcceptance(trx: Trx, id: string, email: string, now: string) {
  if ((await findOwnInvitation(trx, id, email, now))?.state === 'archived') return fail('project_archived');
  return (await takeOwnInvitation(trx, id, email, now)) ?? noSuchInvitation();
}

/** Also in a draft, which only its owners see. */
async function acceptOwnership({ db, clock }: Services, caller: Person, id: string, pid: string): Promise<void> {
  const now = clock.now();
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    await lockProjects(trx, [pid]);
    const taken = await takeForAcceptance(trx, id, caller.email, timestamp(now));
    if (taken.role !== 'owner' || !(await isActingOwner(trx, pid, taken.invited_by))) return noSuchInvitation();
    await notifySender(trx, { by: caller, now, reply: 'accepted' }, taken);
    await becomeOwner(trx, now, pid, caller.uid, { invitation: id });
  });
}

export async function declineInvitation({ db, clock }: Services, caller: Person, id: string): Promise<void> {
  const now = clock.now();
  const { uid, email } = caller;
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    const taken = (await takeOwnInvitation(trx, id, email, timestamp(now))) ?? noSuchInvitation();
    const { pid, tid } = taken;
    await record(trx, now, { actor: uid, kind: 'invitation.declined', subject: id, pid, detail: { tid } });
    await notifySender(trx, { by: caller, now, reply: 'declined' }, taken);
  });
}

type Reply = { by: Person; now: Date; reply: 'accepted' | 'declined' };
type Taken = NonNullable<Awaited<ReturnType<typeof takeOwnInvitation>>>;

async function notifySender(trx: Trx, { by, now, reply }: Reply, taken: Taken): Promise<void> {
  const { pid, tid, role, invited_by: uid, team } = taken;
  if (uid === null) return;
  const subject = role === 'owner' ? '' : tid;
  const values = { role, team: team ?? '', ...(by.name === '' && { what: by.email }) };
  await notify(trx, { actor: by.uid, now }, [{ kind: `invitation.${reply}`, uid, pid, subject, values }]);
}

export async function revokeInvitation({ db, clock }: Services, caller: Person, team: TeamScope, id: string) {
  const now = clock.now();
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    if (!(await deleteInvitation(trx, team, id))) noSuchInvitation();
    const { pid, tid } = team;
    await record(trx, now, { actor: caller.uid, kind: 'invitation.revoked', subject: id, pid, detail: { tid } });
  });
}

/** For an address whose account is erased. */
export const deleteInvitationsTo = (trx: Trx, email: string): Promise<void> => queries.deleteInvitationsTo(trx, email);
