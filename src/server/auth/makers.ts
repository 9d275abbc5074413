import type { Reader } from '../db/db.ts';
import { timestamp } from '../lib/clock.ts';
import { listMakers, listRoles, listWorkingTokens } from './auth.queries.ts';
import type { MakerRow } from './auth.queries.ts';
import type { Person } from './caller.ts';
import { hasSince, isActingDeputy, isActingOwner, parsed, wasStopped } from './made-with.ts';
import type { MadeWith, Maker } from './made-with.ts';
import { heldRoles, recruitsFor, scopeOfRow, teamsLedBy } from './project-role.ts';
import type { HeldRole, ProjectRole, Roles } from './project-role.ts';

/** `roles` are those of the transaction. */
export function madeWith({ uid, credential }: Person, roles: Roles, now: Date): string {
  const rights = { at: timestamp(now), owner: roles.owner, teams: teamsLedBy(roles), deputy: [...roles.deputy] };
  const made: MadeWith =
    credential.kind === 'token'
      ? { ...rights, token: credential.id }
      : credential.kind === 'service'
        ? { ...rights, service: uid, serviceToken: credential.id }
        : rights;
  return JSON.stringify(made);
}

/**
 * May the maker of something still do this now? Asked whenever work is done that somebody asked for earlier, instead of
 * at every event that could take the right away. The roles are those of the request, as far as the person still has them
 * without interruption. Undefined if the account is suspended, what was made with it was stopped, the token or the token of
 * the service account with which it was made has ended, or the account or the project is gone.
 */
export const makersRole = async (read: Reader, now: Date, pid: string, maker: Maker) =>
  (await makersRoles(read, now, pid, [maker]))(maker);

/** The same for a list: at most three reads for all. */
export async function makersRoles(
  read: Reader,
  now: Date,
  pid: string,
  makers: readonly Maker[],
): Promise<(maker: Maker) => ProjectRole | undefined> {
  const uids = [...new Set(makers.flatMap(({ uid }) => uid ?? []))];
  if (uids.length === 0) return () => undefined;
  const people = new Map((await listMakers(read, pid, uids)).map((row) => [row.uid, row]));
  const credentials = makers.map(parsed);
  const tokens = [...new Set(credentials.flatMap(({ token }) => token ?? []))];
  const serviceTokens = [...new Set(credentials.flatMap(({ serviceToken }) => serviceToken ?? []))];
  const working = new Set(
    tokens.length + serviceTokens.length === 0
      ? []
      : await listWorkingTokens(read, { tokens, serviceTokens, now: timestamp(now) }),
  );
  const roles = Map.groupBy(await listRoles(read, pid, uids, timestamp(now)), ({ uid }) => uid);
  return (maker) => {
    const made = parsed(maker);
    const row = people.get(maker.uid ?? '');
    if (row === undefined || wasStopped(row.made_before, made)) return undefined;
    if (made.token !== undefined && !working.has(made.token)) return undefined;
    if (made.service !== undefined && !working.has(made.serviceToken ?? '')) return undefined;
    return roleOf(pid, row, made, roles.get(row.uid) ?? []);
  };
}

function roleOf(
  pid: string,
  row: MakerRow,
  made: Partial<MadeWith>,
  memberships: Awaited<ReturnType<typeof listRoles>>,
): ProjectRole {
  const owner = isActingOwner(row, made);
  const held = memberships
    .filter(({ created_at }) => hasSince(created_at, made))
    .flatMap(({ tid, role, role_since: since, granted }): HeldRole[] => {
      if (role !== 'chief' && role !== 'member')
        return isActingDeputy(row, made, role, since) ? [{ tid, role, granted }] : [];
      const leads = (made.teams?.includes(tid) ?? true) && (since === null || hasSince(since, made));
      if (leads) return [{ tid, role, granted }];
      return granted === 1 ? [] : [{ tid, role: 'member', granted }];
    });
  return {
    scope: scopeOfRow({ pid }),
    state: row.state,
    signedIn: true,
    owner,
    ownerWithheld: row.owner_since !== null && !owner,
    helper: row.helper !== null,
    limited: made.service !== undefined,
    administrator: false,
    ...heldRoles(held, false),
    team: null,
    teamDisabled: false,
  };
}

type Invitation = {
  pid: string;
  tid: string;
  role: 'member' | 'chief' | 'owner';
  invited_by: string | null;
  made_with: string | null;
};

type Sender = (maker: Maker) => ProjectRole | undefined;

/** Whether the sender of an invitation may still give the role: owners any, others that of members where they may invite. */
export function givesRole(
  senders: Sender,
  { tid, role, invited_by: uid, made_with }: Omit<Invitation, 'pid'>,
): boolean {
  const sender = senders({ uid, made_with });
  return sender !== undefined && (role === 'member' ? recruitsFor(sender, tid) : sender.owner);
}

/** For all invitations of a project. */
export const invitationSenders = (
  read: Reader,
  now: Date,
  pid: string,
  invitations: readonly Pick<Invitation, 'invited_by' | 'made_with'>[],
): Promise<Sender> =>
  makersRoles(
    read,
    now,
    pid,
    invitations.map(({ invited_by: uid, made_with }) => ({ uid, made_with })),
  );

export const mayStillInvite = async (read: Reader, now: Date, invitation: Invitation): Promise<boolean> =>
  givesRole(await invitationSenders(read, now, invitation.pid, [invitation]), invitation);
