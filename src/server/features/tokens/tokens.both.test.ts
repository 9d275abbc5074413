import { expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { bearer, browserOf, createPerson, tokenOf } from '../../../../test/support/factories.ts';

const muster = useApp();

type Credentials = { username: string; password: string; expires_at: string };

async function credentialsOf(person: { uid: string }): Promise<Credentials> {
  const headers = await browserOf(muster, person);
  const response = await muster.call({ method: 'POST', url: '/api/me/exchange-credentials', headers });
  expect(response.statusCode).toBe(201);
  return response.json();
}

const exchange = (payload: object) => muster.call({ method: 'POST', url: '/api/token', payload });

test('one-time credentials are exchanged for a working token', async () => {
  const person = await createPerson(muster);
  const { username, password } = await credentialsOf(person);
  const response = await exchange({ username, password });
  expect(response.statusCode).toBe(200);
  expect(response.json()).toEqual({
    access_token: expect.stringMatching(/^mst_[0-9a-z]{52}_[0-9a-f]{8}$/),
    token_type: 'bearer',
    expires_in: 90 * 86_400,
    scope: 'write',
  });
  const me = await muster.call({ url: '/api/me', headers: bearer(response.json().access_token) });
  expect(me.json()).toMatchObject({ uid: person.uid, email: person.email });
  const entries = await muster.db.read.selectFrom('audit').select('kind').where('subject', '=', person.uid).execute();
  expect(entries.map(({ kind }) => kind)).toContain('token.created');
});

test('the OAuth 2 password grant as a form is accepted, too', async () => {
  const { username, password } = await credentialsOf(await createPerson(muster));
  const response = await muster.call({
    method: 'POST',
    url: '/api/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: 'Basic Og==' },
    payload: new URLSearchParams({ grant_type: 'password', username, password, scope: '', client_id: '' }).toString(),
  });
  expect(response.statusCode).toBe(200);
});

test('wrong, used, expired, blocked and unknown credentials get the same response', async () => {
  const person = await createPerson(muster);
  const used = await credentialsOf(person);
  await exchange({ username: used.username, password: used.password });
  const burned = await credentialsOf(person);
  for (let i = 0; i < 5; i += 1) await exchange({ username: burned.username, password: 'guess' });
  const wrong = await credentialsOf(person);
  const expired = await credentialsOf(person);
  const answers = [
    await exchange({ username: used.username, password: used.password }),
    await exchange({ username: burned.username, password: burned.password }),
    await exchange({ username: wrong.username, password: 'guess' }),
    await exchange({ username: 'x-nobody', password: 'guess' }),
  ];
  muster.clock.advance(301);
  answers.push(await exchange({ username: expired.username, password: expired.password }));
  const bodies = answers.map((answer) => ({ ...answer.json(), request_id: '', status: answer.statusCode }));
  expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
  expect(bodies[0]).toMatchObject({ status: 401, code: 'invalid_credentials' });
  expect(answers[0]?.headers['www-authenticate']).toMatch(/^Bearer/);
});

test('a hundred concurrent exchanges of one credential give one token', async () => {
  const { username, password } = await credentialsOf(await createPerson(muster));
  const answers = await Promise.all(Array.from({ length: 100 }, () => exchange({ username, password })));
  const statuses = answers.map((answer) => answer.statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 401)).toHaveLength(99);
});

test('a token cannot create credentials for another token', async () => {
  const token = await tokenOf(muster, await createPerson(muster));
  const response = await muster.call({ method: 'POST', url: '/api/me/exchange-credentials', headers: bearer(token) });
  expect(response.statusCode).toBe(403);
  expect(response.json()).toMatchObject({ code: 'browser_only' });
});

test('tokens are listed in pages, newest first, without the secret, and a revoked one disappears at once', async () => {
  const person = await createPerson(muster);
  const tokens = [];
  for (let i = 0; i < 3; i += 1) {
    tokens.push(await tokenOf(muster, person));
    muster.clock.advance(1);
  }
  const headers = bearer(tokens[2] ?? '');
  const first = (await muster.call({ url: '/api/me/tokens?limit=2', headers })).json();
  expect(first.data).toHaveLength(2);
  const second = (await muster.call({ url: `/api/me/tokens?limit=2&cursor=${first.next}`, headers })).json();
  expect(second.next).toBeNull();
  const listed = [...first.data, ...second.data];
  expect(listed.map((token: { prefix: string }) => token.prefix)).toEqual(
    tokens.map((token) => token.slice(0, 10)).toReversed(),
  );
  for (const token of tokens) expect(JSON.stringify(listed)).not.toContain(token);

  const oldest = listed[2].id;
  const revoke = () => muster.call({ method: 'DELETE', url: `/api/me/tokens/${oldest}`, headers });
  expect((await revoke()).statusCode).toBe(204);
  expect((await revoke()).statusCode).toBe(204);
  const after = await muster.call({ url: '/api/me', headers: bearer(tokens[0] ?? '') });
  expect(after.statusCode).toBe(401);
  expect(after.json()).toMatchObject({ code: 'revoked_token' });
});

test("another person's token cannot be seen or revoked", async () => {
  const [ada, eve] = [await createPerson(muster), await createPerson(muster)];
  const adas = await tokenOf(muster, ada);
  const id = (await muster.call({ url: '/api/me/tokens', headers: bearer(adas) })).json().data[0].id;
  const eves = bearer(await tokenOf(muster, eve));
  expect((await muster.call({ method: 'DELETE', url: `/api/me/tokens/${id}`, headers: eves })).statusCode).toBe(404);
  expect((await muster.call({ url: '/api/me', headers: bearer(adas) })).statusCode).toBe(200);
});

test('a name, a shorter lifetime and a read-only scope can be chosen at the exchange', async () => {
  const { username, password } = await credentialsOf(await createPerson(muster));
  const answer = (await exchange({ username, password, name: 'staff page', scope: 'read', expires_in_days: 7 })).json();
  expect(answer).toMatchObject({ scope: 'read', expires_in: 7 * 86_400 });
  const headers = bearer(answer.access_token);
  const [token] = (await muster.call({ url: '/api/me/tokens', headers })).json().data;
  expect(token).toMatchObject({ name: 'staff page', scope: 'read' });
  const write = await muster.call({ method: 'DELETE', url: `/api/me/tokens/${token.id}`, headers });
  expect(write.statusCode).toBe(403);
  expect(write.json()).toMatchObject({ code: 'read_only_token' });
});

test.each([
  [{}, '/username'],
  [{ username: 'a' }, '/password'],
  [{ username: 'a', password: 1 }, '/password'],
  [{ username: 'a', password: 'b', extra: 1 }, '/extra'],
  [{ username: 'a\u0000', password: 'b' }, '/username'],
  [{ username: 'a', password: 'b', scope: 'everything' }, '/scope'],
])('invalid input %j is rejected with a pointer to %s', async (payload, pointer) => {
  const response = await exchange(payload);
  expect(response.statusCode).toBe(400);
  expect(response.json().errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer);
});

test('the last use is recorded, but not with every request', async () => {
  using _still = muster.clock.freeze();
  const person = await createPerson(muster);
  const headers = bearer(await tokenOf(muster, person));
  await muster.call({ url: '/api/me', headers });
  await muster.services.authenticator.flush();
  const before = muster.db.queryCount();
  for (let i = 0; i < 10; i += 1) await muster.call({ url: '/api/me', headers });
  await muster.services.authenticator.flush();
  expect(muster.db.queryCount() - before).toBe(70);
  const [token] = (await muster.call({ url: '/api/me/tokens', headers })).json().data;
  expect(token.last_used_at).toBe(muster.clock.now().toISOString());
});

test('credentials for a token that reads private data need a recent proof, and the person gets an email', async () => {
  const person = await createPerson(muster);
  const headers = await browserOf(muster, person);
  const post = (url: string) => muster.call({ method: 'POST', url, headers });
  const mails = async () => (await muster.deliver()).filter(({ to }) => to === person.email);
  const exchanged = async (answer: { json: () => Credentials }): Promise<{ access_token: string }> => {
    const { username, password } = answer.json();
    return (await exchange({ username, password })).json();
  };
  const privately = '/api/me/exchange-credentials?scope=private:read';
  const created = await post(privately);
  expect(created.statusCode).toBe(201);
  const { access_token } = await exchanged(created);
  const [mail, ...others] = await mails();
  expect([mail?.subject, others]).toEqual(['An API token can read your private data', []]);
  expect(mail?.text).toContain('/api-access\n');
  const { id } = (await muster.call({ url: '/api/me/tokens', headers: bearer(access_token) })).json().data[0];

  muster.clock.advance(15 * 60 + 1);
  for (const url of [privately, `/api/me/tokens/${id}/renewal`]) {
    const refused = await post(url);
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'sign_in_again']);
  }
  expect((await post('/api/me/exchange-credentials')).statusCode).toBe(201);
  const own = bearer((await exchanged(await post('/api/me/exchange-credentials'))).access_token);
  const [{ id: unprivileged }] = (await muster.call({ url: '/api/me/tokens', headers: own })).json().data;
  expect((await post(`/api/me/tokens/${unprivileged}/renewal`)).statusCode).toBe(201);
  expect(await mails()).toEqual([]);

  Object.assign(headers, await browserOf(muster, person));
  expect((await post(`/api/me/tokens/${id}/renewal`)).statusCode).toBe(201);
  expect((await mails())[0]?.text).toContain('was renewed');
  const { data } = (await muster.call({ url: '/api/me/notices', headers })).json();
  expect(data.map(({ texts }: { texts: string[] }) => texts)).toEqual([
    ['security.private_token.renewed'],
    ['security.private_token.created'],
  ]);
});

test('a token reads private data only with the scope that was chosen in the browser', async () => {
  const person = await createPerson(muster);
  const headers = await browserOf(muster, person);
  const tokenWith = async (search: string) => {
    const url = `/api/me/exchange-credentials${search}`;
    const { username, password } = (await muster.call({ method: 'POST', url, headers })).json();
    return bearer((await exchange({ username, password })).json().access_token);
  };
  const [plain, reading] = [await tokenWith(''), await tokenWith('?scope=private:read')];
  const payload = { code: '004', number: '12345', branch: '', holder: 'Ada' };
  // Writing one's own data stays possible with any token.
  const written = await muster.call({ method: 'PUT', url: '/api/me/bank', headers: plain, payload });
  expect(written.statusCode).toBe(200);
  for (const url of ['/api/me/bank', '/api/me/address', '/api/me/dietary-habits', '/api/me/real-profile']) {
    const refused = await muster.call({ url, headers: plain });
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'private_scope_required']);
    expect((await muster.call({ url, headers: reading })).statusCode).toBe(200);
    expect((await muster.call({ url, headers })).statusCode).toBe(200);
  }
  const { data } = (await muster.call({ url: '/api/me/tokens', headers })).json();
  expect(data.map((token: { private_read: boolean }) => token.private_read)).toEqual([true, false]);
  const bad = await muster.call({ method: 'POST', url: '/api/me/exchange-credentials?scope=all', headers });
  expect(bad.statusCode).toBe(400);
});
