import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db, Trx } from '../db/db.ts';
import { fail, failField } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import { addSeconds, hours, timestamp } from '../lib/clock.ts';
import { seal, unseal } from '../lib/seal.ts';
import type { Keyring } from '../lib/seal.ts';
import { sha256 } from '../lib/secrets.ts';
import { findAnswer, storeAnswer, claimIdempotencyKey } from './auth.queries.ts';
import { confirmCaller } from './confirm.ts';
import type { Confirmed } from './confirm.ts';
import { callerOf } from './gate.ts';

const lifetimeSeconds = hours(24);
const keyShape = /^[\x21-\x7e]{1,200}$/;

/** `confirmed`: the caller's roles as they are in the transaction. */
type Work<T> = (trx: Trx, confirmed: Confirmed) => Promise<T>;

export type Once = ReturnType<typeof once>;

/**
 * Runs the work of a POST in one transaction, together with its Idempotency-Key if it has one. A second request with the
 * key waits for the first and gets its answer; if the first fails, its transaction rolls back and the key is free again.
 * `others` are people whom the work needs locked (`confirmCaller`).
 */
export function once(db: Db, clock: Clock, keys: Keyring) {
  return async <T>(
    request: FastifyRequest,
    reply: FastifyReply,
    work: Work<T>,
    others: readonly string[] = [],
  ): Promise<T> => {
    const key = request.headers['idempotency-key'];
    const caller = callerOf(request);
    const { uid } = caller;
    const asCaller = (run: Work<T>) =>
      db.transaction(async (trx) => run(trx, await confirmCaller(trx, clock.now(), caller, others)));
    if (key === undefined) return asCaller(work);
    if (typeof key !== 'string' || !keyShape.test(key)) {
      return failField('/headers/idempotency-key', 'must be 1 to 200 visible ASCII characters');
    }
    const context = `idempotency:${uid}:${key}`;
    const now = clock.now();
    const request_hash = sha256(JSON.stringify([request.method, request.url, request.body ?? null]));
    const expires_at = timestamp(addSeconds(now, lifetimeSeconds));
    return asCaller(async (trx, confirmed) => {
      if (await claimIdempotencyKey(trx, { uid, key, request_hash, answer: '', expires_at }, timestamp(now))) {
        const result = await work(trx, confirmed);
        await storeAnswer(trx, uid, key, seal(keys, context, JSON.stringify(result ?? null)));
        return result;
      }
      const stored = await findAnswer(trx, uid, key);
      if (stored === undefined || stored.request_hash !== request_hash) return fail('idempotency_key_reused');
      reply.header('idempotency-replayed', 'true');
      return JSON.parse(unseal(keys, context, stored.answer)) as T;
    });
  };
}
