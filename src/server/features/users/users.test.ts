import { expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { bearer, createPerson, createProject, createTeam, tokenOf } from '../../../../test/support/factories.ts';
import { sha256 } from '../../lib/secrets.ts';

const muster = useApp({ env: { RATE_LIMIT_SCALE: '1000' } });

type Headers = Record<string, string>;
const signedIn = async (person: { uid: string }): Promise<Headers> => bearer(await tokenOf(muster, person));
const get = (url: string, headers: Headers = {}) => muster.call({ url, headers });
const search = async (query: string, headers: Headers) => (await get(`/api/users?${query}`, headers)).json();

/** Names of one test begin with letters of its own, so that tests do not see each other's people. */
async function people(wanted: string[], fields: Parameters<typeof createPerson>[1] = {}) {
  const made = [];
  for (const name of wanted) made.push(await createPerson(muster, { ...fields, name }));
  return made;
}

test('a person shows what they chose, and the address itself never', async () => {
  const [open, keyed, hidden] = [
    await createPerson(muster, { name: 'Chooser A' }),
    await createPerson(muster, { name: 'Chooser B', listing: 'keyed' }),
    await createPerson(muster, { name: 'Chooser C', listing: 'hidden' }),
  ];
  const page = await search('q=chooser', await signedIn(open));
  expect(page.data).toEqual([
    { uid: open.uid, name: 'Chooser A', email_hash: sha256(open.email) },
    { uid: keyed.uid, name: 'Chooser B', email_hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    { uid: hidden.uid, name: 'Chooser C', email_hash: null },
  ]);
  expect(page.data[1].email_hash).not.toBe(sha256(keyed.email));
  expect(JSON.stringify(page)).not.toContain('@');
});

test('resume and history are for others only if the person shows them', async () => {
  const [ada, eve] = [await createPerson(muster, { name: 'Ada' }), await createPerson(muster, { name: 'Eve' })];
  const pid = await createProject(muster, { name: 'Camp' });
  const tid = await createTeam(muster, pid, { name: 'Venue', chiefs: [ada] });
  const headers = { ada: await signedIn(ada), eve: await signedIn(eve) };
  const profile = { name: 'Ada', intro: 'Hi', listing: 'public', resume_public: false, history_public: false };
  const put = (url: string, payload: object) => muster.call({ method: 'PUT', url, headers: headers.ada, payload });
  await put('/api/me/profile', profile);
  await put('/api/me/resume', { markdown: '# Ada' });
  const url = `/api/users/${ada.uid}`;
  const shown = {
    uid: ada.uid,
    name: 'Ada',
    intro: 'Hi',
    email_hash: sha256(ada.email),
    rights: { suspend: false, appoint: false },
  };
  const history = [{ pid, project: 'Camp', tid, team: 'Venue', role: 'chief' }];
  expect((await get(url, headers.eve)).json()).toEqual({ ...shown, resume: null, history: null });
  expect((await get(url, headers.ada)).json()).toEqual({ ...shown, resume: '# Ada', history });
  await put('/api/me/profile', { ...profile, resume_public: true });
  expect((await get(url, headers.eve)).json()).toEqual({ ...shown, resume: '# Ada', history: null });
  await put('/api/me/profile', { ...profile, history_public: true });
  expect((await get(url, headers.eve)).json()).toEqual({ ...shown, resume: null, history });
});

test('nobody else is there: 401 without a caller, 404 for the unknown, 400 for what is no identifier', async () => {
  const headers = await signedIn(await createPerson(muster));
  expect((await get('/api/users')).statusCode).toBe(401);
  expect((await get('/api/users/abc')).statusCode).toBe(401);
  expect((await get('/api/users/abc', headers)).statusCode).toBe(404);
  expect((await get('/api/users/%00', headers)).statusCode).toBe(400);
});

test.each([
  ['q=%00', '/querystring/q'],
  [`q=${'a'.repeat(101)}`, '/querystring/q'],
  ['limit=0', '/querystring/limit'],
  ['limit=201', '/querystring/limit'],
  ['limit=9007199254740993', '/querystring/limit'],
  ['cursor=x', '/querystring/cursor'],
  [`q=b&cursor=${Buffer.from('["a","a"]').toString('base64url')}`, '/querystring/cursor'],
  [`cursor=${Buffer.from('["a\\u0000","a"]').toString('base64url')}`, '/querystring/cursor'],
  ['suspended=perhaps', '/querystring/suspended'],
  ['email=a', '/querystring/email'],
])('the search refuses %s, naming %s', async (query, pointer) => {
  const response = await get(`/api/users?${query}`, await signedIn(await createPerson(muster)));
  expect(response.statusCode).toBe(400);
  expect(response.json().errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer);
});

test('the number of queries is the same for one person and for fifty', async () => {
  const [one] = await people(['Count A']);
  const headers = await signedIn(one ?? { uid: '' });
  const count = async () => {
    const before = muster.db.queryCount();
    const { data } = await search('q=count', headers);
    return { rows: data.length, queries: muster.db.queryCount() - before };
  };
  expect(await count()).toEqual({ rows: 1, queries: 2 });
  await people(Array.from({ length: 49 }, (_, i) => `Count B${i}`));
  expect(await count()).toEqual({ rows: 50, queries: 2 });
});
