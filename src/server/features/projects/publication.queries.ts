import type { ProjectScope } from '../../auth/project-role.ts';
import type { Trx } from '../../db/db.ts';

/** When the project, which is a draft, was last changed to one. Undefined: it was created as a draft. */
async function draftSince(trx: Trx, { pid }: ProjectScope): Promise<string | undefined> {
  const last = await trx
    .selectFrom('audit')
    .select('at')
    .where('pid', '=', pid)
    .where('kind', '=', 'project.changed')
    .where('detail', 'like', '%state%')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.at;
}

/**
 * People who were added to an enabled team while the project was a draft, except owners, who were notified then, and people
 * imported on the command line, which notifies nobody.
 */
export async function listAddedToDraft(trx: Trx, scope: ProjectScope) {
  const since = await draftSince(trx, scope);
  return trx
    .selectFrom('memberships')
    .innerJoin('teams', (join) =>
      join.onRef('teams.pid', '=', 'memberships.pid').onRef('teams.tid', '=', 'memberships.tid'),
    )
    .innerJoin('people', 'people.uid', 'memberships.uid')
    .leftJoin('listing_choices', (join) =>
      join.onRef('listing_choices.pid', '=', 'memberships.pid').onRef('listing_choices.uid', '=', 'memberships.uid'),
    )
    .select(['memberships.uid', 'memberships.tid', 'memberships.role', 'teams.name as team'])
    .select(['people.listing as profile', 'listing_choices.listed'])
    .where('memberships.pid', '=', scope.pid)
    .where('teams.disabled_at', 'is', null)
    .$if(since !== undefined, (query) => query.where('memberships.created_at', '>', since ?? ''))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('project_owners')
            .select('project_owners.uid')
            .whereRef('project_owners.pid', '=', 'memberships.pid')
            .whereRef('project_owners.uid', '=', 'memberships.uid'),
        ),
      ),
    )
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('audit')
          .select('audit.id')
          .whereRef('audit.subject', '=', 'memberships.uid')
          .whereRef('audit.pid', '=', 'memberships.pid')
          .where('audit.kind', 'in', ['member.added', 'chief.added'])
          .where('audit.actor', '<>', 'command-line')
          .whereRef('audit.actor', '<>', 'memberships.uid'),
      ),
    )
    .orderBy('memberships.tid')
    .orderBy('memberships.uid')
    .execute();
}
