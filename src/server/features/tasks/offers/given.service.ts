import { teamsLedBy } from '../../../auth/project-role.ts';
import type { ProjectRole } from '../../../auth/project-role.ts';
import type { Db } from '../../../db/db.ts';
import { pageRequest } from '../../../http/paging.ts';
import type { PageQuery } from '../../../http/paging.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import { selectGiven } from './offers.queries.ts';

/** Owners see places on all tasks, chiefs those on the tasks of their teams. */
export async function givenPlaces({ db, clock }: { db: Db; clock: Clock }, role: ProjectRole, query: PageQuery) {
  const { limit, after, page } = pageRequest(query, { starts_at: 'time', id: 'text', giver: 'text' });
  const tids = role.owner ? undefined : teamsLedBy(role);
  const now = timestamp(clock.now());
  const rows = await selectGiven(db.read, role.scope, { now, tids, after, limit: limit + 1 });
  return page(rows, ({ id, title, starts_at, ends_at, giver, name, created_at }) => ({
    task: { id, title, starts_at, ends_at },
    from: { uid: giver, name },
    created_at,
  }));
}
