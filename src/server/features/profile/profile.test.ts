import { expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { bearer, createPerson, createProject, createTeam, tokenOf } from '../../../../test/support/factories.ts';

const muster = useApp();

const signedIn = async (person: { uid: string }) => bearer(await tokenOf(muster, person));
const get = (url: string, headers: object) => muster.call({ url, headers: { ...headers } });
const put = (url: string, headers: object, payload: object) =>
  muster.call({ method: 'PUT', url, headers: { ...headers }, payload });

const profile = { name: 'Ada', intro: 'Hello', listing: 'public', resume_public: false, history_public: false };

test('fields that were never set are empty, not missing', async () => {
  const headers = await signedIn(await createPerson(muster, { name: '' }));
  expect((await get('/api/me/profile', headers)).json()).toEqual({
    ...profile,
    name: '',
    intro: '',
    language: null,
    ask_again: true,
  });
  expect((await get('/api/me/resume', headers)).json()).toEqual({ markdown: '' });
});

test('a profile reads back as written and is in the listing at once', async () => {
  const person = await createPerson(muster, { name: 'Ada' });
  const pid = await createProject(muster);
  await createTeam(muster, pid, { members: [person] });
  const headers = await signedIn(person);
  expect((await muster.call(`/api/members/${pid}`)).body).toContain('"name":"Ada"');
  const wanted = {
    name: '  王小明 ',
    intro: '# 你好\n\n*hi*',
    listing: 'keyed',
    resume_public: true,
    history_public: true,
    language: 'zh-TW',
    ask_again: true,
  };
  const written = await put('/api/me/profile', headers, wanted);
  expect(written.statusCode).toBe(200);
  expect(written.json()).toEqual({ ...wanted, name: '王小明' });
  const read = await get('/api/me/profile', headers);
  expect(read.json()).toEqual(written.json());
  expect(read.headers.etag).toBe(written.headers.etag);
  const listing = (await muster.call(`/api/members/${pid}`)).json();
  expect(listing.data[0].members[0].name).toBe('王小明');
  const me = (await get('/api/me', headers)).json();
  expect(listing.data[0].members[0].email_hash).toBe(me.email_hash);

  await put('/api/me/profile', headers, { ...wanted, listing: 'hidden' });
  expect((await muster.call(`/api/members/${pid}`)).json().data[0].members).toEqual([]);
});

test('a new name changes the position in sorted lists', async () => {
  const person = await createPerson(muster, { name: 'Zoe' });
  await put('/api/me/profile', await signedIn(person), { ...profile, name: 'Ágnes' });
  const row = await muster.db.read.selectFrom('people').select('sort_key').where('uid', '=', person.uid).execute();
  expect(row).toEqual([{ sort_key: 'agnes' }]);
});

test('with If-Match one of two writers succeeds, from the first write on', async () => {
  for (const [url, bodies] of [
    ['/api/me/profile', [profile, { ...profile, name: 'Eve' }]],
    ['/api/me/resume', [{ markdown: 'a' }, { markdown: 'b' }]],
  ] as const) {
    const headers = await signedIn(await createPerson(muster));
    const tag = { 'if-match': String((await get(url, headers)).headers.etag) };
    const answers = await Promise.all(bodies.map((body) => put(url, { ...headers, ...tag }, body)));
    expect(answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([200, 412]);
    const winner = answers.find((answer) => answer.statusCode === 200);
    expect((await get(url, headers)).json()).toEqual(winner?.json());
    const next = { 'if-match': String(winner?.headers.etag) };
    expect((await put(url, { ...headers, ...next }, bodies[0])).statusCode).toBe(200);
    expect((await put(url, { ...headers, 'if-match': '"other"' }, bodies[0])).json().code).toBe('stale');
  }
});

test('each write has an audit entry with the names of the fields, never their values', async () => {
  const person = await createPerson(muster, { name: 'Ada' });
  const headers = await signedIn(person);
  await put('/api/me/profile', headers, { ...profile, intro: 'a secret hobby' });
  await put('/api/me/resume', headers, { markdown: 'a secret job' });
  const rows = await muster.db.read
    .selectFrom('audit')
    .select(['kind', 'subject', 'detail'])
    .where('actor', '=', person.uid)
    .orderBy('id')
    .execute();
  expect(rows).toHaveLength(2);
  expect(rows).toEqual(
    expect.arrayContaining([
      { kind: 'profile.changed', subject: person.uid, detail: '{"fields":"intro"}' },
      { kind: 'profile.changed', subject: person.uid, detail: '{"fields":"resume"}' },
    ]),
  );
});

test('without a signed-in person there is no profile', async () => {
  for (const url of ['/api/me/profile', '/api/me/resume']) {
    expect((await muster.call(url)).json().code).toBe('not_signed_in');
    expect((await put(url, {}, profile)).statusCode).toBe(401);
    const readOnly = bearer(await tokenOf(muster, await createPerson(muster), { scope: 'read' }));
    expect((await put(url, readOnly, profile)).json().code).toBe('read_only_token');
  }
});

test.each([
  ['/api/me/profile', { ...profile, name: '' }, '/name'],
  ['/api/me/profile', { ...profile, name: '   ' }, '/name'],
  ['/api/me/profile', { ...profile, name: 'a'.repeat(101) }, '/name'],
  ['/api/me/profile', { ...profile, name: 'a\u0000b' }, '/name'],
  ['/api/me/profile', { ...profile, name: 'a\ud800' }, '/name'],
  ['/api/me/profile', { ...profile, name: 'a\nb' }, '/name'],
  ['/api/me/profile', { ...profile, name: 1 }, '/name'],
  ['/api/me/profile', { ...profile, intro: 'a'.repeat(2001) }, '/intro'],
  ['/api/me/profile', { ...profile, intro: '\u0000' }, '/intro'],
  ['/api/me/profile', { ...profile, intro: '\udfff' }, '/intro'],
  ['/api/me/profile', { ...profile, intro: '\u0007' }, '/intro'],
  ['/api/me/profile', { ...profile, intro: null }, '/intro'],
  ['/api/me/profile', { ...profile, listing: 'secret' }, '/listing'],
  ['/api/me/profile', { ...profile, resume_public: 'yes' }, '/resume_public'],
  ['/api/me/profile', { ...profile, history_public: 2 ** 53 + 2 }, '/history_public'],
  ['/api/me/profile', { ...profile, administrator: true }, '/administrator'],
  ['/api/me/profile', { name: 'Ada' }, '/intro'],
  ['/api/me/resume', { markdown: 'a'.repeat(20_001) }, '/markdown'],
  ['/api/me/resume', { markdown: 'a\u0000' }, '/markdown'],
  ['/api/me/resume', { markdown: '\ud800' }, '/markdown'],
  ['/api/me/resume', { markdown: 3 }, '/markdown'],
  ['/api/me/resume', {}, '/markdown'],
  ['/api/me/resume', { markdown: '', html: '' }, '/html'],
])('%s rejects invalid input %# with a pointer to %s', async (url, payload, pointer) => {
  const headers = await signedIn(await createPerson(muster));
  const before = (await get(url, headers)).body;
  const response = await put(url, headers, payload);
  expect(response.statusCode).toBe(400);
  expect(response.json().errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer);
  expect((await get(url, headers)).body).toBe(before);
});
