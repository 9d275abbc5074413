import { expect, test } from 'vitest';
import { startTestApp } from '../../../../test/support/app.ts';
import type { TestApp } from '../../../../test/support/app.ts';
import { bearer, browserOf, createPerson } from '../../../../test/support/factories.ts';

const day = 86_400;

async function credentialsOf(muster: TestApp, person: { uid: string }): Promise<object> {
  const headers = await browserOf(muster, person);
  const response = await muster.call({ method: 'POST', url: '/api/me/exchange-credentials', headers });
  const { username, password } = response.json();
  return { username, password };
}

const exchange = (muster: TestApp, payload: object) => muster.call({ method: 'POST', url: '/api/token', payload });

test.each([
  ['longer than the operator allows', { expires_in_days: 365 }, 30],
  ['as long as the operator allows', { expires_in_days: 30 }, 30],
  ['shorter', { expires_in_days: 29 }, 29],
  ['not said', {}, 30],
])('a token with a lifetime of %s expires in time', async (_, wanted, lives) => {
  await using muster = await startTestApp({ env: { TOKEN_TTL_DAYS: '30' } });
  const person = await createPerson(muster);
  const answer = await exchange(muster, { ...(await credentialsOf(muster, person)), ...wanted });
  expect([answer.statusCode, answer.json().expires_in]).toEqual([200, lives * day]);
  const headers = bearer(answer.json().access_token);
  muster.clock.advance(lives * day - 1);
  expect((await muster.call({ url: '/api/me', headers })).statusCode).toBe(200);
  muster.clock.advance(1);
  expect((await muster.call({ url: '/api/me', headers })).json()).toMatchObject({ status: 401, code: 'expired_token' });
});

test('credentials from before a suspension stay invalid when it is lifted', async () => {
  await using muster = await startTestApp();
  const [admin, person] = [await createPerson(muster, { administrator: true }), await createPerson(muster)];
  const headers = await browserOf(muster, admin);
  const credentials = await credentialsOf(muster, person);
  const url = `/api/users/${person.uid}/suspension`;
  expect((await muster.call({ method: 'PUT', url, headers, payload: {} })).statusCode).toBe(204);

  const [suspended, wrong] = [
    await exchange(muster, credentials),
    await exchange(muster, { ...credentials, password: 'guess' }),
  ];
  const bodyOf = (answer: typeof wrong) => ({ ...answer.json(), request_id: '' });
  expect(bodyOf(suspended)).toEqual(bodyOf(wrong));
  expect([suspended.statusCode, suspended.json().code]).toEqual([401, 'invalid_credentials']);
  const tokens = await muster.db.read.selectFrom('api_tokens').select('id').where('uid', '=', person.uid).execute();
  expect(tokens).toEqual([]);

  expect((await muster.call({ method: 'DELETE', url, headers })).statusCode).toBe(204);
  expect((await exchange(muster, credentials)).statusCode).toBe(401);
});
