import type { Person } from '../../../auth/caller.ts';
import { recruitsFor } from '../../../auth/project-role.ts';
import type { ProjectRole } from '../../../auth/project-role.ts';
import { fail, Problem } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Services } from '../../../services.ts';
import { yearsOf } from '../../projects/series/series.service.ts';
import { listWishes } from './applications.queries.ts';
import type { EarlierApplications } from './applications.schema.ts';
import { isLapsed, isReadable } from './call.policy.ts';

type EarlierApplication = EarlierApplications['data'][number];

/** A year that is still a draft of others does not exist for the caller. */
function unlessUnseen(error: unknown): undefined {
  if (!(error instanceof Problem) || error.code !== 'not_found') throw error;
}

/**
 * What became of the applications of a person in the years before, newest first, as far as the caller decided about them:
 * in the projects of the series whose applications they may read today.
 */
export async function earlierApplications(
  { db: { read }, clock, projectRoles }: Pick<Services, 'db' | 'clock' | 'projectRoles'>,
  caller: Person,
  role: ProjectRole,
  uid: string,
): Promise<EarlierApplications> {
  const now = clock.now();
  if (uid === caller.uid && !role.owner) fail('not_found');
  const own = (await listWishes(read, role.scope, [uid])).filter(({ tid }) => recruitsFor(role, tid));
  if (!own.some((row) => isReadable(row, now))) fail('not_found');
  const data: EarlierApplication[] = [];
  const years = (await yearsOf(read, role.scope)).filter(({ pid }) => pid !== role.scope.pid);
  for (const { pid, name: project } of years.toReversed()) {
    const before = await projectRoles(caller, pid).catch(unlessUnseen);
    if (before === undefined) continue;
    const rows = (await listWishes(read, before.scope, [uid])).filter(({ tid }) => recruitsFor(before, tid));
    data.push(
      ...rows.map((row) => ({
        pid,
        project,
        tid: row.tid,
        team: row.team,
        state: isLapsed(row, timestamp(now)) ? ('lapsed' as const) : row.state,
        note: isReadable(row, now) ? row.note : '',
      })),
    );
  }
  return { data };
}
