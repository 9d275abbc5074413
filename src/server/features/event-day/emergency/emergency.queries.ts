import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader } from '../../../db/db.ts';

export const findNameOf = (read: Reader, uid: string) =>
  read.selectFrom('people').select('name').where('uid', '=', uid).executeTakeFirst();

export const findEnd = (read: Reader, { pid }: ProjectScope) =>
  read.selectFrom('projects').select(['ends_on', 'state']).where('pid', '=', pid).executeTakeFirstOrThrow();

/** With these, people say that they take no part. */
const refusals = ['invitation.declined', 'application.withdrawn', 'member.removed', 'owner.removed'] as const;

/** Whether the person has done something in the project, of which the log has an entry, and has not left or declined since. */
async function hasActed(read: Reader, pid: string, uid: string): Promise<boolean> {
  const own = read.selectFrom('audit').select('at').where('actor', '=', uid).where('pid', '=', pid);
  const left = await own.where('kind', 'in', refusals).orderBy('at', 'desc').limit(1).executeTakeFirst();
  const acted = await own
    .where('kind', 'not in', refusals)
    .$if(left !== undefined, (query) => query.where('at', '>', left?.at ?? ''))
    .limit(1)
    .executeTakeFirst();
  return acted !== undefined;
}

/**
 * Whether what the person saved at this time is for this project, too: they were in it then, or have done something there.
 * Otherwise others have added them, and they may not even know.
 */
export async function sharesContacts(read: Reader, { pid }: ProjectScope, uid: string, savedAt: string) {
  if (await hasActed(read, pid, uid)) return true;
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
