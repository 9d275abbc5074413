import type { Reader } from '../../db/db.ts';

/** Whether the account exists, and owns the project if one is given. */
export const isStillFor = async (read: Reader, { uid, owns }: { uid: string; owns?: string }): Promise<boolean> =>
  (await read
    .selectFrom('people')
    .select('people.uid')
    .where('people.uid', '=', uid)
    .$if(owns !== undefined, (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom('project_owners')
            .select('project_owners.uid')
            .whereRef('project_owners.uid', '=', 'people.uid')
            .where('project_owners.pid', '=', owns ?? ''),
        ),
      ),
    )
    .executeTakeFirst()) !== undefined;

export const findOpenInvitation = (read: Reader, id: string, now: string) =>
  read
    .selectFrom('invitations')
    .select(['pid', 'tid', 'role', 'invited_by', 'made_with'])
    .where('id', '=', id)
    .where('held', '=', 0)
    .where('expires_at', '>', now)
    .executeTakeFirst();
