import type { ProjectScope } from '../../auth/project-role.ts';
import { anyOf } from '../../db/any-of.ts';
import { changedOne } from '../../db/changed-one.ts';
import { countRows } from '../../db/count-rows.ts';
import type { Reader, Trx } from '../../db/db.ts';
import { keyset } from '../../db/keyset.ts';
import { peopleIn } from '../../db/memberships.ts';
import type { CursorKey } from '../../http/paging.ts';

/** The page with what decides whether it is shown. */
export const findPage = (read: Reader, { pid }: ProjectScope) =>
  read
    .selectFrom('projects')
    .leftJoin('thanks_pages', 'thanks_pages.pid', 'projects.pid')
    .select(['projects.pid', 'projects.name', 'projects.state', 'projects.timezone'])
    .select(['projects.starts_on', 'projects.ends_on'])
    .select(['thanks_pages.text', 'thanks_pages.published_at', 'thanks_pages.revision'])
    .where('projects.pid', '=', pid)
    .executeTakeFirstOrThrow();

export type PageRow = Awaited<ReturnType<typeof findPage>>;

/** Requires a locked project. */
export async function putPage(
  trx: Trx,
  row: { pid: string; text: string; published_at: string | null; revision: number },
): Promise<void> {
  const { pid: _pid, ...values } = row;
  await trx
    .insertInto('thanks_pages')
    .values(row)
    .onConflict((conflict) => conflict.column('pid').doUpdateSet(values))
    .execute();
}

export const findText = async (read: Reader, pid: string): Promise<string> =>
  (await read.selectFrom('thanks_pages').select('text').where('pid', '=', pid).executeTakeFirst())?.text ?? '';

/** Who did a shift, or other work that was approved. */
const helped = (read: Reader, pid: string) =>
  read
    .selectFrom('attendances')
    .innerJoin('tasks', 'tasks.id', 'attendances.task_id')
    .select('attendances.uid')
    .where('tasks.pid', '=', pid)
    .where('attendances.state', 'not in', ['joined', 'arrived', 'no_show'])
    .union(read.selectFrom('work').select('uid').where('pid', '=', pid).where('state', '=', 'approved'));

/** Each once, whatever they did. */
export const countHelped = (read: Reader, pid: string): Promise<number> =>
  countRows(read.selectFrom(helped(read, pid).as('people')).selectAll());

export const isAmong = async (read: Reader, pid: string, uid: string): Promise<boolean> =>
  (await read
    .selectFrom('people')
    .select('uid')
    .where('uid', '=', uid)
    .where((eb) => eb.or([eb('uid', 'in', peopleIn(read, pid)), eb('uid', 'in', helped(read, pid))]))
    .executeTakeFirst()) !== undefined;

type Named = { pid: string; without: readonly string[]; withHidden: boolean };

const named = (read: Reader, { pid, without, withHidden }: Named) =>
  read
    .selectFrom('thanks_names as n')
    .innerJoin('people', 'people.uid', 'n.uid')
    .where('n.pid', '=', pid)
    .where('people.suspended_at', 'is', null)
    .where('n.uid', 'not in', anyOf(without))
    .$if(!withHidden, (query) => query.where('n.hidden_at', 'is', null));

export const countNamed = (read: Reader, which: Named): Promise<number> => countRows(named(read, which));

export const listNamed = (
  read: Reader,
  which: Named,
  { limit, after }: { limit: number; after: CursorKey<'sort_key' | 'uid'> | undefined },
) =>
  named(read, which)
    .select(['n.uid', 'n.name', 'n.sort_key', 'n.hidden_at'])
    .$call(keyset(['n.sort_key', 'n.uid'], after && [after.sort_key, after.uid]))
    .limit(limit + 1)
    .execute();

export const listAgreed = async (read: Reader, pid: string): Promise<string[]> =>
  (await read.selectFrom('thanks_names').select('uid').where('pid', '=', pid).orderBy('uid').execute()).map(
    ({ uid }) => uid,
  );

/** Changes whenever somebody else is among those who agreed, or one of them has another birthday. */
export async function findStateOfAgreed(read: Reader, pid: string): Promise<string> {
  const row = await read
    .selectFrom('thanks_names as n')
    .leftJoin('private_data as data', (join) =>
      join.onRef('data.uid', '=', 'n.uid').on('data.kind', '=', 'real_profile'),
    )
    .select(({ fn }) => [fn.countAll<number>().as('people'), fn.count<number>('data.uid').as('profiles')])
    .select(({ fn }) => [fn.max('n.agreed_at').as('agreed_at'), fn.max('data.updated_at').as('updated_at')])
    .where('n.pid', '=', pid)
    .executeTakeFirst();
  return JSON.stringify(row);
}

/** False if the name is hidden, or shown, already. */
export const setHidden = (trx: Trx, { pid, uid }: { pid: string; uid: string }, at: string | null) =>
  changedOne(
    trx
      .updateTable('thanks_names')
      .set({ hidden_at: at })
      .where('pid', '=', pid)
      .where('uid', '=', uid)
      .where('hidden_at', at === null ? 'is not' : 'is', null),
  );

/** For the export of a person's data. */
export const listThanksOf = (read: Reader, uid: string) =>
  read
    .selectFrom('thanks_names')
    .select(['pid', 'name', 'agreed_at', 'hidden_at'])
    .where('uid', '=', uid)
    .orderBy('pid')
    .execute();
