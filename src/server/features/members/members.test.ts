import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { startTestApp, useApp } from '../../../../test/support/app.ts';
import { createPerson, createProject, createTeam } from '../../../../test/support/factories.ts';

const muster = useApp();

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const entry = ({ email, name }: { email: string; name: string }) => ({ email_hash: sha256(email), name });
const listing = async (pid: string) => (await muster.call(`/api/members/${pid}`)).json();

test('the listing has exactly the published fields, and every URL returns the same bytes', async () => {
  const ada = await createPerson(muster, { name: 'Ada', email: 'ada@example.org' });
  const bob = await createPerson(muster, { name: 'Bob', email: 'bob@example.org' });
  const pid = await createProject(muster);
  await createTeam(muster, pid, { tid: 'venue', name: 'Venue', chiefs: [ada], members: [bob] });

  const [byQuery, byPath, short] = [
    await muster.call(`/api/members?pid=${pid}`),
    await muster.call(`/api/members/${pid}`),
    await muster.call(`/members/${pid}`),
  ];
  expect(byQuery.body).toBe(
    JSON.stringify({
      data: [{ name: 'Venue', tid: 'venue', chiefs: [entry(ada)], members: [entry(ada), entry(bob)] }],
    }),
  );
  expect([byPath.body, short.body]).toEqual([byQuery.body, byQuery.body]);
  for (const { statusCode, headers } of [byQuery, byPath, short]) {
    expect({ statusCode, type: headers['content-type'] }).toEqual({
      statusCode: 200,
      type: 'application/json; charset=utf-8',
    });
  }
});

test('teams and people have a stable order, chiefs first, whatever the order of insertion', async () => {
  const pid = await createProject(muster);
  const names = ['émile', 'Zoe', 'adam', 'Emil', 'Ｂea'];
  const people = [];
  for (const name of names) people.push(await createPerson(muster, { name }));
  const [emile, zoe, adam, emil, bea] = people;
  if (!emile || !zoe || !adam || !emil || !bea) throw new Error('five people are needed');
  await createTeam(muster, pid, { tid: 'b', name: 'same', members: [zoe, emile, adam], chiefs: [emil, bea] });
  await createTeam(muster, pid, { tid: 'a', name: 'Same' });
  await createTeam(muster, pid, { tid: 'c', name: 'Éarly' });
  const { data } = await listing(pid);
  expect(data.map((team: { tid: string }) => team.tid)).toEqual(['c', 'a', 'b']);
  expect(data[2].chiefs.map((person: { name: string }) => person.name)).toEqual(['Ｂea', 'Emil']);
  expect(data[2].members.map((person: { name: string }) => person.name)).toEqual([
    'Ｂea',
    'Emil',
    'adam',
    'émile',
    'Zoe',
  ]);
});

test('people with the same name are ordered by identifier', async () => {
  const pid = await createProject(muster);
  const twins = [];
  for (let i = 0; i < 3; i += 1) twins.push(await createPerson(muster, { name: 'Kim' }));
  await createTeam(muster, pid, { tid: 'one', members: twins.toReversed() });
  const byUid = twins.toSorted((a, b) => (a.uid < b.uid ? -1 : 1));
  expect((await listing(pid)).data[0].members).toEqual(byUid.map(entry));
});

test('disabled teams, suspended people and hidden people are left out, also chiefs', async () => {
  const pid = await createProject(muster);
  const seen = await createPerson(muster, { name: 'Seen' });
  const suspended = await createPerson(muster, { name: 'Suspended', suspended: true });
  const hidden = await createPerson(muster, { name: 'Hidden', listing: 'hidden' });
  await createTeam(muster, pid, { tid: 'open', name: 'Open', chiefs: [suspended, hidden], members: [seen] });
  await createTeam(muster, pid, { tid: 'shut', name: 'Shut', disabled: true, members: [seen] });
  expect(await listing(pid)).toEqual({ data: [{ name: 'Open', tid: 'open', chiefs: [], members: [entry(seen)] }] });
});

test('a keyed person has a stable hash in the listing that is not the hash of the address', async () => {
  const pid = await createProject(muster);
  const keyed = await createPerson(muster, { name: 'Keyed', listing: 'keyed' });
  await createTeam(muster, pid, { tid: 'a', chiefs: [keyed] });
  await createTeam(muster, pid, { tid: 'b', members: [keyed] });
  const { data } = await listing(pid);
  const hashes = [data[0].chiefs[0], data[0].members[0], data[1].members[0]].map((person) => person.email_hash);
  expect(new Set(hashes).size).toBe(1);
  expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(hashes[0]).not.toBe(sha256(keyed.email));

  await using again = await startTestApp({ place: muster.place });
  expect((await again.call(`/members/${pid}`)).json()).toEqual({ data });
  await using otherKey = await startTestApp({ place: muster.place, env: { MUSTER_KEY: '22'.repeat(32) } });
  expect((await otherKey.call(`/members/${pid}`)).json().data[0].chiefs[0].email_hash).not.toBe(hashes[0]);
});

test('the hash is of the trimmed, lower-cased address, and MD5 if configured', async () => {
  const pid = await createProject(muster);
  const person = await createPerson(muster, { name: 'Ida', email: '  Ida.Noddack@Example.ORG ' });
  await createTeam(muster, pid, { tid: 'a', members: [person] });
  expect((await listing(pid)).data[0].members).toEqual([
    { email_hash: sha256('ida.noddack@example.org'), name: 'Ida' },
  ]);
  await using old = await startTestApp({ place: muster.place, env: { EMAIL_HASH: 'md5' } });
  const md5 = createHash('md5').update('ida.noddack@example.org').digest('hex');
  expect((await old.call(`/members/${pid}`)).json().data[0].members).toEqual([{ email_hash: md5, name: 'Ida' }]);
});

test('names in any script are returned byte for byte', async () => {
  const pid = await createProject(muster);
  const names = [
    '王小明',
    'Ада Лавлейс',
    'عدا لوفلايس',
    'Zoë "Zo" O’Neil \\ </script>',
    '👩🏽‍💻 emoji',
    'e\u0301 decomposed',
    "Robert'); drop table people;--",
  ];
  const people = [];
  for (const name of names) people.push(await createPerson(muster, { name }));
  await createTeam(muster, pid, { tid: 'a', name: '場務組 "Ω" 🏕️', members: people });
  const response = await muster.call(`/members/${pid}`);
  const [team] = response.json().data;
  expect(team.name).toBe('場務組 "Ω" 🏕️');
  expect(new Set(team.members.map((person: { name: string }) => person.name))).toEqual(new Set(names));
  expect(response.rawPayload.includes(Buffer.from('👩🏽‍💻 emoji'))).toBe(true);
});

test('a project without teams returns an empty list, and a team without people empty arrays', async () => {
  const pid = await createProject(muster);
  expect((await muster.call(`/api/members?pid=${pid}`)).body).toBe('{"data":[]}');
  const other = await createProject(muster);
  await createTeam(muster, other, { tid: 'a', name: 'A' });
  expect(await listing(other)).toEqual({ data: [{ name: 'A', tid: 'a', chiefs: [], members: [] }] });
});

test.each([
  ['/api/members', 400, 'invalid_input'],
  ['/api/members?pid=', 400, 'invalid_input'],
  ['/api/members?pid=a&pid=b', 400, 'invalid_input'],
  ['/api/members?pid=a&other=b', 400, 'invalid_input'],
  ['/api/members?pid=a%00', 400, 'invalid_input'],
  [`/api/members?pid=${'a'.repeat(201)}`, 400, 'invalid_input'],
  [`/members/${'a'.repeat(201)}`, 400, 'invalid_input'],
  ['/members/%00', 400, 'invalid_input'],
  ['/members/%0a', 400, 'invalid_input'],
  ['/members/nobody', 404, 'not_found'],
  ['/api/members/nobody', 404, 'not_found'],
  ['/api/members?pid=nobody', 404, 'not_found'],
  ['/members/__proto__', 404, 'not_found'],
  ['/members/constructor', 404, 'not_found'],
  ['/members/%27%20or%201=1--', 404, 'not_found'],
  ['/members/a%2Fb', 404, 'not_found'],
  ['/members/NOBODY', 404, 'not_found'],
  ['/members/%F0%9F%8F%95', 404, 'not_found'],
  ['/members/%EF%BF%BD', 404, 'not_found'],
  ['/members/', 400, 'invalid_input'],
  ['/members', 404, 'no_such_route'],
])('%s returns %i %s', async (url, status, code) => {
  const response = await muster.call(url);
  expect({ status: response.statusCode, code: response.json().code }).toEqual({ status, code });
});

test('only the deprecated URL has Deprecation, Sunset and Link headers', async () => {
  const pid = await createProject(muster);
  const { headers } = await muster.call(`/api/members?pid=${pid}`);
  expect(headers['deprecation']).toMatch(/^@\d{10}$/);
  const since = Number(String(headers['deprecation']).slice(1)) * 1000;
  const sunset = Date.parse(String(headers['sunset']));
  expect(String(headers['sunset'])).toBe(new Date(sunset).toUTCString());
  expect(sunset - since).toBeGreaterThanOrEqual(180 * 86_400_000);
  expect(headers['link']).toBe(`</api/members/${pid}>; rel="successor-version"`);
  expect((await muster.call(`/api/members/${pid}`)).statusCode).toBe(200);
  for (const url of [`/api/members/${pid}`, `/members/${pid}`]) {
    const { headers } = await muster.call(url);
    expect([headers['deprecation'], headers['sunset'], headers['link']]).toEqual([undefined, undefined, undefined]);
  }
});

test('no public response contains an address', async () => {
  const person = await createPerson(muster, { name: 'Private', email: 'very.private@example.org' });
  const pid = await createProject(muster, { owners: [person] });
  await createTeam(muster, pid, { tid: 'a', chiefs: [person] });
  for (const url of [`/api/members?pid=${pid}`, `/api/members/${pid}`, `/members/${pid}`]) {
    const response = await muster.call(url);
    const everything = JSON.stringify(response.headers) + response.body;
    expect(everything).toContain('Private');
    expect(everything.toLowerCase()).not.toContain('very.private');
    expect(everything).not.toContain('example.org');
  }
});
