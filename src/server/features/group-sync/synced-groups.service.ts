import type { Actor, ProjectScope } from '../../auth/project-role.ts';
import type { Trx } from '../../db/db.ts';
import { fail, failField, refuseField } from '../../errors.ts';
import { timestamp } from '../../lib/clock.ts';
import { newId } from '../../lib/secrets.ts';
import { record } from '../audit/audit.service.ts';
import { lockOwned } from './group-servers.service.ts';
import type { Services } from './group-servers.service.ts';
import {
  changeMode,
  countGroups,
  deleteGroup,
  findGroup,
  findTeam,
  forgetLeft,
  forgetMemberships,
  insertGroup,
  lockGroup,
  updateServer,
} from './group-sync.queries.ts';
import type { ShownGroup } from './group-sync.queries.ts';
import type { NewSyncedGroup, SyncedGroup, SyncedGroupChanges } from './group-sync.schema.ts';
import { targetIn } from './servers/servers.policy.ts';
import { syncSoon } from './syncing/syncing.service.ts';

const maxGroups = 500;

type Change = Actor & { id: string };

export const noSuchGroup = (): never => fail('not_found', { detail: 'There is no such synced group in this project' });

export const presentGroup = ({ server_id: server, audience: group, ...row }: ShownGroup): SyncedGroup => ({
  ...row,
  server,
  group,
});

/** Begins with a dry run. */
export async function addGroup(
  trx: Trx,
  { outbox }: Services,
  actor: Actor,
  input: NewSyncedGroup,
): Promise<SyncedGroup> {
  const { projectRole, uid, now } = actor;
  const { scope } = projectRole;
  const { server, maker } = await lockOwned(trx, actor, input.server);
  const target =
    targetIn(server.kind, input.target_kind, input.target) ??
    failField('/target', server.kind === 'mailman' ? 'is not a mailing list' : 'is not an identifier of Mattermost');
  const tid = input.group.split(':')[1] ?? null;
  if (tid !== null) await requireTeam(trx, scope, tid);
  if ((await countGroups(trx, scope)) >= maxGroups)
    fail('not_allowed', { detail: `A project has at most ${maxGroups} synced groups` });
  const id = newId(now);
  const row = {
    id,
    server_id: server.id,
    audience: input.group,
    target_kind: input.target_kind,
    target,
    mode: 'dry_run' as const,
    created_at: timestamp(now),
  };
  if (!(await insertGroup(trx, { ...row, pid: scope.pid, tid })))
    refuseField('/target', 'already follows a group of this project');
  await updateServer(trx, server.id, maker);
  const detail = { title: target, group: input.group };
  await record(trx, now, { actor: uid, kind: 'synced_group.added', subject: id, pid: scope.pid, detail });
  if (server.disabled_at === null) await syncSoon(trx, outbox, now, server.id);
  return presentGroup({ ...row, people: null, agreed: null, tried_at: null, outcome: null });
}

async function requireTeam(trx: Trx, scope: ProjectScope, tid: string): Promise<void> {
  const team = await findTeam(trx, scope, tid);
  if (team === undefined) refuseField('/group', 'is not a team of this project');
  else if (team.disabled_at !== null) fail('team_disabled');
}

/** Both locked, the server first. */
async function lockBoth(trx: Trx, actor: Actor, id: string) {
  const { scope } = actor.projectRole;
  const { server_id } = (await findGroup(trx, scope, id)) ?? noSuchGroup();
  const owned = await lockOwned(trx, actor, server_id);
  return { group: (await lockGroup(trx, scope, id)) ?? noSuchGroup(), ...owned };
}

export async function changeGroup(
  services: Services,
  change: Change,
  { mode }: SyncedGroupChanges,
): Promise<SyncedGroup> {
  const { id, uid, now, projectRole } = change;
  return services.db.transaction(async (trx) => {
    const { group, server, maker } = await lockBoth(trx, change, id);
    if (group.mode === mode) return presentGroup(group);
    if (mode === 'active') {
      if (group.tried_at === null || (group.outcome !== 'ok' && group.outcome !== 'incomplete'))
        fail('not_allowed', { detail: 'A dry run has to succeed first' });
      await forgetLeft(trx, id);
      if (group.outcome === 'incomplete') await forgetMemberships(trx, id);
    }
    await changeMode(trx, id, mode);
    await updateServer(trx, server.id, maker);
    const detail = { title: group.target, mode };
    await record(trx, now, {
      actor: uid,
      kind: 'synced_group.changed',
      subject: id,
      pid: projectRole.scope.pid,
      detail,
    });
    if (server.disabled_at === null) await syncSoon(trx, services.outbox, now, server.id);
    return presentGroup({ ...group, mode });
  });
}

/** Nobody is removed there. */
export async function removeGroup({ db }: Services, change: Change): Promise<void> {
  const { id, uid, now, projectRole } = change;
  await db.transaction(async (trx) => {
    const { group } = await lockBoth(trx, change, id);
    await deleteGroup(trx, id);
    const detail = { title: group.target };
    await record(trx, now, {
      actor: uid,
      kind: 'synced_group.removed',
      subject: id,
      pid: projectRole.scope.pid,
      detail,
    });
  });
}
