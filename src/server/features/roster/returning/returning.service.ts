import type { Person } from '../../../auth/caller.ts';
import { isPlanner, teamsLedBy } from '../../../auth/project-role.ts';
import type { ProjectRole } from '../../../auth/project-role.ts';
import { fail } from '../../../errors.ts';
import { pageRequest } from '../../../http/paging.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Services } from '../../../services.ts';
import { countReturning, listMissingTeams, listReturning } from './returning.queries.ts';
import type { ReturningPage, ReturningPerson, ReturningQuery } from './returning.schema.ts';

type Row = Awaited<ReturnType<typeof listReturning>>[number];

/** One query for the people, two for what only the first page has, and those for the role in the earlier project. */
export async function returningPage(
  { db, clock, projectRoles }: Pick<Services, 'db' | 'clock' | 'projectRoles'>,
  projectRole: ProjectRole,
  caller: Person,
  { from, tid, ...query }: ReturningQuery,
): Promise<ReturningPage> {
  const { scope, owner } = projectRole;
  const before = await projectRoles(caller, from);
  if (!isPlanner(before))
    fail('forbidden', { detail: 'Only owners and chiefs of the earlier project can list its people' });
  const order = { team_key: 'text', tid: 'text', sort_key: 'text', uid: 'text' } as const;
  const { limit, after, page } = pageRequest(query, order);
  const selection = {
    from: before.scope,
    listed: before.owner ? undefined : teamsLedBy(before),
    led: owner ? undefined : teamsLedBy(projectRole),
    tid,
    except: caller.uid,
    now: timestamp(clock.now()),
  };
  const present = (row: Row): ReturningPerson => ({
    name: row.name,
    email: row.email,
    tid: row.tid,
    team: row.team,
    role: owner ? row.role : 'member',
    state: row.state,
  });
  const shown = page(await listReturning(db.read, scope, selection, { limit, after }), present);
  if (after !== undefined) return shown;
  const { total, open } = await countReturning(db.read, scope, selection);
  return { ...shown, total, open, missing_teams: await listMissingTeams(db.read, scope, selection) };
}
