import type { Insertable } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import type { PersonNotesTable } from '../../../db/tables.ts';

export const findNote = (read: Reader, { pid }: ProjectScope, uid: string) =>
  read
    .selectFrom('person_notes')
    .leftJoin('people', 'people.uid', 'person_notes.changed_by')
    .select(['person_notes.note', 'person_notes.changed_at', 'person_notes.revision', 'people.name as changed_by'])
    .where('person_notes.pid', '=', pid)
    .where('person_notes.uid', '=', uid)
    .executeTakeFirst();

/** Requires a locked person. */
export async function putNote(trx: Trx, row: Insertable<PersonNotesTable>): Promise<void> {
  const { pid: _pid, uid: _uid, ...values } = row;
  await trx
    .insertInto('person_notes')
    .values(row)
    .onConflict((conflict) => conflict.columns(['pid', 'uid']).doUpdateSet(values))
    .execute();
}

/** For the export of a person's data. */
export const listNotesAbout = (read: Reader, uid: string) =>
  read
    .selectFrom('person_notes')
    .select(['pid', 'note', 'changed_at'])
    .where('uid', '=', uid)
    .where('note', '!=', '')
    .orderBy('pid')
    .execute();
