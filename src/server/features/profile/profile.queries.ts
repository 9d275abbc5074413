import type { Reader, Trx } from '../../db/db.ts';
import { replaceWords } from '../../db/words.ts';

export const findProfile = (read: Reader, uid: string) =>
  read
    .selectFrom('people')
    .select([
      'name',
      'intro',
      'listing',
      'language',
      'resume_public_at',
      'history_public_at',
      'ask_again',
      'profile_revision',
      'resume',
      'resume_revision',
    ])
    .where('uid', '=', uid)
    .executeTakeFirst();

export type ProfileRow = NonNullable<Awaited<ReturnType<typeof findProfile>>>;

type ProfileChange = Pick<
  ProfileRow,
  'name' | 'intro' | 'listing' | 'language' | 'resume_public_at' | 'history_public_at' | 'ask_again'
>;

/** The caller has locked the person and compared the revision. */
export async function updateProfile(
  trx: Trx,
  uid: string,
  change: ProfileChange & { sort_key: string; profile_revision: number },
): Promise<void> {
  await trx.updateTable('people').set(change).where('uid', '=', uid).execute();
  await replaceWords(trx, { uid, sort_key: change.sort_key });
}

export async function updateResume(trx: Trx, uid: string, resume: string, revision: number): Promise<void> {
  await trx.updateTable('people').set({ resume, resume_revision: revision }).where('uid', '=', uid).execute();
}
