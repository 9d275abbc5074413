import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader } from '../../../db/db.ts';

export const findNameOf = (read: Reader, uid: string) =>
  read.selectFrom('people').select('name').where('uid', '=', uid).executeTakeFirst();

export const findEnd = (read: Reader, { pid }: ProjectScope) =>
  read.selectFrom('projects').select(['ends_on', 'state']).where('pid', '=', pid).executeTakeFirstOrThrow();

/**
 * Whether what the person saved at this time is for this project, too: they were in it then, or have done something there
 * since, of which the log has an entry. Otherwise others have added them, and they may not even know.
 */
export async function sharesContacts(read: Reader, { pid }: ProjectScope, uid: string, savedAt: string) {
  const acted = await read
    .selectFrom('audit')
    .select('id')
    .where('actor', '=', uid)
    .where('pid', '=', pid)
    .limit(1)
    .executeTakeFirst();
  if (acted !== undefined) return true;
  const present = await read
    .selectFrom('memberships')
    .select('uid')
    .where('uid', '=', uid)
    .where('pid', '=', pid)
    .where('created_at', '<=', savedAt)
    .union((eb) =>
      eb
        .selectFrom('project_owners')
        .select('uid')
        .where('uid', '=', uid)
        .where('pid', '=', pid)
        .where('created_at', '<=', savedAt),
    )
    .union((eb) =>
      eb
        .selectFrom('helpers')
        .select('uid')
        .where('uid', '=', uid)
        .where('pid', '=', pid)
        .where('created_at', '<=', savedAt),
    )
    .executeTakeFirst();
  return present !== undefined;
}
