import type { ProjectScope, TeamScope } from '../../../auth/project-role.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import type { Decided } from './applications.queries.ts';

/** How many places of each team are promised to people who do not know yet. */
export const countPromised = (trx: Trx, { pid }: ProjectScope, tids: readonly string[]) =>
  trx
    .selectFrom('applications')
    .select(({ fn }) => ['tid', fn.countAll<number>().as('count')])
    .where('pid', '=', pid)
    .where('tid', 'in', tids)
    .where('pending', '=', 'accepted')
    .groupBy('tid')
    .execute();

type Stamp = { decided_at: string; decided_by: string | null };
type QuietStamp = Stamp & { made_with: string };

/** Decided, and known only to those who decide until it is published. */
export async function decideQuietly(
  trx: Trx,
  { pid, tid }: TeamScope,
  uids: readonly string[],
  pending: Decided,
  stamp: QuietStamp,
): Promise<void> {
  await trx
    .updateTable('applications')
    .set({ pending, ...stamp })
    .where('pid', '=', pid)
    .where('tid', '=', tid)
    .where('uid', 'in', uids)
    .where('state', '=', 'sent')
    .execute();
}

/** Decided, and known to the person. Adding the person to the team is another step. */
export async function decideOpenly(
  trx: Trx,
  { pid, tid }: TeamScope,
  uids: readonly string[],
  state: Decided,
  stamp: Partial<Stamp>,
): Promise<void> {
  await trx
    .updateTable('applications')
    .set({ state, pending: null, made_with: null, ...stamp })
    .where('pid', '=', pid)
    .where('tid', '=', tid)
    .where('uid', 'in', uids)
    .execute();
}

export async function writeNote(trx: Trx, { pid, tid }: TeamScope, uid: string, note: string): Promise<void> {
  await trx
    .updateTable('applications')
    .set({ note })
    .where('pid', '=', pid)
    .where('tid', '=', tid)
    .where('uid', '=', uid)
    .execute();
}

/** People with decisions that are not published, by uid. */
export const listUnpublished = async (
  read: Reader,
  { pid }: ProjectScope,
  after: string,
  limit: number,
): Promise<string[]> => {
  const rows = await read
    .selectFrom('applications')
    .innerJoin('people', 'people.uid', 'applications.uid')
    .select('applications.uid')
    .distinct()
    .where('applications.pid', '=', pid)
    .where('applications.pending', 'is not', null)
    .where('applications.uid', '>', after)
    .where('people.suspended_at', 'is', null)
    .orderBy('applications.uid')
    .limit(limit)
    .execute();
  return rows.map(({ uid }) => uid);
};

export const listNames = (read: Reader, uids: readonly string[]) =>
  read.selectFrom('people').select(['uid', 'name', 'email', 'language']).where('uid', 'in', uids).execute();
