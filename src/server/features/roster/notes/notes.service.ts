import { confirmCaller } from '../../../auth/confirm.ts';
import type { Actor } from '../../../auth/project-role.ts';
import type { Db, Reader } from '../../../db/db.ts';
import { fail } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import { record } from '../../audit/audit.service.ts';
import { isPersonOf } from '../people/people.service.ts';
import * as queries from './notes.queries.ts';
import { findNote, putNote } from './notes.queries.ts';
import type { PersonNote } from './notes.schema.ts';

export const listNotesAbout = (read: Reader, uid: string) => queries.listNotesAbout(read, uid);

/** Owners, deputies who recruit, and chiefs about the people of their teams; nobody about themselves. */
async function admit(read: Reader, { projectRole, uid: caller }: Actor, uid: string): Promise<void> {
  if (uid === caller) fail('forbidden', { detail: 'Notes about you are for others; your data export has them' });
  if (!(await isPersonOf(read, projectRole, uid)))
    fail('not_found', { detail: 'There is no such person in this project' });
}

export async function readNote(
  read: Reader,
  actor: Actor,
  uid: string,
): Promise<{ revision: number; note: PersonNote }> {
  await admit(read, actor, uid);
  const row = await findNote(read, actor.projectRole.scope, uid);
  if (row === undefined) return { revision: 0, note: { note: '', changed_by: null, changed_at: null } };
  const { revision, note, changed_by, changed_at } = row;
  return { revision, note: { note, changed_by, changed_at } };
}

/** The log says that the note was changed, not what it says. */
export async function writeNote(
  db: Db,
  actor: Actor,
  uid: string,
  note: string,
  expected: number | undefined,
): Promise<void> {
  const { projectRole, caller, uid: by, now } = actor;
  const { pid } = projectRole.scope;
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller, [uid]);
    await admit(trx, actor, uid);
    const before = await findNote(trx, projectRole.scope, uid);
    const revision = before?.revision ?? 0;
    if (expected !== undefined && expected !== revision) return fail('stale');
    if ((before?.note ?? '') === note) return;
    await putNote(trx, { pid, uid, note, changed_by: by, changed_at: timestamp(now), revision: revision + 1 });
    await record(trx, now, { actor: by, kind: 'person.noted', subject: uid, pid, detail: {} });
  });
}
