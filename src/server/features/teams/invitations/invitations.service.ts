import { languages } from '../../../../locales/catalogues.ts';
import type { Person } from '../../../auth/caller.ts';
import { confirmCaller } from '../../../auth/confirm.ts';
import { requireFreshProof } from '../../../auth/gate.ts';
import { isMadeWithToken, serviceOf } from '../../../auth/made-with.ts';
import { givesRole, invitationSenders, madeWith, mayStillInvite } from '../../../auth/makers.ts';
import type { MailboxLimits } from '../../../auth/mailbox-limits.ts';
import { limits } from '../../../auth/rate-limits.ts';
import { teamOfRow } from '../../../auth/project-role.ts';
import type { ProjectRole, ProjectRoles, ProjectScope, Roles, TeamScope } from '../../../auth/project-role.ts';
import type { Config } from '../../../config.ts';
import type { Db, Reader, Trx } from '../../../db/db.ts';
import { fail, Problem, refuseField } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import { mailWay } from '../../../lib/mailer.ts';
import { newIds } from '../../../lib/secrets.ts';
import { normaliseEmail } from '../../../lib/text.ts';
import { record, recordAll } from '../../audit/audit.service.ts';
import type { MailQueue } from '../../mail/mail.service.ts';
import { notify } from '../../notices/notify.service.ts';
import { accountsOf, languagesOf } from '../../people/people.service.ts';
import { applyTags } from '../../tags/tags.service.ts';
import { becomeOwner, lockProjects } from '../../projects/owners.service.ts';
import * as queries from './invitations.queries.ts';
import {
  deleteInvitation,
  findOwnInvitation,
  findPlace,
  insertPast,
  namesOfServices,
  takeOwnInvitation,
  upsertInvitations,
} from './invitations.queries.ts';
import type { NewRow, PastInvitationRow } from './invitations.queries.ts';
import { mayGive, obstacleTo } from './invitations.policy.ts';
import type { Invitation, Invited, NewInvitations } from './invitations.schema.ts';
import { onlyOwnersGive, outcomesOf } from './outcomes.service.ts';
import { pastUntil } from './past.policy.ts';
import { heldUntil, send, sentUntil } from './sending.service.ts';
import { admitMember, makeChief, refuseOneself } from '../memberships/memberships.service.ts';
import { changerOf, notifyOfInvitations, notifyOwners } from '../memberships/role-notices.service.ts';
import type { Changer } from '../memberships/role-notices.service.ts';

type Services = {
  db: Db;
  clock: Clock;
  config: Config;
  mailQueue: MailQueue;
  mailboxes: MailboxLimits;
  projectRoles: ProjectRoles;
};

/**
 * Does not reveal whether an address has an account. Chiefs can see who is in their team anyway. People correct a list that
 * has an address that cannot be invited; a program that sends its whole list every hour gets an outcome for each.
 * The number of queries does not depend on the number of addresses. `roles` are those of the transaction.
 */
export async function invite(
  trx: Trx,
  { clock, config, mailQueue, mailboxes }: Pick<Services, 'clock' | 'config' | 'mailQueue' | 'mailboxes'>,
  { caller, roles, hidesEmails = false }: { caller: Person; roles: Roles; hidesEmails?: boolean },
  team: TeamScope,
  { emails, names = [], language, role = 'member' }: NewInvitations,
): Promise<Invited> {
  const now = clock.now();
  if (role !== 'member' && caller.credential.limit !== null)
    return refuseField('/role', 'must be `member` for service accounts and limited tokens');
  // The access of the route is enough for members only.
  if (role !== 'member' && !roles.owner)
    return fail('forbidden', { detail: 'Only owners of the project can invite chiefs and owners' });
  if (role !== 'member') requireFreshProof(caller, now);
  await lockProjects(trx, [team.pid]);
  const place = await findPlace(trx, team);
  if (place.disabled_at !== null) return fail('team_disabled');
  // Only owners join a draft, so everybody else hears of it when it is public. Their mails are counted then.
  const held = place.state === 'draft' && role !== 'owner';
  // An address that is listed twice has the first name that is given for it.
  const nameOf = new Map(
    emails.map((email, index) => [normaliseEmail(email), (names[index] ?? '').trim()] as const).toReversed(),
  );
  const outcomes = await outcomesOf(trx, { caller, roles, now }, team, { emails, role, held, hidesEmails });
  const fitting = outcomes.filter(({ outcome }) => outcome === 'invited').map(({ email }) => email);
  const isService = caller.credential.kind === 'service';
  if (isService && fitting.length > 0 && !(await mailboxes.admitInvitationsBy(trx, caller.uid, fitting.length)))
    return fail('too_many_requests', {
      detail: `A service account sends at most ${limits.serviceInvitations.max} invitations in a day; nobody was invited`,
    });
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
    name: nameOf.get(email) ?? '',
    role,
    // Answers to invitations of a service account go to the person who is responsible for it.
    invited_by: isService ? caller.credential.responsible : caller.uid,
    made_with: madeWith(caller, roles, now),
    language: language ?? null,
    hides_email: hidesEmails ? 1 : 0,
    sent_at,
    expires_at,
    held: held ? 1 : 0,
  }));
  const rows = await upsertInvitations(trx, team, fresh);
  if (isService) await notifyOfInvitations(trx, now, changerOf(caller), { ...team, name: place.team });
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
  const own = (await languagesOf(trx, [caller.email])).get(caller.email);
  const outgoing = rows.map(({ id, email, language: asked }) => {
    const account = accounts.get(email);
    const named = { ...place, tid: team.tid, role, sender: caller.name };
    return { ...named, id, email, uid: account?.uid ?? null, language: account?.language ?? asked ?? own };
  });
  await send(trx, { config, mailQueue }, { actor: caller.uid, now }, team.pid, outgoing);
  return { data, mail, held };
}

type Listed = Awaited<ReturnType<typeof queries.listInvitations>>[number];

/**
 * One that nothing keeps from being sent was left out because its mailbox was full. One that was sent no longer works when
 * its sender may no longer invite.
 */
export async function invitationPresenter(read: Reader, now: Date, { pid }: ProjectScope, rows: readonly Listed[]) {
  const senders = await invitationSenders(read, now, pid, rows);
  return (row: Listed): Invitation => {
    const { id, tid, shown_email: email, name, role, sender: invited_by } = row;
    const { sent_at, reminded_at, reminders, expires_at } = row;
    const held = row.held === 1;
    const obstacle = obstacleTo(row, givesRole(senders, row));
    const held_because = held ? (obstacle ?? 'mailbox') : obstacle === 'sender' ? obstacle : null;
    return {
      id,
      tid,
      email,
      offer: row.hides_email === 1,
      name,
      role,
      language: languageOf(row),
      invited_by,
      held,
      held_because,
      sent_at,
      reminded_at,
      reminders,
      expires_at,
      state: held ? 'not_sent' : 'open',
      ended_at: null,
    };
  };
}

/** Only languages of Muster are stored. */
const languageOf = ({ language }: { language: string | null }): Invitation['language'] =>
  languages.find((one) => one === language) ?? null;

export const presentPast = (row: PastInvitationRow): Invitation => ({
  id: row.id,
  tid: row.tid,
  email: row.shown_email,
  offer: row.hides_email === 1,
  name: row.name,
  role: row.role,
  language: null,
  invited_by: row.sender,
  held: false,
  held_because: null,
  sent_at: row.sent_at ?? row.ended_at,
  reminded_at: row.reminded_at,
  reminders: row.reminders,
  expires_at: row.ended_at,
  state: row.state,
  ended_at: row.ended_at,
});

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
    // Checked again, now that the project is locked.
    requireJoinable((await findPlace(trx, team)).state);
    const taken = await takeForAcceptance(trx, id, caller, now);
    // The role was changed meanwhile.
    if (taken.role === 'owner') return noSuchInvitation();
    await notifySender(trx, { by: caller, now, reply: 'accepted' }, taken);
    const member = {
      team,
      person: caller,
      caller,
      changer: await changerBy(trx, taken, caller),
      detail: { invitation: id },
    };
    await (taken.role === 'member' ? admitMember : makeChief)(trx, now, services, member);
    await giveTags(trx, now, team, caller, taken);
  });
}

/**
 * Requires a locked project. Its state is checked here, because it is not in the URL, where the gate would refuse. An
 * invitation ends with the right of the sender to give the role. One to lead or to own gives rights, which somebody with a
 * leaked token or an unattended browser must not get.
 */
async function takeForAcceptance(trx: Trx, id: string, caller: Person, now: Date) {
  const [{ email }, at] = [caller, timestamp(now)];
  if ((await findOwnInvitation(trx, id, email, at))?.state === 'archived') return fail('project_archived');
  const taken = (await takeOwnInvitation(trx, id, email, at)) ?? noSuchInvitation();
  if (!(await mayStillInvite(trx, now, taken))) return noSuchInvitation();
  if (taken.role !== 'member') requireFreshProof(caller, now);
  else if (taken.invited_by === caller.uid) await refuseOneself(trx, teamOfRow(taken), caller, [caller.uid]);
  await insertPast(trx, [pastRow(taken, { state: 'accepted', uid: caller.uid, now })]);
  return taken;
}

/** Works in a draft, too, which only its owners see. */
async function acceptOwnership(services: Services, caller: Person, id: string, pid: string): Promise<void> {
  const { db, clock } = services;
  const now = clock.now();
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    await lockProjects(trx, [pid]);
    const taken = await takeForAcceptance(trx, id, caller, now);
    if (taken.role !== 'owner') return noSuchInvitation();
    await notifySender(trx, { by: caller, now, reply: 'accepted' }, taken);
    if (!(await becomeOwner(trx, now, pid, caller.uid, { invitation: id }))) return;
    const change = { change: 'owner_added', names: [caller.name] } as const;
    await notifyOwners(trx, services, await changerBy(trx, taken, caller), teamOfRow(taken), change);
  });
}

export async function declineInvitation({ db, clock }: Services, caller: Person, id: string): Promise<void> {
  const now = clock.now();
  const { uid, email } = caller;
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    const taken = (await takeOwnInvitation(trx, id, email, timestamp(now))) ?? noSuchInvitation();
    const { pid, tid } = taken;
    await insertPast(trx, [pastRow(taken, { state: 'declined', uid, now })]);
    await record(trx, now, { actor: uid, kind: 'invitation.declined', subject: id, pid, detail: { tid } });
    await notifySender(trx, { by: caller, now, reply: 'declined' }, taken);
  });
}

/** An accepted invitation counts as a role that its sender changed, with the credential that sent it. */
async function changerBy(trx: Trx, taken: Taken, caller: Person): Promise<Changer> {
  const { role, invited_by, sender_name, sender_email, made_with } = taken;
  const service = serviceOf(made_with);
  if (service !== undefined) {
    const name = (await namesOfServices(trx, [service])).get(service) ?? '';
    return { uid: service, name, email: '', via: 'service' };
  }
  const via = isMadeWithToken(made_with) ? 'token' : role === 'member' ? undefined : 'invitation';
  if (via === undefined || invited_by === null) return changerOf(caller);
  const knowing = via === 'invitation' ? [invited_by, caller.uid] : [];
  return { uid: invited_by, name: sender_name ?? '', email: sender_email ?? '', via, knowing };
}

/** Nobody is kept out of a team because the project has too many tags by now. */
async function giveTags(trx: Trx, now: Date, team: TeamScope, caller: Person, { tags, invited_by }: Taken) {
  // Only imports write the column.
  const add = JSON.parse(tags) as string[];
  if (add.length === 0) return;
  try {
    await applyTags(trx, { actor: invited_by ?? caller.uid, now }, team, [{ uid: caller.uid, add, remove: [] }]);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}

const pastRow = (
  { id, pid, tid, email, name, role, invited_by, hides_email, sent_at, reminded_at, reminders }: Taken,
  { state, uid, now }: { state: 'accepted' | 'declined'; uid: string; now: Date },
) => ({
  id,
  pid,
  tid,
  email,
  name,
  role,
  invited_by,
  // Who is in the team shows it their address.
  hides_email: state === 'accepted' ? 0 : hides_email,
  sent_at,
  reminded_at,
  reminders,
  state,
  uid,
  ended_at: timestamp(now),
  expires_at: pastUntil(now),
});

type Reply = { by: Person; now: Date; reply: 'accepted' | 'declined' };
type Taken = NonNullable<Awaited<ReturnType<typeof takeOwnInvitation>>>;

async function notifySender(trx: Trx, { by, now, reply }: Reply, taken: Taken): Promise<void> {
  const { pid, tid, role, invited_by: uid, team } = taken;
  if (uid === null) return;
  const subject = role === 'owner' ? '' : tid;
  const isHidden = reply === 'declined' && taken.hides_email === 1;
  const values = { role, team: team ?? '', ...(by.name === '' && !isHidden && { what: by.email }) };
  await notify(trx, { actor: by.uid, now }, [{ kind: `invitation.${reply}`, uid, pid, subject, values }]);
}

export async function revokeInvitation({ db, clock }: Services, caller: Person, team: TeamScope, id: string) {
  const now = clock.now();
  await db.transaction(async (trx) => {
    const { roles } = await confirmCaller(trx, now, caller);
    const { role } = (await deleteInvitation(trx, team, id)) ?? noSuchInvitation();
    if (!mayGive(caller, roles, role)) fail('forbidden', { detail: onlyOwnersGive });
    const { pid, tid } = team;
    await record(trx, now, { actor: caller.uid, kind: 'invitation.revoked', subject: id, pid, detail: { tid } });
  });
}

/**
 * To which teams of the project these addresses are invited, or did not want to come. Not to be shown together with an address
 * that the reader does not know.
 */
export async function invitationStates(read: Reader, scope: ProjectScope, now: Date, emails: readonly string[]) {
  const rows = await queries.listInvitedTo(read, scope, emails, { now: timestamp(now), withHidden: true });
  // Somebody who declined and was invited again is invited.
  const open = new Set(rows.filter(({ state }) => state === 'open').map(({ tid, email }) => `${tid} ${email}`));
  const current = rows.filter(({ state, tid, email }) => state === 'open' || !open.has(`${tid} ${email}`));
  const byEmail = Map.groupBy(current, ({ email }) => email);
  return (email: string) => (byEmail.get(email) ?? []).map(({ tid, state }) => ({ tid, state }));
}

/** Called when the account with the address is erased. */
export const deleteInvitationsTo = (trx: Trx, email: string): Promise<void> => queries.deleteInvitationsTo(trx, email);
