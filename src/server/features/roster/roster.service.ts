import type { Person } from '../../auth/caller.ts';
import type { ProjectRole } from '../../auth/project-role.ts';
import type { Reader } from '../../db/db.ts';
import { searchOf } from '../../db/name-search.ts';
import type { byName, PageRequest } from '../../http/paging.ts';
import { distinctionsOf } from '../people/distinction.service.ts';
import { listRoster } from './roster.queries.ts';

/** People who can be added to a task, found by prefixes of words of their names. Without whole addresses. */
export async function candidatePage(
  read: Reader,
  { projectRole: { scope, owner }, caller }: { projectRole: ProjectRole; caller: Person },
  q: string,
  { limit, after, page }: PageRequest<typeof byName>,
) {
  const rows = await listRoster(read, scope, { limit, after, search: searchOf(q) });
  const distinction = await distinctionsOf(read, rows, caller, scope.pid);
  return page(rows, (row) => {
    const { email_hint: hint, teams } = distinction(row);
    // Chiefs see part of the address of hidden people only if they are in a team with them.
    const isShown = owner || row.listing !== 'hidden' || teams.length > 0;
    return { uid: row.uid, name: row.name, email_hint: isShown ? hint : null, teams };
  });
}
