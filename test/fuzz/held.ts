import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Trx } from '../../src/server/db/db.ts';
import type { TestApp } from '../support/app.ts';
import { openConnection } from '../support/servers/raw-connection.ts';
import { stateOf } from '../support/world/world-state.ts';
import { urlOf } from './drafts.ts';
import type { Draft } from './drafts.ts';
import type { Actor, Violation } from './judge.ts';
import type { Random } from './random.ts';

const pauseMs = 20;

/** What suspended people can still do: confirm that it is them, and erase their account. */
const openToSuspended = /^(DELETE \/api\/me\/?|POST \/api\/me\/confirmation(\/[a-z-]+)?)$/;

/** After each of these the caller can change nothing, except for the above. */
const losses: Record<string, (trx: Trx, uid: string, at: string) => Promise<unknown>> = {
  suspension: (trx, uid, at) => trx.updateTable('people').set({ suspended_at: at }).where('uid', '=', uid).execute(),
  'sign-out everywhere': async (trx, uid, at) => {
    await trx.deleteFrom('sessions').where('uid', '=', uid).execute();
    await trx.updateTable('api_tokens').set({ revoked_at: at }).where('uid', '=', uid).execute();
  },
};

/** Requests whose body can be held back. Signing in and out needs no rights, so it is no matter who asks. */
export const canBeHeld = ({ method, path }: Draft): boolean =>
  /^(?:POST|PUT|PATCH|DELETE)$/.test(method) && !/^\/api\/(?:sign-|token)/.test(path);

/**
 * Sends the headers, takes the caller's rights away and then sends the body. Returns a violation if anything in the
 * caller's world or the foreign one has changed by then.
 */
export async function sendHeld(
  muster: TestApp,
  { own, foreign }: Actor,
  draft: Draft,
  random: Random,
): Promise<Violation | undefined> {
  const body = Buffer.from(draft.body ?? '{}');
  const isOpen = openToSuspended.test(`${draft.method} ${draft.path}`);
  const loss = random.pick(Object.keys(losses).filter((name) => name !== 'suspension' || !isOpen));
  const left = new Set(['content-length', 'transfer-encoding', 'connection', 'expect']);
  const lines = [
    `${draft.method} ${urlOf(draft)} HTTP/1.1`,
    ...(draft.headers.some(([name]) => name === 'host') ? [] : ['host: muster.test']),
    ...draft.headers.filter(([name]) => !left.has(name)).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
    `content-length: ${body.length}`,
  ];
  const { port } = muster.app.server.address() as AddressInfo;
  const connection = await openConnection(`http://127.0.0.1:${port}`);
  const seen = muster.db.queryCount();
  connection.write(`${lines.join('\r\n')}\r\n\r\n`);
  // The gate makes up to three queries; a request that is refused before makes none.
  for (let waited = 0; waited < pauseMs && muster.db.queryCount() < seen + 3; waited += 1) await sleep(1);
  await muster.db.transaction((trx) => losses[loss]?.(trx, own.caller, muster.clock.now().toISOString()) ?? sleep(0));
  const before = [await stateOf(muster.db, own), await stateOf(muster.db, foreign)];
  connection.write(body.toString('latin1'));
  const answer = await connection.closed;
  const after = [await stateOf(muster.db, own), await stateOf(muster.db, foreign)];
  if (JSON.stringify(before) === JSON.stringify(after)) return undefined;
  return { rule: 'held change', detail: `after ${loss}: ${answer.slice(0, 1000)}` };
}
