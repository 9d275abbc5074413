import type { ProjectScope } from '../../../auth/project-role.ts';
import { scopeOfRow } from '../../../auth/project-role.ts';
import type { Trx } from '../../../db/db.ts';
import type { LapseServices } from '../../../feature.ts';
import { addSeconds, days, timestamp } from '../../../lib/clock.ts';
import { recordAll } from '../../audit/audit.service.ts';
import type { AuditEntry } from '../../audit/audit.service.ts';
import { notify } from '../../notices/notify.service.ts';
import type { Cause, NewNotice } from '../../notices/notify.service.ts';
import { activeOwners } from '../owners.queries.ts';
import {
  deleteGrantsBefore,
  endGivenBy,
  endGrants,
  listDeputiesOf,
  listEnded,
  listEnding,
  listNames,
  listTeamNames,
  takeNoticed,
} from './grants.queries.ts';
import type { GrantRow } from './grants.queries.ts';

const batchSize = 100;
/** How long somebody can look up who had which part of the work; the audit log has it as well. */
const keptSeconds = days(365);

type Ended = { id?: string; uids: readonly string[]; tid?: string; grantedBy?: string };

/** Ends what these people were given in a project, at once. Requires that they are locked. */
export async function endGrantsOf(trx: Trx, cause: Cause, scope: ProjectScope, which: Ended): Promise<void> {
  if (which.uids.length === 0) return;
  const ended = await endGrants(trx, scope, which, timestamp(cause.now));
  await recordEnds(trx, cause, scope, ended);
  await notifyOfEnds(trx, cause, scope, ended);
}

/** Owners can do everything themselves. What they were given before would be left if they are removed one day. */
export async function endGrantsOfOwner(trx: Trx, cause: Cause, scope: ProjectScope, uid: string): Promise<void> {
  await recordEnds(trx, cause, scope, await endGrants(trx, scope, { uids: [uid] }, timestamp(cause.now)));
}

/** Whom to lock, together with the person, before what they gave ends. */
export const deputiesOf = (trx: Trx, giver: string, now: Date): Promise<string[]> =>
  listDeputiesOf(trx, giver, timestamp(now));

/** When nobody knows who used the account that gave it. Deputies should be locked. */
export async function endGrantsGivenBy(trx: Trx, cause: Cause, giver: string): Promise<void> {
  const ended = await endGivenBy(trx, giver, timestamp(cause.now));
  for (const own of Map.groupBy(ended, ({ pid }) => pid).values()) {
    const scope = scopeOfRow(own[0] ?? { pid: '' });
    await recordEnds(trx, cause, scope, own);
    await notifyOfEnds(trx, cause, scope, own);
  }
}

const recordEnds = (trx: Trx, { actor, now }: Cause, { pid }: ProjectScope, ended: readonly GrantRow[]) =>
  recordAll(
    trx,
    now,
    ended.map(({ uid, role, tid }): AuditEntry => {
      return { actor, kind: 'grant.ended', subject: uid, pid, detail: { part: role, tid } };
    }),
  );

const notifyOfEnds = (trx: Trx, cause: Cause, scope: ProjectScope, ended: readonly GrantRow[]) =>
  notifyBothSides(trx, cause, scope, { deputy: 'grant.ended', owner: 'deputy.ended' }, ended);

type Kinds = { deputy: 'grant.ended' | 'grant.ending'; owner: 'deputy.ended' | 'deputy.ending' };

/** The deputies, and the owner who gave it; all owners if that person is none any more. */
async function notifyBothSides(
  trx: Trx,
  cause: Cause,
  scope: ProjectScope,
  { deputy, owner }: Kinds,
  grants: readonly GrantRow[],
): Promise<void> {
  if (grants.length === 0) return;
  const { pid } = scope;
  const owners = (await activeOwners(trx, scope)).map(({ uid }) => uid);
  const { nameOf, teamOf } = await namesFor(trx, scope, grants);
  await notify(
    trx,
    cause,
    grants.flatMap((grant): NewNotice[] => {
      const { id, uid, role, ends_at, granted_by: giver } = grant;
      const values = { part: role, closes_at: ends_at, ...teamOf(grant) };
      const notice = { pid, subject: id, values, occasion: ends_at };
      const others = giver !== null && owners.includes(giver) ? [giver] : owners;
      return [
        { ...notice, kind: deputy, uid },
        ...others.map((one) => ({ ...notice, kind: owner, uid: one, values: { ...values, what: nameOf(uid) } })),
      ];
    }),
  );
}

type Named = Pick<GrantRow, 'uid' | 'tid'>;

/** The current names of people and teams, for notices. */
export async function namesFor(trx: Trx, scope: ProjectScope, grants: readonly Named[]) {
  const people = await listNames(
    trx,
    grants.map(({ uid }) => uid),
  );
  const teams = await listTeamNames(
    trx,
    scope,
    grants.flatMap(({ tid }) => tid ?? []),
  );
  const names = new Map(people.map(({ uid, name }) => [uid, name]));
  const titles = new Map(teams.map(({ tid, name }) => [tid, name]));
  return {
    nameOf: (uid: string): string => names.get(uid) ?? '',
    teamOf: ({ tid }: Named) => (tid === null ? {} : { team: titles.get(tid) ?? tid }),
  };
}

/** Rights end by themselves; this only says so, a day before and afterwards. */
export async function notifyOfGrants(services: LapseServices): Promise<void> {
  while ((await remindBatch(services)) === batchSize);
  while ((await noticeBatch(services)) === batchSize);
}

async function remindBatch({ db, clock }: LapseServices): Promise<number> {
  const now = clock.now();
  const at = timestamp(now);
  const found = await listEnding(
    db.read,
    { now: at, before: timestamp(addSeconds(now, days(1))), givenUntil: timestamp(addSeconds(now, -days(1))) },
    batchSize,
  );
  for (const row of found) {
    await db.transaction(async (trx) => {
      if (!(await takeNoticed(trx, 'reminded_at', row, at))) return;
      const kinds = { deputy: 'grant.ending', owner: 'deputy.ending' } as const;
      await notifyBothSides(trx, { actor: null, now }, scopeOfRow(row), kinds, [row]);
    });
  }
  return found.length;
}

async function noticeBatch({ db, clock }: LapseServices): Promise<number> {
  const now = clock.now();
  const found = await listEnded(db.read, timestamp(now), batchSize);
  for (const row of found) {
    await db.transaction(async (trx) => {
      if (!(await takeNoticed(trx, 'end_noticed_at', row, timestamp(now)))) return;
      const [cause, scope] = [{ actor: null, now }, scopeOfRow(row)];
      await recordEnds(trx, cause, scope, [row]);
      await notifyOfEnds(trx, cause, scope, [row]);
    });
  }
  return found.length;
}

export const deleteOldGrants = (trx: Trx, now: string): Promise<void> =>
  deleteGrantsBefore(trx, timestamp(addSeconds(new Date(now), -keptSeconds)));
