import type { Insertable } from 'kysely';
import type { ProjectScope } from '../../auth/project-role.ts';
import type { Reader, Trx } from '../../db/db.ts';
import { enabledMemberships } from '../../db/memberships.ts';
import type { GuardiansTable } from '../../db/tables.ts';

const columns = ['id', 'name', 'email', 'language', 'state', 'asked_at', 'answered_at'] as const;

export const findGuardian = (read: Reader, { pid }: ProjectScope, uid: string) =>
  read.selectFrom('guardians').select(columns).where('pid', '=', pid).where('uid', '=', uid).executeTakeFirst();

export async function putGuardian(trx: Trx, row: Insertable<GuardiansTable>): Promise<void> {
  const { pid: _pid, uid: _uid, ...values } = row;
  await trx
    .insertInto('guardians')
    .values(row)
    .onConflict((conflict) => conflict.columns(['pid', 'uid']).doUpdateSet(values))
    .execute();
}

/** The consent with the person and the project that it is about. None in a draft, whose name nobody else learns. */
export const findConsent = (read: Reader, id: string) =>
  read
    .selectFrom('guardians')
    .innerJoin('people', 'people.uid', 'guardians.uid')
    .innerJoin('projects', 'projects.pid', 'guardians.pid')
    .select([
      'guardians.pid',
      'guardians.uid',
      'guardians.name as guardian',
      'guardians.state',
      'guardians.answered_at',
    ])
    .select(['people.name as person', 'projects.name as project', 'projects.starts_on', 'projects.ends_on'])
    .select(['projects.place', 'projects.adult_age', 'projects.minors_latest_end as latest_end'])
    .where('guardians.id', '=', id)
    .where('projects.state', '!=', 'draft')
    .executeTakeFirst();

type Answer = { id: string; state: GuardiansTable['state']; answered_at: string };

export async function saveAnswer(trx: Trx, { id, ...values }: Answer): Promise<void> {
  await trx.updateTable('guardians').set(values).where('id', '=', id).execute();
}

/** Who agreed has to agree anew. */
export const resetAgreed = (trx: Trx, pid: string) =>
  trx
    .updateTable('guardians')
    .set({ state: 'asked', answered_at: null })
    .where('pid', '=', pid)
    .where('state', '=', 'agreed')
    .returning(['uid', 'name'])
    .execute();

/** The teams of the person, and those of their tasks to come; null for tasks of the whole project. */
export async function listTeamsOf(read: Reader, pid: string, uid: string, now: string): Promise<(string | null)[]> {
  const rows = await enabledMemberships(read)
    .select('memberships.tid')
    .where('memberships.pid', '=', pid)
    .where('memberships.uid', '=', uid)
    .execute();
  const tasks = await read
    .selectFrom('attendances')
    .innerJoin('tasks', 'tasks.id', 'attendances.task_id')
    .select('tasks.tid')
    .distinct()
    .where('tasks.pid', '=', pid)
    .where('attendances.uid', '=', uid)
    .where('tasks.ends_at', '>', now)
    .execute();
  return [...new Set([...rows, ...tasks].map(({ tid }) => tid))];
}

/** What the export of the person's data has about guardians. */
export const listGuardiansOf = (read: Reader, uid: string) =>
  read
    .selectFrom('guardians')
    .select(['pid as project', 'name', 'email', 'state', 'asked_at', 'answered_at'])
    .where('uid', '=', uid)
    .orderBy('asked_at')
    .orderBy('pid')
    .execute();
