import type { Reader } from '../../db/db.ts';

export const listContacts = (read: Reader, uids: readonly string[]) =>
  read
    .selectFrom('private_data')
    .select(['uid', 'fields'])
    .where('kind', '=', 'contact')
    .where('uid', 'in', uids)
    .execute();
