import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestApp } from '../../../../test/support/app.ts';
import type { TestApp } from '../../../../test/support/app.ts';
import { bearer, createPerson, tokenOf } from '../../../../test/support/factories.ts';
import { applyRetention } from './retention.service.ts';

const day = 86_400;
const bank = { code: '004', number: '99887766', branch: '', holder: 'Ada Secret' };

let muster: TestApp;
beforeEach(async () => {
  muster = await startTestApp({ env: { RETENTION_PRIVATE_MONTHS: '24' } });
});
afterEach(() => muster[Symbol.asyncDispose]());

/** Somebody in no project, with a bank account and a way in that outlives two years. */
async function personWithBank() {
  const person = await createPerson(muster);
  const headers = bearer(await tokenOf(muster, person, { days: 2000 }));
  const put = await muster.call({ method: 'PUT', url: '/api/me/bank', headers, payload: bank });
  expect(put.statusCode).toBe(200);
  return { ...person, headers };
}

const keep = async () =>
  (await muster.db.read.selectFrom('private_data').select('uid').distinct().execute()).map(({ uid }) => uid);

test('reading with an API token counts as activity and keeps private data', async () => {
  const [active, idle] = [await personWithBank(), await personWithBank()];
  await muster.services.authenticator.flush();
  muster.clock.advance(700 * day);
  // A read: it leaves no entry in the audit log, and there is no session.
  expect((await muster.call({ url: '/api/me', headers: active.headers })).statusCode).toBe(200);
  await muster.services.authenticator.flush();
  muster.clock.advance(100 * day);
  expect(await applyRetention(muster.services, { dryRun: false })).toMatchObject({ private_data: 1 });
  expect(await keep()).toEqual([active.uid]);
  expect(await keep()).not.toContain(idle.uid);
});

test('a token that was used too long ago does not count as activity', async () => {
  const idle = await personWithBank();
  await muster.services.authenticator.flush();
  muster.clock.advance(800 * day);
  expect(await keep()).toEqual([idle.uid]);
  expect(await applyRetention(muster.services, { dryRun: false })).toMatchObject({ private_data: 1 });
  expect(await keep()).toEqual([]);
});
