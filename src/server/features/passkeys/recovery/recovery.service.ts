import type { Person } from '../../../auth/caller.ts';
import { confirmCaller } from '../../../auth/confirm.ts';
import type { Config } from '../../../config.ts';
import type { Db, Reader, Trx } from '../../../db/db.ts';
import { fail } from '../../../errors.ts';
import type { Clock } from '../../../lib/clock.ts';
import { timestamp } from '../../../lib/clock.ts';
import { newId, newIds, randomText, sha256 } from '../../../lib/secrets.ts';
import { record } from '../../audit/audit.service.ts';
import type { MailQueue } from '../../mail/mail.service.ts';
import { requireUnfrozen } from '../../people/people.service.ts';
import { notifySignInChange } from '../../sign-in/sign-in-notices.service.ts';
import { requireMayChange } from '../passkeys.service.ts';
import {
  clearRecovered,
  deleteCodes,
  listCodes,
  markRecovered,
  replaceCodes,
  consumeRecoveryCode,
} from './recovery.queries.ts';
import type { NewRecoveryCodes, RecoveryCodes } from './recovery.schema.ts';

const codeCount = 10;
/** 80 random bits, 16 characters. */
const codeBytes = 10;

type Services = { db: Db; config: Config; clock: Clock; mailQueue: MailQueue };

export async function describeCodes(read: Reader, uid: string): Promise<RecoveryCodes> {
  const codes = await listCodes(read, uid);
  return {
    remaining: codes.filter(({ used_at }) => used_at === null).length,
    created_at: codes[0]?.created_at ?? null,
  };
}

const shown = (code: string): string => code.match(/.{4}/g)?.join('-') ?? code;

/** Accepts what people type: letters that are not in the alphabet are read as the digit that they look like. */
const normalise = (code: string): string =>
  code
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');

/** Replaces all earlier codes. Needs what changing passkeys needs, because a code can be used instead of one. */
export async function createCodes(services: Services, caller: Person): Promise<NewRecoveryCodes> {
  const { db, clock } = services;
  const { uid, email } = caller;
  const now = clock.now();
  const codes = Array.from({ length: codeCount }, () => randomText(codeBytes));
  const ids = newIds(now, codeCount);
  const created_at = timestamp(now);
  const rows = codes.map((code, index) => ({
    id: ids[index] ?? newId(now),
    uid,
    code_hash: sha256(code),
    created_at,
  }));
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    await requireMayChange(trx, caller, now);
    await replaceCodes(trx, uid, rows);
    await record(trx, now, { actor: uid, kind: 'recovery_codes.created', subject: uid });
    const key = `recovery-codes:${ids[0] ?? ''}`;
    await notifySignInChange(trx, services, { key, uid, to: email, change: 'recovery_codes_created' });
  });
  return { codes: codes.map(shown) };
}

/** An administrator's reset uses it. False if there were none. */
export async function removeCodes(trx: Trx, uid: string): Promise<boolean> {
  await clearRecovered(trx, uid);
  return deleteCodes(trx, uid);
}

/** The session then counts as confirmed with a passkey, so that the person can replace the one they lost. */
export async function useCode(services: Services, caller: Person, code: string): Promise<void> {
  const { db, clock } = services;
  const { uid, email } = caller;
  const now = clock.now();
  const at = timestamp(now);
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    // Codes made by somebody else are a reason to freeze the account, so they must not work meanwhile.
    await requireUnfrozen(trx, uid, now);
    if (!(await consumeRecoveryCode(trx, uid, sha256(normalise(code)), at))) return fail('invalid_recovery_code');
    if (!(await markRecovered(trx, caller.credential.id, at))) return fail('not_signed_in');
    await record(trx, now, { actor: uid, kind: 'recovery_code.used', subject: uid });
    const key = `recovery-code-used:${newId(now)}`;
    await notifySignInChange(trx, services, { key, uid, to: email, change: 'recovery_code_used' });
  });
}
