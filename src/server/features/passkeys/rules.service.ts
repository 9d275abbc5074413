import type { Person } from '../../auth/caller.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/db.ts';
import { fail } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { timestamp } from '../../lib/clock.ts';
import { record } from '../audit/audit.service.ts';
import type { Outbox } from '../outbox/outbox.service.ts';
import { lockPeople } from '../people/people.service.ts';
import { noticeMail } from '../sign-in/notices.service.ts';
import { mayRequirePasskeys } from './passkeys.policy.ts';
import { deletePasskeys, setRequired } from './passkeys.queries.ts';

type Services = { db: Db; config: Config; clock: Clock; outbox: Outbox };

export async function changeRule({ db, clock }: Services, caller: Person, required: boolean): Promise<void> {
  if (required && !mayRequirePasskeys(caller)) return fail('passkey_required');
  await setRule({ db, clock }, caller.uid, required);
}

/**
 * Takes effect with the next request, in every process: each of them reads the rule with its caller. Tells whether it
 * was different before. Without an actor it is the operator, for when nobody is left who could.
 */
export async function setRule(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  actor: string | null,
  required: boolean,
): Promise<boolean> {
  const now = clock.now();
  return db.transaction(async (trx) => {
    if (!(await setRequired(trx, required ? timestamp(now) : null))) return false;
    const kind = required ? 'passkeys.required' : 'passkeys.optional';
    await record(trx, now, { actor, kind, subject: 'installation' });
    return true;
  });
}

/** For somebody who has lost theirs. What their passkeys stood behind loses that; their sessions stay. */
export async function resetPasskeys({ db, config, clock, outbox }: Services, caller: Person, uid: string) {
  const now = clock.now();
  await db.transaction(async (trx) => {
    const [person] = await lockPeople(trx, 'uid', [uid]);
    if (person === undefined) return fail('not_found', { detail: 'There is no such person' });
    const [removed] = await deletePasskeys(trx, uid);
    if (removed === undefined) return;
    await record(trx, now, { actor: caller.uid, kind: 'passkeys.reset', subject: uid });
    await outbox.post(trx, `passkeys-reset:${removed.id}`, noticeMail(config, person.email, 'passkeys_reset'));
  });
}
