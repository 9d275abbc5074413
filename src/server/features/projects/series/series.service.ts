import { ownsProject } from '../../../auth/auth.queries.ts';
import { confirmCaller } from '../../../auth/confirm.ts';
import type { Actor, ProjectScope } from '../../../auth/project-role.ts';
import type { Db, Reader } from '../../../db/db.ts';
import { fail, refuseField } from '../../../errors.ts';
import { record } from '../../audit/audit.service.ts';
import { lockProjects } from '../owners.service.ts';
import { beginsLater } from '../projects.policy.ts';
import { nextProjectRevision } from '../projects.queries.ts';
import { listChain, setFollowed } from './series.queries.ts';
import { maxYears } from './series.schema.ts';
import type { Series } from './series.schema.ts';

export type Year = {
  pid: string;
  name: string;
  year: number;
  starts_on: string | null;
  ends_on: string | null;
};

/**
 * The years of an event until this project, oldest first. Each once, whatever follows what, and without those that are a draft
 * again: nobody but their owners learns of them.
 */
export async function yearsOf(read: Reader, { pid }: ProjectScope): Promise<Year[]> {
  const chain = await listChain(read, pid, maxYears);
  const first = new Map(chain.toReversed().map((row) => [row.pid, row.step]));
  return chain
    .filter((row) => first.get(row.pid) === row.step && (row.pid === pid || row.state !== 'draft'))
    .map(({ pid: own, name, starts_on, ends_on, created_at }) => ({
      pid: own,
      name,
      year: Number((starts_on ?? created_at).slice(0, 4)),
      starts_on,
      ends_on,
    }))
    .toReversed();
}

/** Null: the project does not follow another. */
export async function findYearBefore(read: Reader, pid: string): Promise<string | null> {
  const [own] = await listChain(read, pid, 1);
  return own?.follows ?? null;
}

export async function readSeries(read: Reader, scope: ProjectScope): Promise<{ revision: number; series: Series }> {
  const years = await yearsOf(read, scope);
  const [own] = await listChain(read, scope.pid, 1);
  return {
    revision: own?.revision ?? 0,
    series: { follows: own?.follows ?? null, years: years.map(({ pid, name, year }) => ({ pid, name, year })) },
  };
}

/**
 * Says which year came before. It gives the owners of this project the numbers of the years before and the names of their
 * people, so the caller owns both.
 */
export async function follow(
  db: Db,
  { projectRole: { scope }, caller, uid, now }: Actor,
  follows: string | null,
  expected: number | undefined,
): Promise<void> {
  const { pid } = scope;
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    const [own] = await listChain(trx, pid, 1);
    if (own?.follows === follows && (expected === undefined || own.revision === expected)) return;
    const before = follows === null ? [] : await listChain(trx, follows, maxYears);
    // All of them, so that nobody makes one of them follow this project at the same time.
    await lockProjects(trx, [...new Set([pid, ...before.map((row) => row.pid)])]);
    const locked = (await nextProjectRevision(trx, scope, expected)) ?? fail('stale');
    if (follows !== null) {
      if (!(await ownsProject(trx, follows, uid))) return refuseField('/follows', 'is not a project that you own');
      const chain = await listChain(trx, follows, maxYears);
      if (chain.some((row) => row.pid === pid)) return refuseField('/follows', 'comes after this project');
      if (chain[0] !== undefined && beginsLater(chain[0], locked))
        return refuseField('/follows', 'begins after this project');
      if (chain.length !== before.length) return fail('conflict');
    }
    await setFollowed(trx, scope, follows);
    await record(trx, now, {
      actor: uid,
      kind: 'project.changed',
      subject: pid,
      pid,
      revision: locked.revision,
      detail: { fields: 'follows' },
    });
  });
}
