import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { mailmanLogin, startMailman } from '../../../../test/support/servers/mailman.ts';
import type { MailmanStub } from '../../../../test/support/servers/mailman.ts';
import { mattermostId, mattermostToken, startMattermost } from '../../../../test/support/servers/mattermost.ts';
import { createMembers, createCrew } from '../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../test/support/world.ts';
import { endCredentialsAndWork } from '../sessions/sessions.service.ts';
import { mattermost } from './servers/mattermost.service.ts';
import { GroupFailed, seenPerson, ServerFailed } from './servers/request.service.ts';
import type { GroupDifference, GroupServer, MyGroups, SyncedGroup } from './group-sync.schema.ts';

const muster = useApp({ env: { INTERNAL_HOSTS: '127.0.0.1' } });
let crew: Crew;
beforeEach(async () => {
  crew = await createCrew(muster);
});

const list = 'venue.lists.example.org';
const minute = 60;
const day = 86_400;

const owned = async <T>(method: 'POST' | 'PATCH', path: string, payload: object, status = 0): Promise<T> => {
  const response = await crew.inBrowser(crew.owner, method, path, payload);
  expect(response.statusCode, response.body).toBe(status || (method === 'POST' ? 201 : 200));
  return response.json();
};
const addServer = (url: string, fields: object = { kind: 'mailman', ...mailmanLogin }) =>
  owned<GroupServer>('POST', 'group-servers', { url, ...fields });
const addGroup = (server: GroupServer, group: string, target = list, target_kind = 'list') =>
  owned<SyncedGroup>('POST', 'synced-groups', { server: server.id, group, target, target_kind });
const activate = ({ id }: SyncedGroup) => owned<SyncedGroup>('PATCH', `synced-groups/${id}`, { mode: 'active' });
const agree = async (...people: Caller[]) => {
  for (const who of people)
    expect((await crew.inBrowser(who, 'PUT', 'my-groups', { agrees: true })).statusCode).toBe(204);
};
const withdraw = (who: Caller) => crew.as(who, 'PUT', 'my-groups', { agrees: false });
/** A minute later, the scheduled job and what it queues. */
const pass = async (seconds = minute) => {
  muster.clock.advance(seconds);
  await muster.services.scheduler.check();
  await muster.services.outbox.drain();
};
const groups = async (): Promise<SyncedGroup[]> => (await crew.as(crew.owner, 'GET', 'synced-groups')).json().data;
const servers = async (): Promise<GroupServer[]> => (await crew.as(crew.owner, 'GET', 'group-servers')).json().data;
const mine = async (who: Caller): Promise<MyGroups> => (await crew.as(who, 'GET', 'my-groups')).json();
/** Oldest first. */
const differences = async ({ id }: SyncedGroup) => {
  const { data } = (await crew.as(crew.owner, 'GET', `synced-groups/${id}/differences`)).json();
  return (data as GroupDifference[]).toReversed().map(({ name, action, outcome }) => [name, action, outcome]);
};
const emails = (...people: Caller[]) => people.map(({ email }) => email).toSorted();
const start = () => startMailman([list]);

/** A list that follows the team "venue". */
async function followed(mailman: MailmanStub, group = 'team:venue') {
  const server = await addServer(mailman.url);
  const synced = await addGroup(server, group);
  await pass();
  await activate(synced);
  await pass();
  return { server, synced };
}

test('a dry run writes what it would do, and changes nothing; then it is done', async () => {
  await using mailman = await start();
  await agree(crew.chief);
  const synced = await addGroup(await addServer(mailman.url), 'team:venue');
  expect(synced).toMatchObject({ mode: 'dry_run', group: 'team:venue', target: list, people: null, outcome: null });
  await muster.services.outbox.drain();
  expect(await groups()).toMatchObject([{ mode: 'dry_run', people: 2, agreed: 1, outcome: 'ok' }]);
  expect(await differences(synced)).toEqual([['Chen', 'add', 'planned']]);
  await agree(crew.member);
  await pass();
  expect(await differences(synced)).toEqual([
    ['Chen', 'add', 'planned'],
    ['Mia', 'add', 'planned'],
  ]);
  expect(mailman.writes()).toEqual([]);

  expect(await activate(synced)).toMatchObject({ mode: 'active' });
  await muster.services.outbox.drain();
  expect(mailman.on(list)).toEqual(emails(crew.chief, crew.member));
  expect((await differences(synced)).slice(2)).toEqual([
    ['Chen', 'add', 'done'],
    ['Mia', 'add', 'done'],
  ]);
  const sent = mailman.requests.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body));
  expect(sent).toContainEqual({
    list_id: list,
    subscriber: crew.chief.email,
    display_name: 'Chen',
    pre_verified: true,
    pre_confirmed: true,
    pre_approved: true,
  });
  const audit = await muster.db.read
    .selectFrom('audit')
    .select(['kind', 'subject', 'actor'])
    .where('pid', '=', crew.pid)
    .execute();
  expect(audit).toContainEqual({ kind: 'synced_person.added', subject: crew.chief.uid, actor: null });
  const notices = await muster.db.read
    .selectFrom('notices')
    .select('uid')
    .where('kind', '=', 'groups.changed')
    .execute();
  expect(notices.map(({ uid }) => uid).toSorted()).toEqual([crew.chief.uid, crew.member.uid].toSorted());
});

test('within a minute the list follows joins, departures, consents, suspensions and other addresses', async () => {
  await using mailman = await start();
  await agree(crew.chief, crew.member, crew.owner);
  const { synced } = await followed(mailman);
  await crew.as(crew.owner, 'PUT', `teams/venue/members/${crew.owner.uid}`);
  await pass();
  expect(mailman.on(list)).toEqual(emails(crew.chief, crew.member, crew.owner));
  await crew.as(crew.owner, 'DELETE', `teams/venue/members/${crew.owner.uid}`);
  await pass();
  expect(mailman.on(list)).toEqual(emails(crew.chief, crew.member));
  expect((await withdraw(crew.member)).statusCode).toBe(204);
  await pass();
  expect(mailman.on(list)).toEqual(emails(crew.chief));
  await agree(crew.member);
  const email = `mia-${crew.pid}@new.example`;
  await muster.db.transaction((trx) =>
    trx.updateTable('people').set({ email }).where('uid', '=', crew.member.uid).execute(),
  );
  await pass();
  expect(mailman.on(list)).toEqual([crew.chief.email, email].toSorted());
  await muster.db.transaction((trx) =>
    trx.updateTable('people').set({ email: crew.member.email }).where('uid', '=', crew.member.uid).execute(),
  );
  await pass(day);
  expect(mailman.on(list)).toEqual(emails(crew.chief, crew.member));
  await muster.db.transaction((trx) =>
    trx
      .updateTable('people')
      .set({ suspended_at: muster.clock.now().toISOString() })
      .where('uid', '=', crew.chief.uid)
      .execute(),
  );
  await pass(day);
  expect(mailman.on(list)).toEqual(emails(crew.member));
  expect((await differences(synced)).at(-1)).toEqual(['Chen', 'remove', 'done']);
  expect(await differences(synced)).toContainEqual(['Olga', 'remove', 'done']);
});

test('nothing is asked while nothing changes, and everything once a day', async () => {
  await using mailman = await start();
  await agree(crew.chief);
  await followed(mailman);
  const before = mailman.requests.length;
  for (const _ of [1, 2, 3]) await pass();
  expect(mailman.requests).toHaveLength(before);
  await crew.as(crew.owner, 'PATCH', 'teams/press', { mailing_list: 'press@lists.example.org' });
  await pass();
  expect(mailman.requests).toHaveLength(before);
  await pass(day);
  expect(mailman.requests).toHaveLength(before + 1);
});

test('a server is not asked before it has a list or channel', async () => {
  await using mailman = await start();
  await addServer(mailman.url);
  await crew.as(crew.owner, 'PATCH', 'teams/press', { mailing_list: 'press@lists.example.org' });
  await pass();
  expect(await servers()).toMatchObject([{ tried_at: null }]);
});

test('people whom Muster did not add are never removed, unless they agreed and left the team', async () => {
  await using mailman = await start();
  mailman.subscribe(list, 'stranger@example.org');
  mailman.subscribe(list, crew.member.email);
  mailman.subscribe(list, crew.chief.email);
  await agree(crew.chief);
  const { synced } = await followed(mailman);
  expect(await differences(synced)).toContainEqual(['Chen', 'found', 'done']);
  expect(mailman.writes()).toEqual([]);
  // Who did not agree is left alone, whatever happens.
  await crew.as(crew.owner, 'DELETE', `teams/venue/members/${crew.member.uid}`);
  await pass();
  expect(mailman.on(list)).toContain(crew.member.email);
  // Who was there before and withdraws stays as they came.
  await withdraw(crew.chief);
  await pass();
  expect(mailman.writes()).toEqual([]);
  await agree(crew.chief);
  await pass();
  await crew.as(crew.owner, 'DELETE', `teams/venue/chiefs/${crew.chief.uid}`);
  await crew.as(crew.owner, 'DELETE', `teams/venue/members/${crew.chief.uid}`);
  await pass();
  expect(mailman.on(list)).toEqual([crew.member.email, 'stranger@example.org'].toSorted());
});

test('who leaves the list there is not added again, until they agree again or an owner wants it filled again', async () => {
  await using mailman = await start();
  await agree(crew.chief, crew.member);
  const { synced } = await followed(mailman);
  mailman.unsubscribe(list, crew.member.email);
  await pass(day);
  await pass(day);
  expect(mailman.on(list)).toEqual(emails(crew.chief));
  expect(await differences(synced)).toContainEqual(['Mia', 'left', 'done']);
  expect((await mine(crew.member)).groups).toMatchObject([{ state: 'left' }]);
  await withdraw(crew.member);
  await agree(crew.member);
  await pass();
  expect(mailman.on(list)).toEqual(emails(crew.chief, crew.member));
  mailman.unsubscribe(list, crew.member.email);
  await pass(day);
  await owned('PATCH', `synced-groups/${synced.id}`, { mode: 'dry_run' });
  await pass();
  expect(mailman.on(list)).toEqual(emails(crew.chief));
  await activate(synced);
  await pass();
  expect(mailman.on(list)).toEqual(emails(crew.chief, crew.member));
});

test('a list that suddenly is nearly empty changes nothing, until an owner wants it filled again', async () => {
  await using mailman = await start();
  const many = await createMembers(muster, crew.pid, 'venue', 4);
  await agree(...many);
  const { synced } = await followed(mailman);
  for (const { email } of many) mailman.unsubscribe(list, email);
  await pass(day);
  expect(await groups()).toMatchObject([{ outcome: 'incomplete' }]);
  expect(mailman.on(list)).toEqual([]);
  await owned('PATCH', `synced-groups/${synced.id}`, { mode: 'dry_run' });
  await pass();
  await activate(synced);
  await pass();
  expect(mailman.on(list)).toEqual(emails(...many));
  expect(await groups()).toMatchObject([{ outcome: 'ok' }]);
});

test('when half of a list leaves it, they left; only when more do, nothing is believed', async () => {
  await using mailman = await start();
  const many = await createMembers(muster, crew.pid, 'venue', 6);
  await agree(...many);
  const { synced } = await followed(mailman);
  for (const { email } of many.slice(0, 3)) mailman.unsubscribe(list, email);
  await pass(day);
  expect(await groups()).toMatchObject([{ outcome: 'ok' }]);
  expect((await differences(synced)).filter(([, action]) => action === 'left')).toHaveLength(3);
  expect(mailman.on(list)).toEqual(emails(...many.slice(3)));
});

test('the account of somebody who erases it is removed from the list', async () => {
  await using mailman = await start();
  await agree(crew.chief, crew.member);
  const { synced } = await followed(mailman);
  const erased = await crew.inBrowser(crew.member, 'GET', 'my-groups');
  expect(erased.json().groups).toMatchObject([{ state: 'added', host: expect.stringContaining('127.0.0.1') }]);
  await muster.db.transaction(async (trx) => {
    await trx.deleteFrom('memberships').where('uid', '=', crew.member.uid).execute();
    await trx.deleteFrom('sync_consents').where('uid', '=', crew.member.uid).execute();
    await trx.updateTable('synced_people').set({ uid: null }).where('uid', '=', crew.member.uid).execute();
  });
  await pass(day);
  expect(mailman.on(list)).toEqual(emails(crew.chief));
  expect(await differences(synced)).toContainEqual([null, 'remove', 'done']);
  expect(
    await muster.db.read.selectFrom('synced_people').select('uid').where('group_id', '=', synced.id).execute(),
  ).toEqual([{ uid: crew.chief.uid }]);
});

test.each([
  ['500', { status: 500, text: 'oops' }, 'http_500'],
  ['401', { status: 401, json: {} }, 'http_401'],
  ['nonsense', { status: 200, text: '<html>Welcome!</html>' }, 'bad_response'],
  ['a page without a total', { status: 200, json: { entries: [] } }, 'bad_response'],
  [
    'people without an identifier',
    { status: 200, json: { start: 0, total_size: 1, entries: [{ email: 'x' }] } },
    'bad_response',
  ],
  ['fewer people than it says', { status: 200, json: { start: 0, total_size: 3, entries: [] } }, 'bad_response'],
  ['an endless answer', { status: 200, text: `{"total_size":0,"x":"${'x'.repeat(2_100_000)}"}` }, 'bad_response'],
])('a server that answers %s changes nothing, and is caught up with afterwards', async (_, answer, outcome) => {
  await using mailman = await start();
  await agree(crew.chief);
  await followed(mailman);
  mailman.interrupt(() => answer);
  await agree(crew.member);
  await pass();
  expect(await servers()).toMatchObject([{ active: true, outcome, failing_since: expect.any(String) }]);
  expect(mailman.on(list)).toEqual(emails(crew.chief));
  const asked = mailman.requests.length;
  // Waits longer and longer, as long as it fails.
  for (let minutes = 0; minutes < 60; minutes += 1) await pass();
  expect(mailman.requests.length - asked).toBeLessThan(12);
  mailman.interrupt(undefined);
  for (let minutes = 0; minutes < 62; minutes += 1) await pass();
  expect(mailman.on(list)).toEqual(emails(crew.chief, crew.member));
  expect(await servers()).toMatchObject([{ outcome: 'ok', failing_since: null }]);
});

test('what was done before an outage stays done, and the rest follows', async () => {
  await using mailman = await start();
  const many = await createMembers(muster, crew.pid, 'venue', 30);
  await agree(...many);
  let added = 0;
  mailman.interrupt(({ method }) => (method === 'POST' && (added += 1) > 10 ? { status: 502 } : undefined));
  const { synced } = await followed(mailman);
  expect(mailman.on(list)).toHaveLength(10);
  expect((await differences(synced)).filter(([, , outcome]) => outcome === 'done')).toHaveLength(10);
  mailman.interrupt(undefined);
  await pass(2 * minute);
  await pass(2 * minute);
  expect(mailman.on(list)).toEqual(emails(...many));
  expect((await differences(synced)).filter(([, , outcome]) => outcome === 'done')).toHaveLength(30);
});

test('who was added although no answer arrived counts as added by Muster', async () => {
  await using mailman = await start();
  await agree(crew.chief);
  mailman.interrupt(({ method, body }) => {
    if (method !== 'POST') return undefined;
    mailman.interrupt(undefined);
    mailman.subscribe(list, JSON.parse(body).subscriber);
    return { status: 500 };
  });
  const { synced } = await followed(mailman);
  await pass(2 * minute);
  await pass(2 * minute);
  expect((await differences(synced)).at(-1)).toEqual(['Chen', 'add', 'done']);
  await withdraw(crew.chief);
  await pass();
  expect(mailman.on(list)).toEqual([]);
});

test('who withdraws before it is known whether they were added is removed', async () => {
  await using mailman = await start();
  const [, [banned]] = [await agree(crew.chief), await createMembers(muster, crew.pid, 'venue', 1)];
  if (banned === undefined) throw new Error('nobody was created');
  await agree(banned);
  mailman.ban(banned.email);
  const lose = () =>
    mailman.interrupt(({ method, body }) => {
      if (method !== 'POST') return undefined;
      mailman.subscribe(list, JSON.parse(body).subscriber);
      return { status: 502 };
    });
  const { synced } = await followed(mailman);
  expect(mailman.on(list)).toEqual(emails(crew.chief));
  // The one who was refused is tried again the next day, with the one who is new.
  await agree(crew.member);
  lose();
  await pass(day);
  expect(mailman.on(list)).toEqual(emails(crew.chief, crew.member, banned));
  mailman.interrupt(undefined);
  await withdraw(crew.member);
  await withdraw(banned);
  await pass(2 * minute);
  await pass(2 * minute);
  expect(mailman.on(list)).toEqual(emails(crew.chief));
  expect(await differences(synced)).toContainEqual(['Mia', 'remove', 'done']);
  // Somebody else with such an address who came there by themselves is not touched.
  mailman.subscribe(list, crew.member.email);
  await pass(day);
  expect(mailman.on(list)).toEqual(emails(crew.chief, crew.member));
});

test('429 is waited for, and not for ever', async () => {
  await using mailman = await start();
  await agree(crew.chief);
  let refused = 0;
  mailman.interrupt(() => ((refused += 1) <= 2 ? { status: 429, headers: { 'retry-after': '0' } } : undefined));
  await followed(mailman);
  expect(mailman.on(list)).toEqual(emails(crew.chief));
  mailman.interrupt(() => ({ status: 429, text: 'limit exceeded', headers: { 'x-ratelimit-reset': '0' } }));
  await pass(day);
  expect(await servers()).toMatchObject([{ outcome: 'http_429' }]);
});

test('one list that does not exist, or one address that is banned, does not hold up the others', async () => {
  await using mailman = await start();
  await agree(crew.chief, crew.member);
  mailman.ban(crew.member.email);
  const { server, synced } = await followed(mailman);
  const missing = await addGroup(server, 'chiefs', 'nowhere@lists.example.org');
  expect(missing.target).toBe('nowhere.lists.example.org');
  await pass();
  expect(await groups()).toMatchObject([
    { target: list, outcome: 'ok' },
    { target: missing.target, outcome: 'http_404' },
  ]);
  expect(mailman.on(list)).toEqual(emails(crew.chief));
  expect(await differences(synced)).toContainEqual(['Mia', 'add', 'http_400']);
  expect((await mine(crew.member)).groups).toMatchObject([{ state: 'refused' }]);
  const refused = await crew.inBrowser(crew.owner, 'PATCH', `synced-groups/${missing.id}`, { mode: 'active' });
  expect([refused.statusCode, refused.json().code]).toEqual([422, 'not_allowed']);
  // The same refusal every night is one entry.
  await pass(day);
  await pass(day);
  expect((await differences(synced)).filter(([name]) => name === 'Mia')).toHaveLength(2);
});

test('a list of several pages is read to its end', async () => {
  await using mailman = await start();
  for (let count = 0; count < 450; count += 1) mailman.subscribe(list, `reader-${count}@example.org`);
  await agree(crew.chief);
  mailman.subscribe(list, crew.chief.email);
  const { synced } = await followed(mailman);
  expect(await differences(synced)).toContainEqual(['Chen', 'found', 'done']);
  const pages = mailman.requests.map(({ url }) => url.search);
  expect(pages.slice(0, 3)).toEqual(['?count=200&page=1', '?count=200&page=2', '?count=200&page=3']);
});

test('staff, all chiefs and the chiefs of a team are groups, too', async () => {
  const lists = ['staff', 'chiefs', 'venue-chiefs'].map((name) => `${name}.lists.example.org`);
  await using mailman = await startMailman(lists);
  await agree(crew.owner, crew.chief, crew.otherChief, crew.member);
  const server = await addServer(mailman.url);
  for (const [index, group] of ['staff', 'chiefs', 'chiefs:venue'].entries())
    await addGroup(server, group, lists[index]);
  await pass();
  for (const synced of await groups()) await activate(synced);
  await pass();
  expect(lists.map((one) => mailman.on(one))).toEqual([
    emails(crew.owner, crew.chief, crew.otherChief, crew.member),
    emails(crew.chief, crew.otherChief),
    emails(crew.chief),
  ]);
  await crew.as(crew.owner, 'PUT', 'teams/venue/disabled');
  await pass();
  expect(lists.map((one) => mailman.on(one))).toEqual([
    emails(crew.owner, crew.otherChief),
    emails(crew.otherChief),
    [],
  ]);
});

const [team, channel] = [mattermostId('team'), mattermostId('channel')];

test('Mattermost: teams and channels follow, people without an account wait for one', async () => {
  await using chat = await startMattermost([team], { [channel]: team });
  chat.addAccount('stranger@example.org');
  chat.join(team, 'stranger@example.org');
  chat.addAccount(crew.chief.email.toUpperCase());
  chat.addAccount(crew.otherChief.email);
  chat.deactivate(crew.otherChief.email);
  await agree(crew.chief, crew.member, crew.otherChief);
  const server = await addServer(`${chat.url}/api/v4/`, { kind: 'mattermost', secret: mattermostToken });
  expect(server.url).toBe(chat.url);
  // The channel is added first, and synced after the team.
  const inChannel = await addGroup(server, 'chiefs', channel, 'channel');
  const inTeam = await addGroup(server, 'staff', team, 'team');
  await pass();
  expect(await differences(inTeam)).toEqual([
    ['Chen', 'add', 'planned'],
    ['Otto', 'add', 'planned_no_account'],
    ['Mia', 'add', 'planned_no_account'],
  ]);
  expect(chat.writes()).toEqual([]);
  await activate(inChannel);
  await activate(inTeam);
  await pass();
  expect([chat.in(team), chat.in(channel)]).toEqual([
    [crew.chief.email, 'stranger@example.org'].toSorted(),
    [crew.chief.email],
  ]);
  expect((await mine(crew.member)).groups).toMatchObject([{ kind: 'mattermost', target: team, state: 'no_account' }]);
  chat.addAccount(crew.member.email);
  await pass(day);
  expect(chat.in(team)).toContain(crew.member.email);
  chat.leave(channel, crew.chief.email);
  await pass(day);
  expect(chat.in(channel)).toEqual([]);
  expect(await differences(inChannel)).toContainEqual(['Chen', 'left', 'done']);
  await withdraw(crew.chief);
  await pass();
  expect(chat.in(team)).toEqual([crew.member.email, 'stranger@example.org'].toSorted());
});

test('Mattermost: somebody who is not in the team yet is added to its channel later', async () => {
  await using chat = await startMattermost([team], { [channel]: team });
  chat.addAccount(crew.chief.email);
  await agree(crew.chief);
  const server = await addServer(chat.url, { kind: 'mattermost', secret: mattermostToken });
  const synced = await addGroup(server, 'team:venue', channel, 'channel');
  await pass();
  await activate(synced);
  await pass();
  expect(await differences(synced)).toContainEqual(['Chen', 'add', 'http_403']);
  chat.join(team, crew.chief.email);
  await pass(day);
  expect(chat.in(channel)).toEqual([crew.chief.email]);
});

test('Mattermost: more than a page of people', async () => {
  await using chat = await startMattermost([team], {});
  for (let count = 0; count < 405; count += 1) {
    chat.addAccount(`reader-${count}@example.org`);
    chat.join(team, `reader-${count}@example.org`);
  }
  chat.addAccount(crew.chief.email);
  await agree(crew.chief);
  const server = await addServer(chat.url, { kind: 'mattermost', secret: mattermostToken });
  const synced = await addGroup(server, 'chiefs', team, 'team');
  await pass();
  await activate(synced);
  await pass();
  expect(chat.in(team)).toHaveLength(406);
});

test('a person agrees in a browser only, and withdraws at any time', async () => {
  const byToken = await crew.as(crew.member, 'PUT', 'my-groups', { agrees: true });
  expect([byToken.statusCode, byToken.json().code]).toEqual([403, 'browser_only']);
  expect((await crew.inBrowser(crew.stranger, 'PUT', 'my-groups', { agrees: true })).statusCode).toBe(403);
  expect((await crew.as(crew.member, 'PUT', 'my-groups', { agrees: 'yes' })).statusCode).toBe(400);
  await agree(crew.member, crew.member);
  expect((await mine(crew.member)).agreed_at).toEqual(expect.any(String));
  expect((await withdraw(crew.member)).statusCode).toBe(204);
  expect((await withdraw(crew.member)).statusCode).toBe(204);
  expect(await mine(crew.member)).toEqual({ agreed_at: null, groups: [] });
  const kinds = await muster.db.read
    .selectFrom('audit')
    .select('kind')
    .where('subject', '=', crew.member.uid)
    .where('kind', 'like', 'groups.%')
    .orderBy('id')
    .execute();
  expect(kinds.map(({ kind }) => kind)).toEqual(['groups.agreed', 'groups.withdrawn']);
  expect((await crew.as(undefined, 'GET', 'my-groups')).statusCode).toBe(401);
});

test('who says that somebody else used their account, or is suspended, has to agree again', async () => {
  await using mailman = await start();
  await agree(crew.chief, crew.member);
  await followed(mailman);
  await muster.db.transaction((trx) =>
    endCredentialsAndWork(trx, { actor: crew.member.uid, now: muster.clock.now() }, crew.member),
  );
  await pass();
  expect(mailman.on(list)).toEqual(emails(crew.chief));
  expect(await muster.db.read.selectFrom('sync_consents').select('uid').where('pid', '=', crew.pid).execute()).toEqual([
    { uid: crew.chief.uid },
  ]);
});

test('people find the projects whose lists and channels they agreed to, and end it there', async () => {
  await agree(crew.member);
  const other = await createCrew(muster);
  expect((await other.inBrowser(other.owner, 'PUT', `teams/venue/members/${crew.member.uid}`)).statusCode).toBe(204);
  await other.inBrowser(crew.member, 'PUT', 'my-groups', { agrees: true });
  const listed = async ({ headers }: Caller, query = '') =>
    (await muster.call({ url: `/api/me/group-consents${query}`, headers })).json();
  const all = (await listed(crew.member)).data;
  expect(all.map(({ pid }: { pid: string }) => pid)).toEqual([crew.pid, other.pid].toSorted());
  const { data, next } = await listed(crew.member, '?limit=1');
  expect([data, (await listed(crew.member, `?limit=1&cursor=${next}`)).data]).toEqual([[all[0]], [all[1]]]);
  expect((await listed(crew.chief)).data).toEqual([]);
  await withdraw(crew.member);
  expect((await listed(crew.member)).data).toMatchObject([{ pid: other.pid, agreed_at: expect.any(String) }]);
});

test('the consent ends when the project becomes a draft, in which people could not withdraw it', async () => {
  await using mailman = await start();
  await agree(crew.member);
  await followed(mailman);
  expect(mailman.on(list)).toEqual(emails(crew.member));
  const hide = { method: 'PATCH' as const, url: `/api/projects/${crew.pid}`, headers: crew.owner.headers };
  expect((await muster.call({ ...hide, payload: { state: 'draft' } })).statusCode).toBe(200);
  expect((await muster.call({ url: '/api/me/group-consents', headers: crew.member.headers })).json().data).toEqual([]);
  await pass();
  expect(mailman.on(list)).toEqual([]);
  const ended = muster.db.read.selectFrom('audit').select(['actor', 'subject']).where('kind', '=', 'groups.ended');
  expect(await ended.where('pid', '=', crew.pid).execute()).toEqual([
    { actor: crew.owner.uid, subject: crew.member.uid },
  ]);
});

test('people see the lists of their own groups before they agree', async () => {
  await using mailman = await start();
  await addGroup(await addServer(mailman.url), 'team:venue');
  expect((await mine(crew.member)).groups).toEqual([
    {
      kind: 'mailman',
      host: new URL(mailman.url).host,
      target_kind: 'list',
      target: list,
      group: 'team:venue',
      team: 'Team 1',
      state: 'off',
      synced: false,
    },
  ]);
  expect((await mine(crew.otherChief)).groups).toEqual([]);
  await crew.as(crew.owner, 'PUT', 'translations/team/venue', { translations: { de: { name: 'Halle' } } });
  const german = await crew.as(crew.member, 'GET', 'my-groups', undefined, { 'accept-language': 'de' });
  expect(german.json().groups).toMatchObject([{ team: 'Halle' }]);
});

test('who withdraws while a run is under way is not added', async () => {
  await using mailman = await start();
  await agree(crew.chief, crew.member);
  mailman.interrupt(() => undefined);
  const synced = await addGroup(await addServer(mailman.url), 'team:venue');
  await pass();
  await activate(synced);
  let isWithdrawn: Promise<unknown> | undefined;
  mailman.interrupt(({ method }) => {
    if (method === 'GET')
      isWithdrawn ??= muster.db.transaction((trx) =>
        trx.deleteFrom('sync_consents').where('uid', '=', crew.member.uid).execute(),
      );
    return undefined;
  });
  await pass();
  await isWithdrawn;
  expect(mailman.on(list)).toEqual(emails(crew.chief));
});

test.each([
  [{ url: 'https://10.0.0.1/' }, 422, 'url_refused', '/url'],
  [{ url: 'https://169.254.169.254/latest' }, 422, 'url_refused', '/url'],
  [{ url: 'http://lists.example.org/' }, 422, 'url_refused', '/url'],
  [{ url: 'https://a:b@lists.example.org/' }, 422, 'url_refused', '/url'],
  [{ url: 'https://lists.example.org/?to=1' }, 422, 'url_refused', '/url'],
  [{ kind: 'sympa' }, 400, 'invalid_input', '/kind'],
  [{ username: '' }, 400, 'invalid_input', '/username'],
  [{ secret: '' }, 400, 'invalid_input', '/secret'],
  [{ secret: 'x'.repeat(501) }, 400, 'invalid_input', '/secret'],
])('rejects the server %j', async (fields, status, code, pointer) => {
  const server = { kind: 'mailman', url: 'https://lists.example.org/rest', ...mailmanLogin, ...fields };
  const response = await crew.inBrowser(crew.owner, 'POST', 'group-servers', server);
  expect(response.statusCode).toBe(status);
  expect(response.json()).toMatchObject({ code, errors: [{ pointer }] });
  expect(await servers()).toEqual([]);
});

test.each([
  [{ target: 'not a list' }, 400, '/target'],
  [{ target: '../../users' }, 400, '/target'],
  [{ target: channel, target_kind: 'channel' }, 400, '/target'],
  [{ group: 'everybody' }, 400, '/group'],
  [{ group: 'team:nowhere' }, 422, '/group'],
  [{ target_kind: 'room' }, 400, '/target_kind'],
])('rejects the group %j', async (fields, status, pointer) => {
  const { id: server } = await addServer('https://lists.example.org/rest/3.1');
  const group = { server, group: 'team:venue', target_kind: 'list', target: list, ...fields };
  const response = await crew.inBrowser(crew.owner, 'POST', 'synced-groups', group);
  expect(response.statusCode, response.body).toBe(status);
  expect(response.json()).toMatchObject({ errors: [{ pointer }] });
  expect(await groups()).toEqual([]);
});

test('passwords are stored sealed, never shown, and not sent to another address', async () => {
  const server = await addServer('https://lists.example.org/rest');
  const elsewhere = { url: 'https://evil.example.org/' };
  const refused = await crew.inBrowser(crew.owner, 'PATCH', `group-servers/${server.id}`, elsewhere);
  expect(refused.json()).toMatchObject({ code: 'invalid_input', errors: [{ pointer: '/secret' }] });
  expect(await owned('PATCH', `group-servers/${server.id}`, { ...elsewhere, secret: 'other' })).toMatchObject({
    url: 'https://evil.example.org',
  });
  const rows = await muster.db.read.selectFrom('group_servers').selectAll().where('pid', '=', crew.pid).execute();
  const audit = await muster.db.read.selectFrom('audit').selectAll().where('subject', '=', server.id).execute();
  expect(audit.map(({ kind }) => kind)).toEqual(['group_server.added', 'group_server.changed']);
  expect(JSON.stringify([rows, audit, await servers(), muster.logs])).not.toContain(mailmanLogin.secret);
});

test('only owners manage servers and groups, in a browser', async () => {
  const server = await addServer('https://lists.example.org/rest');
  const synced = await addGroup(server, 'team:venue');
  const body = { kind: 'mailman', url: 'https://lists.example.org', ...mailmanLogin };
  const byToken = await crew.as(crew.owner, 'POST', 'group-servers', body);
  expect([byToken.statusCode, byToken.json().code]).toEqual([403, 'browser_only']);
  for (const who of [crew.chief, crew.member, crew.stranger])
    for (const path of ['group-servers', 'synced-groups', `synced-groups/${synced.id}/differences`])
      expect((await crew.as(who, 'GET', path)).statusCode).toBe(403);
  const other = await createCrew(muster);
  for (const [method, path, payload] of [
    ['PATCH', `group-servers/${server.id}`, { active: false }],
    ['DELETE', `group-servers/${server.id}`, undefined],
    ['POST', `group-servers/${server.id}/sync`, undefined],
    ['PATCH', `synced-groups/${synced.id}`, { mode: 'dry_run' }],
    ['DELETE', `synced-groups/${synced.id}`, undefined],
    ['GET', `synced-groups/${synced.id}/differences`, undefined],
  ] as const)
    expect([path, (await other.inBrowser(other.owner, method, path, payload)).statusCode]).toEqual([path, 404]);
  const twice = await crew.inBrowser(crew.owner, 'POST', 'synced-groups', {
    server: server.id,
    group: 'chiefs',
    target_kind: 'list',
    target: 'venue@lists.example.org',
  });
  expect(twice.json()).toMatchObject({ code: 'not_allowed', errors: [{ pointer: '/target' }] });
});

test('a server stops when the person who set it up is no owner any more, and another owner takes it over', async () => {
  await using mailman = await start();
  await agree(crew.chief);
  const { server } = await followed(mailman);
  await muster.db.transaction(async (trx) => {
    const row = { pid: crew.pid, uid: crew.chief.uid, created_at: muster.clock.now().toISOString() };
    await trx.insertInto('project_owners').values(row).execute();
    await trx.deleteFrom('project_owners').where('pid', '=', crew.pid).where('uid', '=', crew.owner.uid).execute();
  });
  await agree(crew.member);
  await pass();
  const [stopped] = (await crew.as(crew.chief, 'GET', 'group-servers')).json().data;
  expect(stopped).toMatchObject({ active: false, disabled_for: 'not_allowed' });
  expect(mailman.on(list)).toEqual(emails(crew.chief));
  const mails = await muster.deliverNotices();
  expect(mails.map(({ to }) => to)).toContain(crew.chief.email);
  await crew.inBrowser(crew.chief, 'PATCH', `group-servers/${server.id}`, { active: true });
  await pass();
  expect(mailman.on(list)).toEqual(emails(crew.chief, crew.member));
});

test('a server that fails for 5 days is switched off, and caught up with when it is resumed', async () => {
  await using mailman = await start();
  await agree(crew.chief);
  const { server } = await followed(mailman);
  mailman.interrupt(() => ({ status: 503 }));
  await agree(crew.member);
  for (let days = 0; days < 7; days += 1) await pass(day);
  expect(await servers()).toMatchObject([{ active: false, disabled_for: 'failing', outcome: 'http_503' }]);
  expect(await muster.deliverNotices()).toContainEqual(expect.objectContaining({ to: crew.owner.email }));
  mailman.interrupt(undefined);
  await owned('PATCH', `group-servers/${server.id}`, { active: true });
  await pass();
  expect(mailman.on(list)).toEqual(emails(crew.chief, crew.member));
});

test('pausing, comparing now and removing; nobody is removed from the list', async () => {
  await using mailman = await start();
  await agree(crew.chief);
  const { server, synced } = await followed(mailman);
  await owned('PATCH', `group-servers/${server.id}`, { active: false });
  await agree(crew.member);
  await pass(day);
  expect(mailman.on(list)).toEqual(emails(crew.chief));
  const paused = await crew.as(crew.owner, 'POST', `group-servers/${server.id}/sync`);
  expect(paused.statusCode).toBe(422);
  await owned('PATCH', `group-servers/${server.id}`, { active: true });
  await pass();
  const before = mailman.requests.length;
  expect((await crew.as(crew.owner, 'POST', `group-servers/${server.id}/sync`)).statusCode).toBe(204);
  await muster.services.outbox.drain();
  expect(mailman.requests.length).toBe(before + 1);
  expect((await crew.as(crew.owner, 'DELETE', `synced-groups/${synced.id}`)).statusCode).toBe(204);
  expect((await crew.as(crew.owner, 'DELETE', `group-servers/${server.id}`)).statusCode).toBe(204);
  await pass(day);
  expect(mailman.on(list)).toEqual(emails(crew.chief, crew.member));
});

test('a project has at most 5 servers', async () => {
  for (let count = 0; count < 5; count += 1) await addServer('https://lists.example.org/rest');
  const sixth = { kind: 'mailman', url: 'https://lists.example.org/rest', ...mailmanLogin };
  expect((await crew.inBrowser(crew.owner, 'POST', 'group-servers', sixth)).json()).toMatchObject({
    code: 'not_allowed',
  });
});

test('listing takes the same number of queries for one group as for three', async () => {
  const server = await addServer('https://lists.example.org/rest');
  const queries = async (who: Caller, path: string) => {
    const before = muster.db.queryCount();
    await crew.as(who, 'GET', path);
    return muster.db.queryCount() - before;
  };
  await addGroup(server, 'team:venue', 'a.example.org');
  const one = [await queries(crew.owner, 'synced-groups'), await queries(crew.member, 'my-groups')];
  await addGroup(server, 'team:venue', 'b.example.org');
  await addGroup(server, 'team:venue', 'c.example.org');
  expect([await queries(crew.owner, 'synced-groups'), await queries(crew.member, 'my-groups')]).toEqual(one);
});

test('an address that a server names has at most 320 characters', () => {
  const named = (length: number) => () => seenPerson('1', '@'.padStart(length - 11, 'x') + 'example.org', /^1$/);
  expect(named(320)().email).toHaveLength(320);
  expect(named(321)).toThrow(ServerFailed);
});

test('a server that never ends its list is given up after 250 pages', async () => {
  const asked: string[] = [];
  const people = Array.from({ length: 200 }, (_, index) => ({
    id: mattermostId(`person ${index}`),
    email: `${index}@example.org`,
  }));
  const server = mattermost(async (_, path) => {
    asked.push(path);
    return { status: 200, location: '', json: people };
  });
  await expect(server.list({ kind: 'team', id: mattermostId('venue') })).rejects.toThrow(GroupFailed);
  expect(asked).toHaveLength(250);
});
