import type { Actor } from '../../auth/project-role.ts';
import type { Reader } from '../../db/db.ts';
import { findFormsByTitle } from '../forms/forms.service.ts';
import { findPeopleByName } from '../roster/people/people.service.ts';
import { findTasksByTitle } from '../tasks/tasks.service.ts';
import { findTeamsByName } from '../teams/teams.service.ts';
import type { SearchResults } from './search.schema.ts';

/** What the caller may see in the project and is named like this. Each kind follows the rules of its own list. */
export async function searchProject(
  read: Reader,
  actor: Actor,
  { q, limit }: { q: string; limit: number },
): Promise<SearchResults> {
  const text = q.trim();
  if (text === '') return { people: [], teams: [], tasks: [], forms: [] };
  const [people, teams, tasks, forms] = await Promise.all([
    findPeopleByName(read, actor, text, limit),
    findTeamsByName(read, actor.projectRole.scope, text, limit),
    findTasksByTitle(read, actor, text, limit),
    findFormsByTitle(read, actor, text, limit),
  ]);
  return { people, teams, tasks, forms };
}
