import type { Reader, Trx } from '../../../db/db.ts';
import type { CursorKey } from '../../../http/paging.ts';

const choices = (read: Reader, uid: string) =>
  read
    .selectFrom('projects')
    .leftJoin('listing_choices', (join) =>
      join.onRef('listing_choices.pid', '=', 'projects.pid').on('listing_choices.uid', '=', uid),
    )
    .select(['projects.pid', 'projects.name as project', 'projects.listing', 'listing_choices.listed'])
    .select('projects.ends_on');

export const findOwnChoice = (read: Reader, pid: string, uid: string) =>
  choices(read, uid).where('projects.pid', '=', pid).executeTakeFirst();

type Wanted = { limit: number; after: CursorKey<'pid'> | undefined };

/** The choices for public and archived projects in which the person is in an enabled team. */
export const listOwnChoices = (read: Reader, uid: string, { limit, after }: Wanted) =>
  choices(read, uid)
    .where('projects.state', '!=', 'draft')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('memberships')
          .innerJoin('teams', (join) =>
            join.onRef('teams.pid', '=', 'memberships.pid').onRef('teams.tid', '=', 'memberships.tid'),
          )
          .select('memberships.uid')
          .whereRef('memberships.pid', '=', 'projects.pid')
          .where('memberships.uid', '=', uid)
          .where('teams.disabled_at', 'is', null),
      ),
    )
    .$if(after !== undefined, (query) => query.where('projects.pid', '<', after?.pid ?? ''))
    .orderBy('projects.pid', 'desc')
    .limit(limit + 1)
    .execute();

type Choice = { pid: string; uid: string; listed: 0 | 1; chosen_at: string };

export async function saveChoice(trx: Trx, row: Choice): Promise<void> {
  await trx
    .insertInto('listing_choices')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['pid', 'uid']).doUpdateSet({ listed: row.listed, chosen_at: row.chosen_at }),
    )
    .execute();
}

export async function deleteChoice(trx: Trx, pid: string, uid: string): Promise<void> {
  await trx.deleteFrom('listing_choices').where('pid', '=', pid).where('uid', '=', uid).execute();
}

/** How the listing shows people who were just added, for the mail to them. */
export const choicesOf = (trx: Trx, pid: string, uids: readonly string[]) =>
  trx
    .selectFrom('people')
    .leftJoin('listing_choices', (join) =>
      join.onRef('listing_choices.uid', '=', 'people.uid').on('listing_choices.pid', '=', pid),
    )
    .select(['people.uid', 'people.listing as profile', 'listing_choices.listed'])
    .where('people.uid', 'in', uids)
    .orderBy('people.uid')
    .execute();
