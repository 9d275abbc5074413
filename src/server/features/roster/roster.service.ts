import type { ProjectScope } from '../../auth/project-role.ts';
import type { Reader } from '../../db/db.ts';
import { decodeCursor, pageOf } from '../../http/paging.ts';
import { sortKey } from '../../lib/text.ts';
import { piecesOfQuery } from '../../lib/words.ts';
import { listRoster, placesOf } from './roster.queries.ts';
import type { RosterEntry, RosterPage } from './roster.schema.ts';

/** Three reads a page, however many people and teams there are. */
export async function rosterPage(
  read: Reader,
  scope: ProjectScope,
  limit: number,
  cursor: string | null,
): Promise<RosterPage> {
  const after = cursor === null ? undefined : decodeCursor(cursor, 2);
  const rows = await listRoster(read, scope, { limit, after });
  const { teams, owners } = await placesOf(
    read,
    scope,
    rows.map((row) => row.uid),
  );
  const owning = new Set(owners.map((owner) => owner.uid));
  const teamsOf = Map.groupBy(teams, (team) => team.uid);
  return pageOf(
    rows,
    limit,
    ({ uid, name, email, suspended_at }): RosterEntry => ({
      uid,
      name,
      email,
      owner: owning.has(uid),
      suspended: suspended_at !== null,
      teams: (teamsOf.get(uid) ?? []).map(({ tid, role }) => ({ tid, role })),
    }),
    (row) => [row.sort_key, row.uid],
  );
}

/** People of the project to be put on a task: by how words of their name begin, without their addresses. */
export async function candidatePage(read: Reader, scope: ProjectScope, q: string, limit: number, cursor?: string) {
  const after = cursor === undefined ? undefined : decodeCursor(cursor, 2);
  const prefix = sortKey(q);
  const rows = await listRoster(read, scope, { limit, after, search: { prefix, pieces: piecesOfQuery(prefix) } });
  return pageOf(
    rows,
    limit,
    ({ uid, name }) => ({ uid, name }),
    (row) => [row.sort_key, row.uid],
  );
}

export const rosterColumns = ['uid', 'name', 'email', 'owner', 'suspended', 'teams'] as const;

/** Page after page, so that the whole is never held at once. */
export async function* rosterLines(read: Reader, scope: ProjectScope) {
  for (let cursor: string | null = null; ;) {
    const page: RosterPage = await rosterPage(read, scope, 200, cursor);
    for (const { uid, name, email, owner, suspended, teams } of page.data) {
      yield [uid, name, email, owner, suspended, teams.map(({ tid, role }) => `${tid}:${role}`).join(' ')];
    }
    if (page.next === null) return;
    cursor = page.next;
  }
}
