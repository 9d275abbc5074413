import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { bearer, browserOf, createPerson, createProject, tokenOf } from '../../../../test/support/factories.ts';

const muster = useApp();
let headers: Headers;
beforeAll(async () => {
  // An owner, who looks for people to appoint.
  const seeker = await createPerson(muster, { name: 'Seeker' });
  await createProject(muster, { owners: [seeker] });
  headers = bearer(await tokenOf(muster, seeker));
});

type Headers = Record<string, string>;
type Page = { data: { uid: string; name: string }[]; next: string | null };
const search = async (q: string, more = '', as: Headers = headers): Promise<Page> =>
  (await muster.call({ url: `/api/users?q=${encodeURIComponent(q)}${more}`, headers: as })).json();
const found = async (q: string) => (await search(q)).data.map(({ name }) => name);

/** Names of one test have letters of their own, so that tests do not see each other's people. */
async function people(...wanted: string[]) {
  const made = [];
  for (const name of wanted) made.push(await createPerson(muster, { name }));
  return made;
}

const wordsOf = async (uid: string) =>
  (await muster.db.read.selectFrom('person_words').select('word').where('uid', '=', uid).orderBy('word').execute()).map(
    ({ word }) => word,
  );

test('people are found by the beginning of any word of their name, regardless of case, accents and width', async () => {
  await people('Éloïse Lovelace', 'eloise Óbrien', 'ＥＬＯＩＳＥ Van-Dyck', 'Xeloise O’Lovely', 'Lovelorn Zed');
  expect(await found('ELOÏSE')).toEqual(['Éloïse Lovelace', 'eloise Óbrien', 'ＥＬＯＩＳＥ Van-Dyck']);
  expect(await found('LÓVE')).toEqual(['Éloïse Lovelace', 'Lovelorn Zed', 'Xeloise O’Lovely']);
  expect(await found('ｄｙｃｋ')).toEqual(['ＥＬＯＩＳＥ Van-Dyck']);
  expect(await found('eloise ob')).toEqual(['eloise Óbrien']);
  expect(await found('loise')).toEqual([]);
  expect(await found('velace')).toEqual([]);
});

test.each([
  ['Han', '王小明', ['王', '小明', '明']],
  ['Han outside of the basic plane', '𠮷野家', ['𠮷', '野家', '家']],
  ['Han and Latin', '溫美玲Mei-Ling Wen', ['溫美', '美玲m', 'mei', 'ling w', 'wen']],
  ['kana', 'さくら モモ', ['さ', 'くら', 'モモ', 'ﾓ']],
  ['Hangul, also while a syllable is typed', '김민준', ['김', '민준', '미', '준']],
  ['Thai', 'สมชาย ใจดี', ['สมชาย', 'ชาย', 'ใจดี']],
])('names in scripts without spaces are found from any character on: %s', async (_, name, queries) => {
  await people(name);
  for (const q of queries) expect([q, await found(q)]).toEqual([q, [name]]);
});

test('the words of a query match in any order, with other words between, each at the beginning of a word', async () => {
  await people('Yva Augusta Kinglove', 'Kinglove Yvain', 'Jean-Yves O’Kinglo', '吉王小明 Yv Kin', 'Ñandú Yvan');
  const both = ['Jean-Yves O’Kinglo', 'Kinglove Yvain', 'Yva Augusta Kinglove', '吉王小明 Yv Kin'];
  for (const q of ['kinglo yv', 'YV, Kinglo', 'Kinglo’yv']) {
    expect([q, (await found(q)).toSorted()]).toEqual([q, both.slice(0, 3)]);
  }
  expect((await found('kin yv')).toSorted()).toEqual(both);
  expect(await found('kinglove, yva')).toEqual(['Yva Augusta Kinglove', 'Kinglove Yvain']);
  expect(await found('kinglove yva a')).toEqual(['Yva Augusta Kinglove']);
  expect(await found('A K Y')).toEqual(['Yva Augusta Kinglove']);
  expect(await found('okinglo jean yves kinglo')).toEqual([]);
  expect(await found('kinglo o yves jean')).toEqual(['Jean-Yves O’Kinglo']);
  expect(await found('kin 小明')).toEqual(['吉王小明 Yv Kin']);
  expect(await found('小明 吉王 yv')).toEqual(['吉王小明 Yv Kin']);
  expect(await found('明小 yv')).toEqual([]);
  expect(await found('yvan nandu')).toEqual(['Ñandú Yvan']);
  expect(await found('yva ugusta')).toEqual([]);
  for (const q of ['yv yvain', 'kinglove kinglove', 'yva kinglove y']) expect([q, await found(q)]).toEqual([q, []]);
});

test('the first five words of a query count; a query longer than a name is rejected by its field', async () => {
  await people('Zoraida Qa Qb Qc Qd');
  expect(await found('qd qc qb qa zoraida nobody')).toEqual(['Zoraida Qa Qb Qc Qd']);
  expect(await found('qd qc nobody qa zoraida')).toEqual([]);
  const url = `/api/users?q=${Array.from({ length: 200 }, (_, i) => `w${i}`).join('+')}`;
  const response = await muster.call({ url, headers });
  expect([response.statusCode, response.json().errors[0].pointer]).toEqual([400, '/querystring/q']);
});

test('pattern characters are matched literally', async () => {
  await people('Pct 50%off', 'Und _score', 'Back \\slash');
  for (const q of ['%', '_', '\\', '%%', 'p_t', 'p%f', '*', "'", '%f%', 'sc_re', '- ,;']) {
    expect([q, await found(q)]).toEqual([q, []]);
  }
  for (const q of ['50%', 'pct%', '%off', 'off_pct', '%50%']) expect([q, await found(q)]).toEqual([q, ['Pct 50%off']]);
  expect(await found('und _')).toEqual(['Und _score']);
  expect(await found('back \\')).toEqual(['Back \\slash']);
  await people('%% Percy', '☂');
  expect(await found('%')).toEqual(['%% Percy']);
  expect(await found('☂')).toEqual(['☂']);
});

test('pages contain everybody once, also people with two matching words, while people are added', async () => {
  const names = [
    'Quill Quilp',
    'Ann Quilk',
    'Quill',
    'Quilp Quill Quill',
    'Zoe Quilt',
    'Quill',
    'Bob Quill Quill Quill',
  ];
  const made = await people(...names);
  const seen: Page['data'] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await search('quil', `&limit=2${cursor === null ? '' : `&cursor=${cursor}`}`);
    seen.push(...page.data);
    cursor = page.next;
    await people('Quik', 'Quila Aaa', 'Aaa Quila');
  } while (cursor !== null);
  const inOrder = [
    'Ann Quilk',
    'Quill',
    'Quill',
    'Bob Quill Quill Quill',
    'Quill Quilp',
    'Quilp Quill Quill',
    'Zoe Quilt',
  ];
  expect(seen.map(({ name }) => name)).toEqual(inOrder);
  expect(seen.map(({ uid }) => uid).toSorted()).toEqual(made.map(({ uid }) => uid).toSorted());
  expect(await found('quill q')).toEqual(['Quilp Quill Quill', 'Bob Quill Quill Quill', 'Quill Quilp']);
});

test('pages of a search by several words contain everybody once, also when another word becomes the rarest', async () => {
  const names = Array.from({ length: 7 }, (_, i) => (i % 2 === 0 ? `Vex${i} Wolter` : `Wolt Vex${i} Vexa Wolter`));
  const made = await people(...names, 'Vex Other', 'Wolter');
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await search('vex wolt', `&limit=2${cursor === null ? '' : `&cursor=${cursor}`}`);
    seen.push(...page.data.map(({ uid }) => uid));
    cursor = page.next;
    await people('Wolt', 'Wolta', 'Woltb');
  } while (cursor !== null);
  expect(seen.toSorted()).toEqual(
    made
      .slice(0, 7)
      .map(({ uid }) => uid)
      .toSorted(),
  );
});

test('a cursor of another search is rejected', async () => {
  await people('Cursed Mo', 'Cursed Ng');
  const { next } = await search('cursed', '&limit=1');
  for (const q of ['cursor', 'mo', '王', 'mo curses']) {
    const url = `/api/users?q=${encodeURIComponent(q)}&cursor=${next}`;
    const response = await muster.call({ url, headers });
    expect([response.statusCode, response.json().errors]).toEqual([
      400,
      [{ pointer: '/querystring/cursor', detail: 'is not a cursor of this search' }],
    ]);
  }
});

test('a new name is found at once, and the old one is not', async () => {
  const [person = { uid: '' }] = await people('Old Formerly');
  const own = await browserOf(muster, person);
  const profile = { name: '歐 Newly', intro: '', listing: 'public', resume_public: false, history_public: false };
  expect(
    (await muster.call({ method: 'PUT', url: '/api/me/profile', headers: own, payload: profile })).statusCode,
  ).toBe(200);
  expect(await found('formerly')).toEqual([]);
  expect(await found('newly')).toEqual(['歐 Newly']);
  expect(await wordsOf(person.uid)).toEqual(['newly\t 歐', '歐 newly']);
});

test('erasing a person deletes the words of their name', async () => {
  const [person = { uid: '' }] = await people('Ephemeral Vanishing');
  expect(await wordsOf(person.uid)).toEqual(['ephemeral vanishing', 'vanishing\t ephemeral']);
  const own = await browserOf(muster, person);
  expect((await muster.call({ method: 'DELETE', url: '/api/me', headers: own })).statusCode).toBe(204);
  expect(await wordsOf(person.uid)).toEqual([]);
  expect(await found('vanishing')).toEqual([]);
});

test('only administrators find suspended people by a word', async () => {
  await createPerson(muster, { name: 'Sus Pended', suspended: true });
  await createPerson(muster, { name: 'Not Pended' });
  const admin = bearer(await tokenOf(muster, await createPerson(muster, { administrator: true })));
  const asked = async (more: string, as: Headers = admin) =>
    (await search('pended', more, as)).data.map(({ name }) => name);
  expect(await asked('', headers)).toEqual(['Not Pended']);
  expect((await asked('')).toSorted()).toEqual(['Not Pended', 'Sus Pended']);
  expect(await asked('&suspended=true')).toEqual(['Sus Pended']);
  expect(await asked('&suspended=false')).toEqual(['Not Pended']);
});

test('at most the first twenty-one words of a long name are stored', async () => {
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => `lg${letter}`);
  const [person = { uid: '' }] = await people(letters.join(' ').slice(0, 100));
  expect(await wordsOf(person.uid)).toHaveLength(21);
  expect(await found('lga')).toHaveLength(1);
  expect(await found('lgu')).toHaveLength(1);
  for (const q of ['lgv', 'lga lgv']) expect([q, await found(q)]).toEqual([q, []]);
});

test('the number of queries is the same for one person and for fifty', async () => {
  const count = async (q: string) => {
    const before = muster.db.queryCount();
    const { data } = await search(q);
    return { rows: data.length, queries: muster.db.queryCount() - before };
  };
  await people('Count B');
  expect(await count('count')).toEqual({ rows: 1, queries: 4 });
  expect(await count('b count')).toEqual({ rows: 1, queries: 5 });
  await people(...Array.from({ length: 49 }, (_, i) => (i % 2 === 0 ? `Count B${i}` : `B${i} Count`)));
  expect(await count('count')).toEqual({ rows: 50, queries: 4 });
  expect(await count('b count')).toEqual({ rows: 50, queries: 5 });
});
