import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader } from '../../../db/db.ts';

export const findNameOf = (read: Reader, uid: string) =>
  read.selectFrom('people').select('name').where('uid', '=', uid).executeTakeFirst();

export const findEnd = (read: Reader, { pid }: ProjectScope) =>
  read.selectFrom('projects').select(['ends_on', 'state']).where('pid', '=', pid).executeTakeFirstOrThrow();
