import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { createTask, createTeam } from '../../../../test/support/factories.ts';
import { createCaller, createCrew, createMembers } from '../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../test/support/world.ts';

const muster = useApp();

const phone = '+886912345678';
const handles = [{ service: 'Telegram', name: '@mia' }];
type VisibleTo = 'owners' | 'chiefs' | 'team';

const give = (person: Caller, visible_to: VisibleTo) =>
  muster.call({
    method: 'PUT',
    url: '/api/me/contact',
    headers: person.headers,
    payload: { phone, handles, visible_to },
  });

async function taskOf(tid: string, ...attendees: Caller[]): Promise<string> {
  const id = await createTask(muster, crew.pid, { tid });
  for (const person of attendees) await crew.as(person, 'PUT', `tasks/${id}/attendance`);
  return id;
}

let crew: Crew;
let teammate: Caller;
beforeEach(async () => {
  crew = await createCrew(muster);
  [teammate] = (await createMembers(muster, crew.pid, 'venue', 1)) as [Caller];
});

type Row = { uid: string; email?: string; contact?: object };

/** What somebody sees of Mia in a list. */
async function seen(who: Caller | undefined, path: string): Promise<Row | undefined> {
  const response = await crew.as(who, 'GET', path);
  return response
    .json()
    .data?.find(({ uid, name }: { uid?: string; name: string }) =>
      uid === undefined ? name === 'Mia' : uid === crew.member.uid,
    );
}

const readsOf = async (person: Caller) =>
  (await muster.call({ url: '/api/me/private-reads', headers: person.headers })).json().data;

test.each([
  ['owners', ['owner']],
  ['chiefs', ['owner', 'chief']],
  ['team', ['owner', 'chief', 'teammate']],
] as const)('contact details for %s are on the contact sheet of %j and nobody else', async (visibleTo, allowed) => {
  const { owner, chief, otherChief, member, stranger } = crew;
  await give(member, visibleTo);
  const people = { owner, chief, teammate, otherChief, stranger, visitor: undefined };
  for (const [role, who] of Object.entries(people)) {
    const expected = allowed.some((one) => one === role) ? { phone, handles } : undefined;
    expect([role, (await seen(who, 'teams/venue/members'))?.contact]).toEqual([role, expected]);
    const csv = await crew.as(who, 'GET', 'teams/venue/members.csv');
    expect([role, csv.body.includes(phone)]).toEqual([role, expected !== undefined]);
  }
  expect((await seen(member, 'teams/venue/members'))?.contact).toEqual({ phone, handles });
});

test('e-mail addresses are for owners and chiefs of the team, whatever the person chose', async () => {
  await give(crew.member, 'owners');
  for (const who of [crew.owner, crew.chief])
    expect((await seen(who, 'teams/venue/members'))?.email).toBe(crew.member.email);
  for (const who of [teammate, crew.otherChief, crew.stranger])
    expect(await seen(who, 'teams/venue/members')).not.toHaveProperty('email');
});

test('a chief reaches the people on the tasks of their team, also those of other teams; attendees see names only', async () => {
  const { owner, otherChief, chief, member } = crew;
  await give(member, 'chiefs');
  const task = await taskOf('press', member, teammate);
  const path = `tasks/${task}/attendees`;
  const known = { email: member.email, contact: { phone, handles } };
  expect(await seen(otherChief, path)).toMatchObject(known);
  expect(await seen(owner, path)).toMatchObject(known);
  for (const who of [chief, teammate, member]) {
    const row = await seen(who, path);
    expect(row).toMatchObject({ uid: member.uid });
    expect(row).not.toHaveProperty('email');
    expect(row).not.toHaveProperty('contact');
  }
  await give(member, 'owners');
  expect(await seen(otherChief, path)).not.toHaveProperty('contact');
  expect(await seen(owner, path)).toMatchObject(known);
});

test('a chief of a disabled team, and one who is no longer chief, see nothing', async () => {
  const { pid, owner, chief, member } = crew;
  await give(member, 'chiefs');
  await createTeam(muster, pid, { tid: 'closed', chiefs: [chief], members: [member], disabled: true });
  expect((await crew.as(chief, 'GET', 'teams/closed/members')).statusCode).toBe(404);
  await crew.as(owner, 'DELETE', `teams/venue/chiefs/${chief.uid}`);
  const row = await seen(chief, 'teams/venue/members');
  expect(row).not.toHaveProperty('email');
  expect(row).not.toHaveProperty('contact');
});

test('a person sees who looked at their contact details, once per reader and day, however often they look', async () => {
  const { chief, owner, member, pid } = crew;
  await give(member, 'chiefs');
  const task = await taskOf('venue', member);
  const start = new Date(`${muster.clock.now().toISOString().slice(0, 10)}T12:00:00Z`).getTime();
  muster.clock.advance((start + 86_400_000 - muster.clock.now().getTime()) / 1000);
  await Promise.all([seen(chief, 'teams/venue/members'), seen(chief, 'teams/venue/members')]);
  await seen(chief, `tasks/${task}/attendees`);
  await crew.as(chief, 'GET', 'teams/venue/members.csv');
  await seen(teammate, 'teams/venue/members');
  await seen(member, 'teams/venue/members');
  const entry = { actor: chief.uid, actor_name: 'Chen', seen: 'contact', project: pid, form: null };
  expect(await readsOf(member)).toEqual([expect.objectContaining(entry)]);
  await seen(owner, 'teams/venue/members');
  muster.clock.advance(86_400);
  await seen(chief, 'teams/venue/members');
  const actors = (await readsOf(member)).map(({ actor }: { actor: string }) => actor);
  expect(actors).toEqual([chief.uid, owner.uid, chief.uid]);
  expect(JSON.stringify(await readsOf(member))).not.toContain(phone);
  for (const who of [chief, teammate]) expect(await readsOf(who)).toEqual([]);
});

test('somebody without contact details has no entry, and one on a later page has none yet', async () => {
  const { chief, member } = crew;
  await give(member, 'chiefs');
  // Chen comes first, Mia after "Member 0".
  await crew.as(chief, 'GET', 'teams/venue/members?limit=2');
  expect(await readsOf(member)).toEqual([]);
  await crew.as(chief, 'GET', 'teams/venue/members?limit=3');
  expect(await readsOf(member)).toHaveLength(1);
  expect(await readsOf(teammate)).toEqual([]);
});

test('a contact sheet takes as many queries with three people as with one', async () => {
  const { pid, chief, member } = crew;
  await give(member, 'chiefs');
  const spend = async () => {
    const before = muster.db.queryCount();
    await crew.as(chief, 'GET', 'teams/venue/members');
    return muster.db.queryCount() - before;
  };
  const first = await spend();
  const again = await spend();
  const more = await createMembers(muster, pid, 'venue', 3);
  for (const person of more) await give(person, 'team');
  expect([await spend(), await spend()]).toEqual([first, again]);
  const stranger = await createCaller(muster);
  const before = muster.db.queryCount();
  await crew.as(stranger, 'GET', 'teams/venue/members');
  expect(muster.db.queryCount() - before).toBeLessThan(again);
});
