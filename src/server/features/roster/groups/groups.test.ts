import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createPerson } from '../../../../../test/support/factories.ts';
import { createCrew, createMembers } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';

const muster = useApp();
let crew: Crew;
beforeEach(async () => {
  crew = await createCrew(muster);
});

type Row = { group: string; count: number };
const groupsOf = async (who: Caller, search = '') => (await crew.as(who, 'GET', `groups${search}`)).json();
const countsFor = async (who: Caller) =>
  Object.fromEntries((await groupsOf(who)).data.map(({ group, count }: Row) => [group, count]));
const namesIn = async (group: string, who = crew.owner) =>
  (await crew.as(who, 'GET', `groups/${group}`)).json().data.map(({ name }: { name: string }) => name);

test('owners see the staff, all chiefs, and two groups for each team, everybody once', async () => {
  await crew.as(crew.owner, 'PUT', `teams/press/members/${crew.member.uid}`);
  await crew.as(crew.owner, 'PATCH', 'teams/press', { mailing_list: 'press@lists.example.org' });
  expect(await groupsOf(crew.owner)).toEqual({
    data: [
      { group: 'staff', kind: 'staff', tid: null, team: null, mailing_list: null, count: 4 },
      { group: 'chiefs', kind: 'chiefs', tid: null, team: null, mailing_list: null, count: 2 },
      {
        group: 'team:press',
        kind: 'team',
        tid: 'press',
        team: 'Team 2',
        mailing_list: 'press@lists.example.org',
        count: 2,
      },
      { group: 'chiefs:press', kind: 'team_chiefs', tid: 'press', team: 'Team 2', mailing_list: null, count: 1 },
      { group: 'team:venue', kind: 'team', tid: 'venue', team: 'Team 1', mailing_list: null, count: 2 },
      { group: 'chiefs:venue', kind: 'team_chiefs', tid: 'venue', team: 'Team 1', mailing_list: null, count: 1 },
    ],
    next: null,
  });
  expect(await namesIn('staff')).toEqual(['Chen', 'Mia', 'Olga', 'Otto']);
  expect(await namesIn('chiefs')).toEqual(['Chen', 'Otto']);
  expect(await namesIn('team:venue')).toEqual(['Chen', 'Mia']);
  expect(await namesIn('chiefs:venue')).toEqual(['Chen']);
  const { data } = (await crew.as(crew.owner, 'GET', 'groups/chiefs:press')).json();
  expect(data).toEqual([{ uid: crew.otherChief.uid, name: 'Otto', email: crew.otherChief.email }]);
});

test('chiefs see the groups of the teams that they lead, others none', async () => {
  expect(await countsFor(crew.chief)).toEqual({ 'team:venue': 2, 'chiefs:venue': 1 });
  expect(await namesIn('team:venue', crew.chief)).toEqual(['Chen', 'Mia']);
  for (const group of ['staff', 'chiefs', 'team:press', 'chiefs:press', 'team:nowhere'])
    expect((await crew.as(crew.chief, 'GET', `groups/${group}`)).statusCode).toBe(403);
  for (const path of ['groups', 'groups/team:venue'])
    expect((await crew.as(crew.member, 'GET', path)).statusCode).toBe(403);
  expect((await crew.as(crew.owner, 'GET', 'groups/everybody')).statusCode).toBe(400);
});

test('suspended people and disabled teams are in no group', async () => {
  await muster.db.transaction((trx) =>
    trx
      .updateTable('people')
      .set({ suspended_at: muster.clock.now().toISOString() })
      .where('uid', '=', crew.member.uid)
      .execute(),
  );
  expect(await countsFor(crew.owner)).toMatchObject({ staff: 3, 'team:venue': 1, 'chiefs:venue': 1 });
  expect(await namesIn('team:venue')).toEqual(['Chen']);
  await crew.as(crew.owner, 'PUT', 'teams/venue/disabled');
  expect(await countsFor(crew.owner)).toEqual({ staff: 2, chiefs: 1, 'team:press': 1, 'chiefs:press': 1 });
  expect(await namesIn('team:venue')).toEqual([]);
});

test('pages of one have every group and every person once, with a fixed number of queries', async () => {
  await createMembers(muster, crew.pid, 'venue', 3);
  await createPerson(muster);
  const walk = async (path: string) => {
    const seen: Record<string, string>[] = [];
    for (let cursor = ''; ;) {
      const page = (await crew.as(crew.owner, 'GET', `${path}?limit=1${cursor}`)).json();
      seen.push(...page.data);
      if (page.next === null) return seen;
      cursor = `&cursor=${page.next}`;
    }
  };
  expect(await walk('groups')).toEqual((await groupsOf(crew.owner)).data);
  const staff = await walk('groups/staff');
  expect(new Set(staff.map(({ uid }) => uid)).size).toBe(7);
  const queries = async (path: string) => {
    const before = muster.db.queryCount();
    await crew.as(crew.owner, 'GET', path);
    return muster.db.queryCount() - before;
  };
  expect([await queries('groups'), await queries('groups/staff'), await queries('groups/team:press')]).toEqual([
    6, 4, 4,
  ]);
});

test('the contacts of a group are those who agreed to be on mailing lists', async () => {
  const contacts = (who: Caller, group = 'team:venue') => crew.as(who, 'GET', `groups/${group}/contacts`);
  expect((await contacts(crew.owner)).json()).toEqual({ data: [], next: null });
  await crew.inBrowser(crew.member, 'PUT', 'my-groups', { agrees: true });
  const { uid, name, email } = crew.member;
  for (const who of [crew.owner, crew.chief])
    expect((await contacts(who)).json()).toEqual({ data: [{ uid, name, email }], next: null });
  expect((await contacts(crew.chief, 'staff')).statusCode).toBe(403);
  expect((await contacts(crew.member)).statusCode).toBe(403);
});
