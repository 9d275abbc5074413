import type { Person } from '../../../auth/caller.ts';
import { givesRole, invitationSenders } from '../../../auth/makers.ts';
import type { Roles, TeamScope } from '../../../auth/project-role.ts';
import type { Trx } from '../../../db/db.ts';
import { fail, refuseField, requireNone } from '../../../errors.ts';
import { addSeconds, minutes, timestamp } from '../../../lib/clock.ts';
import { isEmail, normaliseEmail } from '../../../lib/text.ts';
import { addressesDeclined, addressesInTeam, listInvited } from './invitations.queries.ts';
import { mayGive } from './invitations.policy.ts';
import type { Invitation, Invited } from './invitations.schema.ts';

const againSeconds = minutes(10);
/** A limit against bulk mail to bought address lists. Imports have one of their own, for the whole project. */
const maxOpen = 500;

type Outcome = Invited['data'][number]['outcome'];
type Inviter = { caller: Person; roles: Roles; now: Date };
type Asked = { emails: readonly string[]; role: Invitation['role']; held: boolean; hidesEmails: boolean };
type Rows = Awaited<ReturnType<typeof listInvited>>;
type Found = { wanted: readonly string[]; inside: ReadonlySet<string>; open: Rows; held: boolean };

/**
 * Which addresses are to be invited, and why the others are not. People correct a list that has an address that cannot be
 * invited; a program that sends its whole list every hour gets an outcome for each.
 */
export async function outcomesOf(
  trx: Trx,
  inviter: Inviter,
  team: TeamScope,
  { emails, role, held, hidesEmails }: Asked,
): Promise<Invited['data']> {
  const { caller, now } = inviter;
  const isProgram = caller.credential.limit !== null;
  if (!isProgram) refuseInvalid(emails);
  const wanted = emails.filter(isEmail).map(normaliseEmail);
  const before = await listInvited(trx, team);
  // An outcome must not tell who types an address that it belongs to somebody who hides it.
  const known = hidesEmails ? before : before.filter(({ hides_email: hides }) => hides === 0);
  const open = known.filter(({ expires_at }) => expires_at > timestamp(now));
  // People in the team can be invited to lead it, or to run the project.
  const inside = role === 'member' ? await addressesInTeam(trx, team, wanted) : new Set<string>();
  const found = { wanted, inside, open, held };
  const leftOut = isProgram ? await leftOutFor(trx, inviter, team, found) : refuseAny(inviter, found);
  // An invitation to another role replaces the old one at once, and one that was never sent can be sent at once.
  const sent = known.filter((one) => one.role === role && (held || one.held === 0));
  const since = timestamp(addSeconds(now, -againSeconds));
  const recently = new Set(sent.filter(({ sent_at }) => sent_at > since).map(({ email }) => email));
  const invited = new Set(before.map(({ email }) => email));
  const outcomes = decide(emails, (email) => leftOut.get(email) ?? (recently.has(email) ? 'recently_invited' : null), {
    invited,
    room: maxOpen - before.filter(({ import_id }) => import_id === null).length,
  });
  if (!isProgram) requireRoom(outcomes);
  return outcomes;
}

/** `invited` have a row already, so inviting them again needs no more room. */
function decide(
  emails: readonly string[],
  reasonNot: (email: string) => Outcome | null,
  { invited, ...limit }: { invited: ReadonlySet<string>; room: number },
): Invited['data'] {
  const seen = new Set<string>();
  let { room } = limit;
  return emails.map((typed) => {
    if (!isEmail(typed)) return { email: typed, outcome: 'invalid' };
    const email = normaliseEmail(typed);
    if (seen.has(email)) return { email, outcome: 'repeated' };
    seen.add(email);
    const reason = reasonNot(email);
    if (reason !== null) return { email, outcome: reason };
    if (!invited.has(email)) room -= 1;
    return { email, outcome: room < 0 && !invited.has(email) ? 'too_many_invitations' : 'invited' };
  });
}

function requireRoom(outcomes: Invited['data']): void {
  if (outcomes.some(({ outcome }) => outcome === 'too_many_invitations'))
    refuseField('/emails', `A team has at most ${maxOpen} open invitations`);
}

/** For programs: which addresses are not invited, and why. */
async function leftOutFor(
  trx: Trx,
  { caller, now }: Inviter,
  team: TeamScope,
  { wanted, inside, open, held }: Found,
): Promise<ReadonlyMap<string, Outcome>> {
  const declined = await addressesDeclined(trx, team, wanted, timestamp(now));
  const addresses = new Set(wanted);
  // One that was never sent, because the mailbox was full, is tried again.
  const kept = open.filter((one) => addresses.has(one.email) && (one.role !== 'member' || held || one.held === 0));
  const working = await workingAmong(trx, now, team, kept);
  const own = caller.email;
  const all = (emails: Iterable<string>, outcome: Outcome) => Array.from(emails, (email) => [email, outcome] as const);
  // The last one that applies counts.
  return new Map([
    ...all(declined, 'declined'),
    ...all(working, 'already_invited'),
    ...all([own], 'own_address'),
    ...all(inside, 'already_member'),
  ]);
}

/** An invitation stops when its sender may no longer invite; then a program replaces it, unless it is one to lead or to own. */
async function workingAmong(trx: Trx, now: Date, { pid, tid }: TeamScope, rows: Rows): Promise<string[]> {
  const senders = await invitationSenders(trx, now, pid, rows);
  return rows.filter((row) => row.role !== 'member' || givesRole(senders, { tid, ...row })).map(({ email }) => email);
}

function refuseInvalid(emails: readonly string[]): void {
  requireNone(
    emails.flatMap((email, index) =>
      isEmail(email) ? [] : [{ pointer: `/emails/${index}`, detail: 'must be an email address' }],
    ),
  );
}

/** For people: refuses the request if an address cannot be invited. */
function refuseAny({ caller, roles }: Inviter, { wanted, inside, open }: Found): ReadonlyMap<string, Outcome> {
  const kept = open.filter((one) => !mayGive(caller, roles, one.role));
  refuseKept(wanted, new Set(kept.map(({ email }) => email)));
  refuseInside(wanted, inside, caller.email);
  return new Map();
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

export const onlyOwnersGive =
  'Only owners can replace or revoke invitations to lead a team or to own the project, in a browser';

function refuseKept(emails: readonly string[], kept: ReadonlySet<string>): void {
  const errors = emails.flatMap((email, index) =>
    kept.has(email)
      ? [{ pointer: `/emails/${index}`, detail: 'is invited to lead the team or to own the project' }]
      : [],
  );
  if (errors.length > 0) fail('forbidden', { detail: onlyOwnersGive, errors });
}
