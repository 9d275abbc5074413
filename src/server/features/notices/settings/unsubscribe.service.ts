import { mailKinds } from '../../../../shared/notice-kinds.ts';
import type { NoticeKind } from '../../../../shared/notice-kinds.ts';
import type { Db } from '../../../db/db.ts';
import { fail } from '../../../errors.ts';
import type { Clock } from '../../../lib/clock.ts';
import { sign, signatureState } from '../../../lib/seal.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { lockPerson } from './settings.queries.ts';
import { turnOff } from './settings.service.ts';

const context = 'unsubscribe';

/** For the header of RFC 8058: works without signing in, and only turns mail off. */
export function unsubscribeLink(keys: Keyring, baseUrl: string, uid: string, kinds: readonly NoticeKind[]): string {
  const claim = [uid, ...kinds].join(' ');
  const code = Buffer.from(`${claim}\n${sign(keys, context, claim)}`).toString('base64url');
  return `${baseUrl}/api/unsubscribe?code=${code}`;
}

type Services = { db: Db; clock: Clock; keys: Keyring };

export async function unsubscribe({ db, clock, keys }: Services, code: string): Promise<void> {
  const [claim = '', signature = ''] = Buffer.from(code, 'base64url').toString('utf8').split('\n', 2);
  if (signatureState(keys, context, claim, signature) !== 'valid') fail('invalid_link');
  const [uid = '', ...names] = claim.split(' ');
  // Kinds of an earlier version may no longer exist.
  const kinds = mailKinds.filter((kind) => names.includes(kind));
  await db.transaction(async (trx) => {
    if (!(await lockPerson(trx, uid))) return fail('invalid_link');
    await turnOff(trx, clock.now(), uid, kinds);
  });
}
