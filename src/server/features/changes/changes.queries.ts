import type { Selectable } from 'kysely';
import type { ProjectScope } from '../../auth/project-role.ts';
import type { Reader, Trx } from '../../db/db.ts';
import type { ChangesTable } from '../../db/tables.ts';

export type ChangeRow = Omit<Selectable<ChangesTable>, 'uid'>;

/** `since`: where reading starts without a cursor. */
type Range = { after: number; upTo: number; since: string | undefined; limit: number };

const columns = ['seq', 'at', 'pid', 'kind', 'subject', 'revision'] as const;

const inRange = (read: Reader, { after, upTo, since, limit }: Range) =>
  read
    .selectFrom('changes')
    .select(columns)
    .where('seq', '>', after)
    .where('seq', '<=', upTo)
    .$if(since !== undefined, (query) => query.where('at', '>=', since ?? ''))
    .orderBy('seq')
    .limit(limit);

const inScope = (read: Reader, scope: ProjectScope | null, range: Range) =>
  scope === null ? inRange(read, range).where('pid', 'is', null) : inRange(read, range).where('pid', '=', scope.pid);

/** Changes of these projects in their order; null for those of the installation. One index range for each. */
export async function listChanges(
  read: Reader,
  scopes: readonly (ProjectScope | null)[],
  range: Range,
): Promise<ChangeRow[]> {
  const [first, ...others] = scopes;
  if (first === undefined) return [];
  if (others.length === 0) return inScope(read, first, range).execute();
  const part = (scope: ProjectScope | null) => read.selectFrom(inScope(read, scope, range).as('part')).selectAll();
  let all = part(first);
  for (const scope of others) all = all.unionAll(part(scope));
  return read.selectFrom(all.as('changes')).selectAll().orderBy('seq').limit(range.limit).execute();
}

/** For the reader that all streams of a process share. */
export const listAllChanges = (read: Reader, range: Omit<Range, 'since'>): Promise<ChangeRow[]> =>
  inRange(read, { ...range, since: undefined }).execute();

type Old = { before: string; latest: string; limit: number };

/**
 * The oldest first, up to the first one that is not old. Times after `latest` were written by a wrong clock and do not count.
 * Returns how many were deleted.
 */
export async function deleteOld(trx: Trx, { before, latest, limit }: Old): Promise<number> {
  const newer = await trx
    .selectFrom('changes')
    .select('seq')
    .where('at', '>=', before)
    .where('at', '<=', latest)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst();
  const old = trx
    .selectFrom('changes')
    .select('seq')
    .$if(newer !== undefined, (query) => query.where('seq', '<', newer?.seq ?? 0))
    .orderBy('seq')
    .limit(limit);
  const { numDeletedRows } = await trx.deleteFrom('changes').where('seq', 'in', old).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
