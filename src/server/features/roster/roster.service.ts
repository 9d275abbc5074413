import type { ProjectScope } from '../../auth/project-role.ts';
import type { Reader } from '../../db/db.ts';
import { pageRequest } from '../../http/paging.ts';
import type { PageRequest } from '../../http/paging.ts';
import { sortKey } from '../../lib/text.ts';
import { piecesOfQuery } from '../../lib/words.ts';
import { distinctionsOf } from '../people/distinction.service.ts';
import { listRoster, placesOf } from './roster.queries.ts';
import type { RosterEntry, RosterPage } from './roster.schema.ts';

export const byName = { sort_key: 'text', uid: 'text' } as const;

/** Three queries per page, for any number of people and teams. */
export async function rosterPage(
  read: Reader,
  scope: ProjectScope,
  { limit, after, page }: PageRequest<typeof byName>,
): Promise<RosterPage> {
  const rows = await listRoster(read, scope, { limit, after });
  const { teams, owners } = await placesOf(
    read,
    scope,
    rows.map((row) => row.uid),
  );
  const owning = new Set(owners.map((owner) => owner.uid));
  const teamsOf = Map.groupBy(teams, (team) => team.uid);
  return page(rows, ({ uid, name, email, suspended_at }): RosterEntry => ({
    uid,
    name,
    email,
    owner: owning.has(uid),
    suspended: suspended_at !== null,
    teams: (teamsOf.get(uid) ?? []).map(({ tid, role }) => ({ tid, role })),
  }));
}

/** People who can be added to a task, found by prefixes of words of their names. Without whole addresses. */
export async function candidatePage(
  read: Reader,
  scope: ProjectScope,
  q: string,
  { limit, after, page }: PageRequest<typeof byName>,
) {
  const prefix = sortKey(q);
  const rows = await listRoster(read, scope, { limit, after, search: { prefix, pieces: piecesOfQuery(prefix) } });
  const distinction = await distinctionsOf(read, rows, scope.pid);
  return page(rows, (row) => ({ uid: row.uid, name: row.name, ...distinction(row) }));
}

export const rosterColumns = ['uid', 'name', 'email', 'owner', 'suspended', 'teams'] as const;

/** Reads page by page, to bound memory. */
export async function* rosterLines(read: Reader, scope: ProjectScope) {
  for (let cursor: string | null = null; ;) {
    const page: RosterPage = await rosterPage(read, scope, pageRequest({ limit: 200, cursor }, byName));
    for (const { uid, name, email, owner, suspended, teams } of page.data) {
      yield [uid, name, email, owner, suspended, teams.map(({ tid, role }) => `${tid}:${role}`).join(' ')];
    }
    if (page.next === null) return;
    cursor = page.next;
  }
}
