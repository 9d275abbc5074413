import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { browserOf } from '../../../../../test/support/factories.ts';
import { createCaller, createCrew } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';

const muster = useApp();

type Listed = { email: string; name: string; state: string; reminders: number; language: string | null };
type Page = { data: Listed[]; counts: Record<string, number>; total: number; due: number };

const invite = ({ as, owner }: Crew, emails: string[], more: object = {}, tid = 'venue') =>
  as(owner, 'POST', `teams/${tid}/invitations`, { emails, ...more });
const listed = async ({ as, owner }: Crew, query = '', who = owner): Promise<Page> =>
  (await as(who, 'GET', `invitations${query}`)).json();
const states = ({ data }: Page) => data.map(({ email, state }) => `${email} ${state}`);
const answer = async (who: Caller, method: 'PUT' | 'DELETE') => {
  const [{ id }] = (await muster.call({ url: '/api/me/invitations', headers: who.headers })).json().data;
  const path = method === 'PUT' ? `/${id}/acceptance` : `/${id}`;
  expect((await muster.call({ method, url: `/api/me/invitations${path}`, headers: who.headers })).statusCode).toBe(204);
};
const remind = ({ as, owner }: Crew, who = owner) => as(who, 'POST', 'invitations/reminders');

test('organisers see what became of each invitation, and by how many', async () => {
  const crew = await createCrew(muster);
  const [ada, bob] = [await createCaller(muster, 'Ada'), await createCaller(muster, 'Bob')];
  await invite(crew, ['old@example.org'], { names: ['Old Name'] });
  muster.clock.advance(14 * 86_400);
  await muster.services.runExpiry();
  await invite(crew, [ada.email, bob.email, 'cy@example.org']);
  await invite(crew, ['press@example.org'], {}, 'press');
  await answer(ada, 'PUT');
  await answer(bob, 'DELETE');
  const first = await listed(crew);
  expect(states(first)).toEqual(['cy@example.org open', 'press@example.org open']);
  expect(first.counts).toEqual({ open: 2, not_sent: 0, accepted: 1, declined: 1, expired: 1 });
  expect(states(await listed(crew, '?state=accepted'))).toEqual([`${ada.email} accepted`]);
  expect(states(await listed(crew, '?state=declined'))).toEqual([`${bob.email} declined`]);
  const expired = await listed(crew, '?state=expired');
  expect(expired.total).toBe(1);
  expect(expired.data).toMatchObject([{ email: 'old@example.org', name: 'Old Name', state: 'expired', held: false }]);
  expect(states(await listed(crew, '?q=NAME&state=expired'))).toEqual(['old@example.org expired']);
  expect(states(await listed(crew, '?q=press'))).toEqual(['press@example.org open']);
  expect(states(await listed(crew, '?q=%25'))).toEqual([]);
  // Chiefs see those to their own team.
  expect((await listed(crew, '', crew.otherChief)).counts).toMatchObject({ open: 1, accepted: 0 });
  expect((await crew.as(crew.member, 'GET', 'invitations')).statusCode).toBe(403);
});

test('somebody who is invited again is open, and a year after the end nothing is known', async () => {
  const crew = await createCrew(muster);
  const ada = await createCaller(muster, 'Ada');
  await invite(crew, [ada.email]);
  await answer(ada, 'DELETE');
  muster.clock.advance(3600);
  await invite(crew, [ada.email]);
  expect((await listed(crew)).counts).toMatchObject({ open: 1, declined: 0 });
  muster.clock.advance(14 * 86_400);
  await muster.services.runExpiry();
  expect((await listed(crew)).counts).toMatchObject({ open: 0, declined: 1, expired: 0 });
  const exported = await muster.call({ url: '/api/me/export', headers: await browserOf(muster, ada) });
  expect(exported.json().past_invitations).toMatchObject([{ email: ada.email, state: 'declined' }]);
  muster.clock.advance(365 * 86_400);
  await muster.services.runExpiry();
  expect(await muster.db.read.selectFrom('past_invitations').selectAll().where('pid', '=', crew.pid).execute()).toEqual(
    [],
  );
});

test('one that was never sent does not count as unanswered', async () => {
  const crew = await createCrew(muster);
  const project = { method: 'PATCH', url: `/api/projects/${crew.pid}`, payload: { state: 'draft' } } as const;
  expect((await muster.call({ ...project, headers: await browserOf(muster, crew.owner) })).statusCode).toBe(200);
  await invite(crew, ['held@example.org']);
  expect((await listed(crew)).counts).toMatchObject({ open: 0, not_sent: 1 });
  expect(states(await listed(crew, '?state=not_sent'))).toEqual(['held@example.org not_sent']);
  expect(states(await listed(crew, '?state=open'))).toEqual([]);
  muster.clock.advance(366 * 86_400);
  await muster.services.runExpiry();
  expect(
    await muster.db.read.selectFrom('past_invitations').select('id').where('pid', '=', crew.pid).execute(),
  ).toEqual([]);
});

test('one press reminds everybody who has waited for two days, in the language of the invitation', async () => {
  const crew = await createCrew(muster);
  await invite(crew, ['early@example.org'], { language: 'de' });
  await invite(crew, ['press.early@example.org'], {}, 'press');
  await muster.deliver();
  muster.clock.advance(2 * 86_400);
  await invite(crew, ['late@example.org']);
  await muster.deliver();
  expect((await listed(crew)).due).toBe(2);
  // Chiefs remind those of their own team.
  expect((await listed(crew, '', crew.otherChief)).due).toBe(1);
  expect((await remind(crew, crew.otherChief)).json()).toEqual({
    reminded: 1,
    too_many_mails: 0,
    left: 0,
    mail: 'files',
  });
  expect((await remind(crew)).json()).toMatchObject({ reminded: 1, left: 0 });
  const mails = (await muster.deliver()).toSorted((one, other) => (one.to < other.to ? -1 : 1));
  expect(mails).toMatchObject([
    { to: 'early@example.org', text: expect.stringContaining('lädt dich ein') },
    { to: 'press.early@example.org', text: expect.stringContaining('invites you') },
  ]);
  expect((await listed(crew)).data).toMatchObject([
    { email: 'early@example.org', reminders: 1, language: 'de' },
    { email: 'late@example.org', reminders: 0 },
    { email: 'press.early@example.org', reminders: 1 },
  ]);
  expect((await remind(crew)).json()).toMatchObject({ reminded: 0 });
  expect((await crew.as(crew.member, 'POST', 'invitations/reminders')).statusCode).toBe(403);
});

test('inviting again without a language keeps that of the first invitation', async () => {
  const crew = await createCrew(muster);
  await invite(crew, ['ada@example.com'], { language: 'ja' });
  const [first] = await muster.deliver();
  muster.clock.advance(3600);
  await invite(crew, ['ada@example.com']);
  expect((await muster.deliver()).map(({ subject }) => subject)).toEqual([first?.subject]);
  expect(first?.subject).toMatch(/[ぁ-ん]/);
  expect((await listed(crew)).data).toMatchObject([{ language: 'ja', reminders: 1 }]);
});

test('reminding and listing take as many queries for many people as for one', async () => {
  const cost = async (count: number) => {
    const crew = await createCrew(muster);
    await invite(
      crew,
      Array.from({ length: count }, (_, index) => `p${index}@${crew.pid}.example`),
    );
    muster.clock.advance(2 * 86_400);
    const before = muster.db.queryCount();
    await listed(crew);
    const listing = muster.db.queryCount() - before;
    expect((await remind(crew)).json()).toMatchObject({ reminded: count });
    return [listing, muster.db.queryCount() - before];
  };
  expect(await cost(40)).toEqual(await cost(1));
});
