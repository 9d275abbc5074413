import type { MailboxLimits } from '../../../auth/mailbox-limits.ts';
import { teamOfRow } from '../../../auth/project-role.ts';
import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Config } from '../../../config.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { chunksOf } from '../../../lib/chunks.ts';
import { timestamp } from '../../../lib/clock.ts';
import { unseal } from '../../../lib/seal.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { newId, newIds } from '../../../lib/secrets.ts';
import { recordAll } from '../../audit/audit.service.ts';
import type { MailQueue } from '../../mail/mail.service.ts';
import type { Cause } from '../../notices/notify.service.ts';
import { accountsOf } from '../../people/people.service.ts';
import { deleteImported, findPlace, listInvitedTo, listRolesOf, upsertInvitations } from './invitations.queries.ts';
import { heldUntil, send, sentUntil } from './sending.service.ts';

type Role = 'member' | 'chief';
export type ToInvite = {
  email: string;
  name: string;
  /** The phone number is sealed. */
  phone: string | null;
  tid: string;
  role: Role;
  language: string | null;
  tags: readonly string[];
};
/** Sealed for the project, because the address of a person can change before they answer. */
export const phoneContext = (pid: string): string => `invitation:${pid}:phone`;

/** Empty if there is none, or if its key is gone: it is only a suggestion. */
export function openPhone(keys: Keyring, pid: string, sealed: string | null): string {
  try {
    return sealed === null ? '' : unseal(keys, phoneContext(pid), sealed);
  } catch {
    return '';
  }
}

export type LeftOut = 'already_member' | 'already_invited' | 'declined';

/**
 * Why somebody in a table of addresses is not invited; undefined if they are. Members can be invited to lead their team. It says
 * nothing about accounts that the project does not know. Two queries for each 500 addresses.
 */
export async function leftOutOf(read: Reader, scope: ProjectScope, now: Date, emails: readonly string[]) {
  const roles = new Map<string, Role>();
  const invited = new Map<string, 'open' | 'declined'>();
  for (const some of chunksOf([...new Set(emails)])) {
    for (const { email, tid, role } of await listRolesOf(read, scope, some)) roles.set(`${tid} ${email}`, role);
    const found = await listInvitedTo(read, scope, some, { now: timestamp(now) });
    // Somebody who declined and was invited again is invited.
    for (const { email, tid, state } of found)
      if (invited.get(`${tid} ${email}`) !== 'open') invited.set(`${tid} ${email}`, state);
  }
  return ({ email, tid, role }: Pick<ToInvite, 'email' | 'tid' | 'role'>): LeftOut | undefined => {
    const present = roles.get(`${tid} ${email}`);
    if (present === 'chief' || present === role) return 'already_member';
    const state = invited.get(`${tid} ${email}`);
    if (state === undefined) return undefined;
    return state === 'open' ? 'already_invited' : 'declined';
  };
}

type Services = { config: Config; mailQueue: MailQueue; mailboxes: MailboxLimits };
/** Who invites people, with what was stored when they pressed the button. */
export type Inviting = Cause & {
  actor: string;
  scope: ProjectScope;
  sender: string;
  made_with: string;
  import_id: string;
};

/**
 * Invites the people of one batch, and returns how many. Requires a locked project. Those to full mailboxes are not sent yet, and
 * are listed so.
 */
export async function inviteImported(
  trx: Trx,
  services: Services,
  inviting: Inviting,
  people: readonly ToInvite[],
): Promise<number> {
  const leftOut = await leftOutOf(
    trx,
    inviting.scope,
    inviting.now,
    people.map(({ email }) => email),
  );
  const wanted = people.filter((one) => leftOut(one) === undefined);
  let invited = 0;
  for (const [tid, some] of Map.groupBy(wanted, (one) => one.tid)) {
    const place = await findPlace(trx, teamOfRow({ pid: inviting.scope.pid, tid }));
    if (place.disabled_at !== null) continue;
    for (const [role, same] of Map.groupBy(some, (one) => one.role))
      await inviteToPlace(trx, services, inviting, { ...place, tid, role }, same);
    invited += some.length;
  }
  return invited;
}

type Place = Awaited<ReturnType<typeof findPlace>> & { tid: string; role: Role };

async function inviteToPlace(
  trx: Trx,
  services: Services,
  { actor, now, scope, sender, made_with, import_id }: Inviting,
  place: Place,
  people: readonly ToInvite[],
): Promise<void> {
  const { tid, role } = place;
  const isDraft = place.state === 'draft';
  const emails = people.map(({ email }) => email);
  const admitted = isDraft ? new Set<string>() : await services.mailboxes.admit(trx, emails);
  const ids = newIds(now, people.length);
  const sentAt = timestamp(now);
  const rows = await upsertInvitations(
    trx,
    teamOfRow({ pid: scope.pid, tid }),
    people.map(({ email, name, phone, language, tags }, index) => {
      const held = !admitted.has(email);
      const values = {
        email,
        name,
        phone,
        language,
        tags: JSON.stringify(tags),
        role,
        made_with,
        import_id,
        sent_at: sentAt,
        invited_by: actor,
      };
      return {
        ...values,
        id: ids[index] ?? newId(now),
        expires_at: held ? heldUntil(now) : sentUntil(now),
        held: held ? 1 : 0,
      };
    }),
  );
  await recordAll(
    trx,
    now,
    rows.map(({ id, email }) => ({
      actor,
      kind: admitted.has(email) ? 'invitation.sent' : 'invitation.created',
      subject: id,
      pid: scope.pid,
      detail: { tid, role },
    })),
  );
  const accounts = await accountsOf(trx, emails);
  const outgoing = rows
    .filter(({ email }) => admitted.has(email))
    .map(({ id, email, language }) => {
      const account = accounts.get(email);
      return {
        ...place,
        sender,
        id,
        email,
        uid: account?.uid ?? null,
        language: account?.language ?? language ?? undefined,
      };
    });
  await send(trx, services, { actor, now }, scope.pid, outgoing);
}

const undoneAtOnce = 500;

/** Revokes the invitations of an import that nobody has answered, and returns how many. */
export async function revokeImported(
  trx: Trx,
  { actor, now }: Cause,
  scope: ProjectScope,
  importId: string,
): Promise<number> {
  for (let total = 0; ;) {
    const rows = await deleteImported(trx, scope, importId, undoneAtOnce);
    await recordAll(
      trx,
      now,
      rows.map(({ id, tid }) => ({ actor, kind: 'invitation.revoked', subject: id, pid: scope.pid, detail: { tid } })),
    );
    total += rows.length;
    if (rows.length < undoneAtOnce) return total;
  }
}
