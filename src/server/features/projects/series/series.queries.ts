import { sql } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader, Trx } from '../../../db/db.ts';

/** The project and those before it, newest first. The number of steps is limited, so that it ends in any case. */
export const listChain = (read: Reader, pid: string, most: number) =>
  read
    .withRecursive('chain(pid, follows, step)', (db) =>
      db
        .selectFrom('projects')
        .select(['projects.pid', 'projects.follows', sql<number>`1`.as('step')])
        .where('projects.pid', '=', pid)
        .unionAll(
          db
            .selectFrom('projects')
            .innerJoin('chain', 'chain.follows', 'projects.pid')
            .select(['projects.pid', 'projects.follows', sql<number>`chain.step + 1`.as('step')])
            .where('chain.step', '<', most),
        ),
    )
    .selectFrom('chain')
    .innerJoin('projects', 'projects.pid', 'chain.pid')
    .select(['projects.pid', 'projects.name', 'projects.follows', 'projects.starts_on', 'projects.ends_on'])
    .select(['projects.state', 'projects.created_at', 'projects.revision', 'chain.step'])
    .orderBy('chain.step')
    .execute();

export async function setFollowed(trx: Trx, { pid }: ProjectScope, follows: string | null): Promise<void> {
  await trx.updateTable('projects').set({ follows }).where('pid', '=', pid).execute();
}
