import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import {
  bearer,
  browserOf,
  createPerson,
  createProject,
  createTeam,
  setLanguage,
  tokenOf,
} from '../../../../../test/support/factories.ts';

const muster = useApp();

type Headers = Record<string, string>;
type Listed = { data: { members: { name: string }[]; chiefs: { name: string }[] }[] };

const names = async (pid: string): Promise<string[]> => {
  const { data } = (await muster.call({ url: `/api/members/${pid}` })).json<Listed>();
  return data.flatMap(({ members }) => members.map(({ name }) => name));
};
const choose = (headers: Headers, pid: string, listed: unknown) =>
  muster.call({ method: 'PUT', url: `/api/me/listings/${pid}`, headers, payload: { listed } });
const own = async (headers: Headers, pid: string) =>
  (await muster.call({ url: `/api/me/listings/${pid}`, headers })).json();
const setListing = (headers: Headers, pid: string, listing: string) =>
  muster.call({ method: 'PATCH', url: `/api/projects/${pid}`, headers, payload: { listing } });

async function crew() {
  const [owner, ada, bob] = [
    await createPerson(muster, { name: 'Olga' }),
    await createPerson(muster, { name: 'Ada' }),
    await createPerson(muster, { name: 'Bob' }),
  ];
  const pid = await createProject(muster, { owners: [owner] });
  const tid = await createTeam(muster, pid, { chiefs: [ada], members: [bob] });
  const headers = { owner: await browserOf(muster, owner), ada: bearer(await tokenOf(muster, ada)) };
  return { pid, tid, owner, ada, bob, asOwner: headers.owner, asAda: headers.ada };
}

test('by default everybody in a team is listed and can opt out, which shows at once', async () => {
  const { pid, asAda } = await crew();
  expect(await names(pid)).toEqual(['Ada', 'Bob']);
  expect(await own(asAda, pid)).toMatchObject({ pid, listing: 'everyone', listed: null, shown: true });
  const response = await choose(asAda, pid, false);
  expect([response.statusCode, response.json()]).toMatchObject([200, { listed: false, shown: false }]);
  expect(await names(pid)).toEqual(['Bob']);
  expect((await choose(asAda, pid, null)).json()).toMatchObject({ listed: null, shown: true });
  expect(await names(pid)).toEqual(['Ada', 'Bob']);
});

test('with agreed only those who said yes are listed; with nobody no one is', async () => {
  const { pid, asOwner, asAda } = await crew();
  expect((await setListing(asOwner, pid, 'agreed')).json().listing).toBe('agreed');
  expect(await names(pid)).toEqual([]);
  expect(await own(asAda, pid)).toMatchObject({ listing: 'agreed', listed: null, shown: false });
  await choose(asAda, pid, true);
  expect(await names(pid)).toEqual(['Ada']);
  await setListing(asOwner, pid, 'nobody');
  expect(await names(pid)).toEqual([]);
  expect(await own(asAda, pid)).toMatchObject({ listed: true, shown: false });
  await setListing(asOwner, pid, 'everyone');
  expect(await names(pid)).toEqual(['Ada', 'Bob']);
});

test('the choice also holds for the counts and lists of a team that strangers see', async () => {
  const { pid, tid, asAda, asOwner } = await crew();
  const stranger = bearer(await tokenOf(muster, await createPerson(muster)));
  const seen = async (headers: Headers) => {
    const team = (await muster.call({ url: `/api/projects/${pid}/teams/${tid}`, headers })).json();
    const people = (await muster.call({ url: `/api/projects/${pid}/teams/${tid}/members`, headers })).json();
    return [team.member_count, people.data.map(({ name }: { name: string }) => name)];
  };
  expect(await seen(stranger)).toEqual([2, ['Ada', 'Bob']]);
  await choose(asAda, pid, false);
  expect(await seen(stranger)).toEqual([1, ['Bob']]);
  expect(await seen(asOwner)).toEqual([2, ['Ada', 'Bob']]);
});

test('people who are hidden in their profile stay hidden, whatever they chose for the project', async () => {
  const { pid, bob } = await crew();
  const asBob = bearer(await tokenOf(muster, bob));
  await choose(asBob, pid, true);
  await muster.call({
    method: 'PUT',
    url: '/api/me/profile',
    headers: asBob,
    payload: { name: 'Bob', intro: '', listing: 'hidden', resume_public: false, history_public: false },
  });
  expect(await own(asBob, pid)).toMatchObject({ listed: true, shown: false });
  expect(await names(pid)).toEqual(['Ada']);
});

test('people choose before they are in a team, and never for a draft or a project that does not exist', async () => {
  const { pid, tid, asOwner } = await crew();
  const person = await createPerson(muster, { name: 'Cy' });
  const headers = bearer(await tokenOf(muster, person));
  expect((await choose(headers, pid, false)).statusCode).toBe(200);
  await muster.call({
    method: 'PUT',
    url: `/api/projects/${pid}/teams/${tid}/members/${person.uid}`,
    headers: asOwner,
  });
  expect(await names(pid)).toEqual(['Ada', 'Bob']);
  await muster.call({ method: 'PATCH', url: `/api/projects/${pid}`, headers: asOwner, payload: { state: 'archived' } });
  expect((await choose(headers, pid, true)).statusCode).toBe(200);
  expect(await names(pid)).toEqual(['Ada', 'Bob', 'Cy']);
  expect((await choose(headers, 'none', false)).statusCode).toBe(404);
  expect((await choose({}, pid, false)).statusCode).toBe(401);
  expect((await choose(headers, pid, 'yes')).statusCode).toBe(400);
});

test('the list has the projects of the own teams, with one query more for none of them', async () => {
  const { pid, asAda, ada } = await crew();
  const list = async () => (await muster.call({ url: '/api/me/listings', headers: asAda })).json();
  const count = async () => {
    const before = muster.db.queryCount();
    await list();
    return muster.db.queryCount() - before;
  };
  expect((await list()).data).toEqual([
    { pid, project: expect.any(String), ends_on: null, listing: 'everyone', listed: null, shown: true },
  ]);
  const one = await count();
  for (const _ of [1, 2]) await createTeam(muster, await createProject(muster), { members: [ada] });
  await createTeam(muster, await createProject(muster), { members: [ada], disabled: true });
  expect((await list()).data).toHaveLength(3);
  expect(await count()).toBe(one);
});

test('people whom somebody else adds get a mail that says how they appear; the settings decide what it says', async () => {
  const { pid, tid, asOwner } = await crew();
  await muster.deliverNotices();
  const add = async (listing: string) => {
    await setListing(asOwner, pid, listing);
    const person = await createPerson(muster);
    const url = `/api/projects/${pid}/teams/${tid}/members/${person.uid}`;
    expect((await muster.call({ method: 'PUT', url, headers: asOwner })).statusCode).toBe(204);
    const mails = await muster.deliverNotices();
    expect(mails.map(({ to }) => to)).toEqual([person.email]);
    return mails[0]?.text ?? '';
  };
  expect(await add('everyone')).toContain('is on the public staff list');
  expect(await add('agreed')).toContain("isn't on the public staff list");
  expect(await add('nobody')).not.toContain('public staff list');
});

test('the mail is in the language of the person, and in English if it is not known', async () => {
  const { pid, tid, asOwner } = await crew();
  const people = [await createPerson(muster), await createPerson(muster), await createPerson(muster)];
  const [english, chinese, unknown] = people;
  if (!english || !chinese || !unknown) throw new Error('expected three people');
  await setLanguage(muster, english, 'en');
  await setLanguage(muster, chinese, 'zh-TW');
  await muster.deliverNotices();
  const payload = { people: people.map(({ uid }) => ({ uid })) };
  await muster.call({ method: 'POST', url: `/api/projects/${pid}/teams/${tid}/members`, headers: asOwner, payload });
  const mails = new Map((await muster.deliverNotices()).map(({ to, subject, text }) => [to, `${subject}\n${text}`]));
  const languages = people.map(({ email }) => {
    const mail = mails.get(email) ?? '';
    return [mail.includes('added you to'), mail.includes('將您加入'), mail.includes('Hello'), mail.includes('您好')];
  });
  expect(languages).toEqual([
    [true, false, true, false],
    [false, true, false, true],
    [true, false, true, false],
  ]);
});

test('several people added at once each get one mail, and those who add themselves none', async () => {
  const { pid, tid, owner, asOwner } = await crew();
  await muster.deliverNotices();
  const people = [await createPerson(muster), await createPerson(muster)];
  const payload = { people: [...people, owner].map(({ uid }) => ({ uid })) };
  await muster.call({ method: 'POST', url: `/api/projects/${pid}/teams/${tid}/members`, headers: asOwner, payload });
  const mails = await muster.deliverNotices();
  expect(mails.map(({ to }) => to).toSorted()).toEqual(people.map(({ email }) => email).toSorted());
});

test('the choice is in the export and in the audit log, and next year starts without it', async () => {
  const { pid, ada, asAda, asOwner } = await crew();
  await setListing(asOwner, pid, 'agreed');
  await choose(asAda, pid, true);
  const document = (await muster.call({ url: '/api/me/export', headers: await browserOf(muster, ada) })).json();
  expect(document.listing_choices).toEqual([{ pid, listed: true, chosen_at: expect.any(String) }]);
  expect(document.audit).toContainEqual(expect.objectContaining({ kind: 'listing.chosen', detail: { listed: 'yes' } }));
  const administrator = await browserOf(muster, await createPerson(muster, { administrator: true }));
  const payload = { pid: `${pid}-next`, name: 'Next', timezone: 'UTC', copy_from: pid, copy_chiefs: true };
  const created = await muster.call({ method: 'POST', url: '/api/projects', headers: administrator, payload });
  expect(created.json()).toMatchObject({ listing: 'agreed' });
  const rows = await muster.db.read.selectFrom('listing_choices').select('pid').where('uid', '=', ada.uid).execute();
  expect(rows).toEqual([{ pid }]);
});

test('the audit log tells a choice from somebody who leaves it as it was', async () => {
  const { pid, ada, asAda, asOwner } = await crew();
  await setListing(asOwner, pid, 'agreed');
  const recorded = async () =>
    (
      await muster.db.read
        .selectFrom('audit')
        .select('detail')
        .where('kind', '=', 'listing.chosen')
        .where('subject', '=', ada.uid)
        .orderBy('id')
        .execute()
    ).map(({ detail }) => JSON.parse(detail));
  await choose(asAda, pid, false);
  await choose(asAda, pid, true);
  await choose(asAda, pid, false);
  expect(await recorded()).toEqual([{ listed: 'no', kept: 'yes' }, { listed: 'yes' }, { listed: 'no' }]);
});
