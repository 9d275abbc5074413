import { confirmCaller } from '../../auth/confirm.ts';
import { requireFreshProof } from '../../auth/gate.ts';
import { inProject } from '../../auth/project-role.ts';
import type { Actor, ProjectRole, ProjectScope } from '../../auth/project-role.ts';
import type { Db, Reader, Trx } from '../../db/db.ts';
import { fail } from '../../errors.ts';
import { timestamp } from '../../lib/clock.ts';
import { record, recordAll } from '../audit/audit.service.ts';
import * as queries from './group-sync.queries.ts';
import {
  deleteConsent,
  findConsent,
  forgetLeftBy,
  insertConsent,
  listGroupsFor,
  listRolesOf,
} from './group-sync.queries.ts';
import type { MyGroups } from './group-sync.schema.ts';
import { hostOf } from './syncing/syncing.service.ts';

/** The lists and channels that follow groups of the caller, also before they agree: so they know to what. */
export async function readMyGroups(read: Reader, { scope, owner }: ProjectRole, uid: string): Promise<MyGroups> {
  const consent = await findConsent(read, scope, uid);
  const roles = await listRolesOf(read, scope, uid);
  const belongs = (audience: string): boolean => {
    const [part = '', tid] = audience.split(':');
    if (part === 'staff') return owner || roles.length > 0;
    return roles.some((one) => (tid === undefined || one.tid === tid) && (part === 'team' || one.role === 'chief'));
  };
  const groups = (await listGroupsFor(read, scope, uid)).filter(({ audience }) => belongs(audience));
  return {
    agreed_at: consent?.agreed_at ?? null,
    groups: groups.map(({ audience, url, disabled_at, mode, remote_id, left_at, refused, ...row }) => {
      const synced = mode === 'active' && disabled_at === null;
      return {
        kind: row.kind,
        host: hostOf(url),
        target_kind: row.target_kind,
        target: row.target,
        group: audience,
        team: row.team,
        state: stateOf({ remote_id, left_at, refused }, consent !== undefined && synced),
        synced,
      };
    }),
  };
}

type Known = { remote_id: string | null; left_at: string | null; refused: string | null };

function stateOf({ remote_id, left_at, refused }: Known, isSynced: boolean): MyGroups['groups'][number]['state'] {
  if (left_at !== null) return 'left';
  if (remote_id !== null) return 'added';
  if (!isSynced) return 'off';
  if (refused === null) return 'waiting';
  return refused === 'no_account' ? 'no_account' : 'refused';
}

/** To agree passes the address on to another system, so only the person themselves can do it, in a browser. */
export async function chooseMyGroups(db: Db, actor: Actor, agrees: boolean): Promise<void> {
  const { caller, uid, now, projectRole } = actor;
  const { scope } = projectRole;
  if (agrees && projectRole.state === 'archived') fail('project_archived');
  if (agrees) requireFreshProof(caller, now);
  await db.transaction(async (trx) => {
    const { roles } = await confirmCaller(trx, now, caller);
    if (agrees && !inProject(roles)) fail('forbidden', { detail: 'Only people of the project can agree' });
    const isNew = agrees ? await insertConsent(trx, scope, uid, timestamp(now)) : await deleteConsent(trx, scope, uid);
    if (!isNew) return;
    if (agrees) await forgetLeftBy(trx, scope, uid);
    const kind = agrees ? 'groups.agreed' : 'groups.withdrawn';
    await record(trx, now, { actor: uid, kind, subject: uid, pid: scope.pid });
  });
}

type Ending = { actor: string | null; now: Date };

/** Somebody else may have agreed with the account. The person agrees again themselves. */
export async function endGroupConsents(trx: Trx, { actor, now }: Ending, uid: string): Promise<void> {
  const ended = await queries.deleteConsentsOf(trx, uid);
  await recordAll(
    trx,
    now,
    ended.map(({ pid }) => ({ actor, kind: 'groups.ended', subject: uid, pid })),
  );
}

/** For a project that becomes a draft: people do not see it any more, so they could not withdraw their consent. */
export async function endGroupConsentsIn(trx: Trx, { actor, now }: Ending, scope: ProjectScope): Promise<void> {
  const ended = await queries.deleteConsentsIn(trx, scope);
  await recordAll(
    trx,
    now,
    ended.map(({ uid }) => ({ actor, kind: 'groups.ended', subject: uid, pid: scope.pid })),
  );
}

/** Part of the export of a person. */
export const exportGroups = async (read: Reader, uid: string) => ({
  synced_groups: await queries.listSyncedOf(read, uid),
  sync_consents: await queries.listConsentsOf(read, uid),
  sync_log: await queries.listLogOf(read, uid),
});
