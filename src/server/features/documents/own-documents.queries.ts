import type { Reader } from '../../db/db.ts';
import { hasSigned } from '../../db/documents.ts';
import { enabledMemberships } from '../../db/memberships.ts';

/** What the person still has to sign in the public projects that they are in. */
export const listUnsignedOf = (read: Reader, uid: string, now: string) =>
  read
    .selectFrom('documents')
    .innerJoin('projects', 'projects.pid', 'documents.pid')
    .select(['documents.id', 'documents.pid', 'documents.title', 'documents.kind_ids', 'documents.required_for'])
    .select('projects.ends_on')
    .where('projects.state', '=', 'public')
    .where('documents.required_for', '!=', 'nothing')
    .where('documents.pid', 'in', (eb) =>
      enabledMemberships(read)
        .select('memberships.pid')
        .where('memberships.uid', '=', uid)
        .union(eb.selectFrom('project_owners').select('project_owners.pid').where('project_owners.uid', '=', uid))
        .union(eb.selectFrom('helpers').select('helpers.pid').where('helpers.uid', '=', uid)),
    )
    .where((eb) => eb.not(hasSigned(uid, now)))
    .orderBy('documents.id')
    .execute();

/** The tasks of the person that are still to come, by kind, with the first start. */
export const listKindsAhead = (read: Reader, uid: string, now: string) =>
  read
    .selectFrom('attendances')
    .innerJoin('tasks', 'tasks.id', 'attendances.task_id')
    .select(['tasks.pid', 'tasks.kind_id'])
    .select(({ fn }) => fn.min('tasks.starts_at').as('starts_at'))
    .where('attendances.uid', '=', uid)
    .where('tasks.ends_at', '>', now)
    .groupBy(['tasks.pid', 'tasks.kind_id'])
    .execute();
