import { sortKey } from '../lib/text.ts';
import { changedAny, changedOne } from './changed-one.ts';
import type { Reader, Trx } from './db.ts';

const maxLength = 100;

/** One line, as long as names of people can be, without half of a character at the end. */
export const thanksName = (typed: string): string =>
  typed
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, maxLength)
    .replace(/[\uD800-\uDBFF]$/, '');

export const findThanksName = (read: Reader, pid: string, uid: string) =>
  read
    .selectFrom('thanks_names')
    .select(['name', 'agreed_at', 'hidden_at'])
    .where('pid', '=', pid)
    .where('uid', '=', uid)
    .executeTakeFirst();

type Agreed = { pid: string; uid: string; name: string; agreed_at: string };

/** The person agrees to be thanked in public. What organisers have hidden stays hidden. False if nothing changes. */
export async function agreeToThanks(trx: Trx, { name: typed, ...row }: Agreed): Promise<boolean> {
  const name = thanksName(typed);
  const values = { name, sort_key: sortKey(name) };
  return changedOne(
    trx
      .insertInto('thanks_names')
      .values({ ...row, ...values })
      .onConflict((conflict) =>
        conflict.columns(['pid', 'uid']).doUpdateSet(values).where('thanks_names.name', '!=', name),
      ),
  );
}

/** False if there was nothing to withdraw. */
export const withdrawFromThanks = (trx: Trx, pid: string, uid: string): Promise<boolean> =>
  changedAny(trx.deleteFrom('thanks_names').where('pid', '=', pid).where('uid', '=', uid));
