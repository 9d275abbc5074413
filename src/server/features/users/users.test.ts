import { expect, test } from 'vitest';
import { realLimits, startTestApp, useApp } from '../../../../test/support/app.ts';
import { bearer, createPerson, createProject, createTeam, tokenOf } from '../../../../test/support/factories.ts';
import { sha256 } from '../../lib/secrets.ts';
import type { UserEntry } from './users.schema.ts';

const muster = useApp();

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

const nothingMore = { email_hint: null, teams: [] };

test('those who choose people from a list see what tells people of the same name apart', async () => {
  const [venue, press, hidden] = [
    await createPerson(muster, { name: 'Same Name' }),
    await createPerson(muster, { name: 'Same Name' }),
    await createPerson(muster, { name: 'Same Name', listing: 'hidden' }),
  ];
  const [chief, owner] = [await createPerson(muster), await createPerson(muster)];
  const pid = await createProject(muster, { name: 'Camp 2026', owners: [owner] });
  await createTeam(muster, pid, { name: 'Venue', members: [venue, hidden] });
  await createTeam(muster, pid, { name: 'Press', chiefs: [press, chief] });
  const hintOf = ({ email }: { email: string }) => `${email.slice(0, 1)}•••${email.slice(email.indexOf('@'))}`;
  for (const who of [chief, owner]) {
    const { data } = await search('q=same', await signedIn(who));
    const byUid = new Map(data.map(({ uid, teams, email_hint }: UserEntry) => [uid, { teams, email_hint }]));
    expect(byUid.get(venue.uid)).toEqual({
      email_hint: hintOf(venue),
      teams: [{ project: 'Camp 2026', team: 'Venue', role: 'member' }],
    });
    expect(byUid.get(press.uid)).toEqual({
      email_hint: hintOf(press),
      teams: [{ project: 'Camp 2026', team: 'Press', role: 'chief' }],
    });
    expect(byUid.get(hidden.uid)).toEqual(nothingMore);
  }
  const { data } = await search('q=same', await signedIn(venue));
  for (const { teams, email_hint } of data as UserEntry[]) expect({ teams, email_hint }).toEqual(nothingMore);
});

test('a profile shows what the person chose, and never the address', async () => {
  const [open, keyed, hidden] = [
    await createPerson(muster, { name: 'Chooser A' }),
    await createPerson(muster, { name: 'Chooser B', listing: 'keyed' }),
    await createPerson(muster, { name: 'Chooser C', listing: 'hidden' }),
  ];
  const pid = await createProject(muster);
  await createTeam(muster, pid, { members: [open, keyed, hidden] });
  const page = await search('q=chooser', await signedIn(open));
  expect(page.data).toEqual([
    { uid: open.uid, name: 'Chooser A', email_hash: sha256(open.email), ...nothingMore },
    { uid: keyed.uid, name: 'Chooser B', email_hash: expect.stringMatching(/^[0-9a-f]{64}$/), ...nothingMore },
    { uid: hidden.uid, name: 'Chooser C', email_hash: null, ...nothingMore },
  ]);
  expect(page.data[1].email_hash).not.toBe(sha256(keyed.email));
  expect(JSON.stringify(page)).not.toContain('@');
});

test('hidden people are found only by people of their projects, organisers they applied to, and administrators', async () => {
  const [hidden, mate, owner, chief, stranger, admin] = [
    await createPerson(muster, { name: 'Nemo Hidden', listing: 'hidden' }),
    await createPerson(muster),
    await createPerson(muster),
    await createPerson(muster),
    await createPerson(muster),
    await createPerson(muster, { administrator: true }),
  ];
  const pid = await createProject(muster, { owners: [owner] });
  const tid = await createTeam(muster, pid, { members: [hidden] });
  await createTeam(muster, pid, { members: [mate] });
  const elsewhere = await createProject(muster);
  const applied = await createTeam(muster, elsewhere, { chiefs: [chief], members: [stranger] });
  const sees = async (person: { uid: string }) => {
    const headers = await signedIn(person);
    const found = await search('q=nemo', headers);
    return [found.data.length, (await get(`/api/users/${hidden.uid}`, headers)).statusCode];
  };
  for (const person of [hidden, mate, owner, admin]) expect(await sees(person)).toEqual([1, 200]);
  for (const person of [stranger, chief]) expect(await sees(person)).toEqual([0, 404]);
  // A name without letters is not in the index of words.
  await createPerson(muster, { name: '☆', listing: 'hidden' });
  expect((await search('q=☆', await signedIn(chief))).data).toEqual([]);
  expect((await search('q=☆', await signedIn(admin))).data).toHaveLength(1);
  const at = muster.clock.now().toISOString();
  const row = {
    pid: elsewhere,
    tid: applied,
    uid: hidden.uid,
    message: '',
    language: 'en',
    created_at: at,
    expires_at: at,
  };
  await muster.db.transaction((trx) => trx.insertInto('applications').values(row).execute());
  expect([await sees(chief), await sees(stranger)]).toEqual([
    [1, 200],
    [0, 404],
  ]);
  await muster.db.transaction((trx) =>
    trx.updateTable('teams').set({ disabled_at: at }).where('pid', '=', pid).where('tid', '=', tid).execute(),
  );
  expect(await sees(mate)).toEqual([0, 404]);
});

test('without a name to look for, people see those of their projects, and administrators everybody', async () => {
  const [one, other, outsider] = await people(['Listed One', 'Listed Other', 'Listed Outsider']);
  if (!one || !other || !outsider) throw new Error('three people');
  await createTeam(muster, await createProject(muster, { owners: [other] }), { members: [one] });
  const names = async (person: { uid: string }, query = '') =>
    (await search(query, await signedIn(person))).data.map(({ name }: { name: string }) => name);
  expect(await names(one)).toEqual(['Listed One', 'Listed Other']);
  expect(await names(outsider)).toEqual([]);
  expect(await names(outsider, 'q=listed')).toEqual(['Listed One', 'Listed Other', 'Listed Outsider']);
  const admin = await createPerson(muster, { administrator: true });
  expect(await names(admin, 'limit=200')).toEqual(expect.arrayContaining(['Listed One', 'Listed Outsider']));
});

test('those who organise nothing cannot read the directory letter by letter, nor search without a limit', async () => {
  await using app = await startTestApp({ env: realLimits });
  const [seeker, owner, mate] = [
    await createPerson(app, { name: 'Seeker' }),
    await createPerson(app, { name: 'Olga' }),
    await createPerson(app, { name: 'Mate Sundry' }),
  ];
  for (const name of ['Sabine', '王小明']) await createPerson(app, { name });
  await createTeam(app, await createProject(app, { owners: [owner] }), { members: [seeker, mate] });
  const asks = async (person: { uid: string }, q: string) => {
    const headers = bearer(await tokenOf(app, person));
    const answer = await app.call({ url: `/api/users?q=${encodeURIComponent(q)}`, headers });
    return answer.statusCode === 200 ? answer.json().data.map(({ name }: { name: string }) => name) : answer.statusCode;
  };
  expect([await asks(seeker, 's'), await asks(seeker, 'sa'), await asks(seeker, '王')]).toEqual([
    ['Seeker', 'Mate Sundry'],
    [],
    [],
  ]);
  expect([await asks(owner, 'sa'), await asks(owner, '王')]).toEqual([['Sabine'], ['王小明']]);
  expect([await asks(seeker, 'sab'), await asks(seeker, '小明')]).toEqual([['Sabine'], ['王小明']]);
  for (let count = 2; count < 60; count += 1) expect(await asks(seeker, 'sabi')).toEqual(['Sabine']);
  expect([await asks(seeker, 'sabi'), await asks(seeker, 'se'), await asks(owner, 'sabi')]).toEqual([
    429,
    ['Seeker'],
    ['Sabine'],
  ]);
});

test('people see which of their own teams somebody leads, in projects that are not archived', async () => {
  const [ada, eve, max] = await Promise.all(['Ada', 'Eve', 'Max'].map((name) => createPerson(muster, { name })));
  if (!ada || !eve || !max) throw new Error('expected three people');
  const pid = await createProject(muster, { name: 'Camp' });
  const tid = await createTeam(muster, pid, { name: 'Venue', chiefs: [ada], members: [eve] });
  await createTeam(muster, pid, { name: 'Press', chiefs: [ada], members: [max] });
  await createTeam(muster, pid, { name: 'Bar', chiefs: [eve], members: [ada] });
  const before = await createProject(muster, { name: 'Old camp' });
  await muster.db.transaction((trx) =>
    trx.updateTable('projects').set({ state: 'archived' }).where('pid', '=', before).execute(),
  );
  await createTeam(muster, before, { name: 'Venue', chiefs: [ada], members: [eve] });
  const leads = async () => (await get(`/api/users/${ada.uid}`, await signedIn(eve))).json().leads;
  expect(await leads()).toEqual([{ pid, project: 'Camp', tid, team: 'Venue', role: 'chief' }]);
});

test('others see the resume and history only if the person shows them', async () => {
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
    leads: [],
    rights: { suspend: false, appoint: false },
  };
  const history = [{ pid, project: 'Camp', tid, team: 'Venue', role: 'chief' }];
  expect((await get(url, headers.eve)).json()).toEqual({ ...shown, resume: null, history: null });
  expect((await get(url, headers.ada)).json()).toEqual({ ...shown, resume: '# Ada', history, leads: history });
  await put('/api/me/profile', { ...profile, resume_public: true });
  expect((await get(url, headers.eve)).json()).toEqual({ ...shown, resume: '# Ada', history: null });
  await put('/api/me/profile', { ...profile, history_public: true });
  expect((await get(url, headers.eve)).json()).toEqual({ ...shown, resume: null, history });
});

test('401 without a caller, 404 for an unknown person, 400 for an invalid identifier', async () => {
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
])('the search rejects %s with a pointer to %s', async (query, pointer) => {
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
  // One of them counts the search.
  expect(await count()).toEqual({ rows: 1, queries: 4 });
  await people(Array.from({ length: 49 }, (_, i) => `Count B${i}`));
  expect(await count()).toEqual({ rows: 50, queries: 4 });
});
