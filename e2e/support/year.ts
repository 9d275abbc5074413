import { createClient } from '../../src/client/client.ts';
import type { Client } from '../../src/client/client.ts';
import { browserOf, createPerson, tokenOf } from '../../test/support/factories.ts';
import type { TestPerson } from '../../test/support/factories.ts';
import { seed } from './seed.ts';
import type { Server } from './server.ts';

/** A client with an API token of this person. */
export async function clientOf(server: Server, person: TestPerson): Promise<Client> {
  return createClient({ baseUrl: server.url, token: await seed(server, (context) => tokenOf(context, person)) });
}

/** A client with a new session of this person, for what is not possible with a token. */
export async function browserClientOf(server: Server, person: TestPerson): Promise<Client> {
  const { cookie = '' } = await seed(server, (context) => browserOf(context, person));
  const sent = { cookie, origin: server.url };
  return createClient({
    baseUrl: server.url,
    fetch: (url, init) => {
      const headers = new Headers(init?.headers);
      for (const [name, value] of Object.entries(sent)) headers.set(name, value);
      return fetch(url, { ...init, headers });
    },
  });
}

export const makePeople = (server: Server, names: readonly string[]): Promise<TestPerson[]> =>
  seed(server, async (context) => {
    const people: TestPerson[] = [];
    for (const name of names) people.push(await createPerson(context, { name }));
    return people;
  });

export const makeAdministrator = (server: Server, name: string): Promise<TestPerson> =>
  seed(server, (context) => createPerson(context, { name, administrator: true }));

export type Year = Awaited<ReturnType<typeof makeYear>>;

const timezone = 'Asia/Taipei';
/** In the future, so that its tasks can still be joined. */
const comingYear = String(new Date().getFullYear() + 1);

/**
 * One year of an event: two teams, a task, forms with answers and travel money. It is created through the API, so
 * that the audit log has its entries.
 */
export async function makeYear(server: Server, pid = comingYear) {
  const administrator = await makeAdministrator(server, 'Alma Admin');
  const [owner, chief, member, volunteer] = await makePeople(server, [
    'Olga Owner',
    'Chen Chief',
    'Mia Member',
    'Vera Volunteer',
  ]);
  if (!owner || !chief || !member || !volunteer) throw new Error('expected four people');
  const admin = await browserClientOf(server, administrator);
  const project = { pid, name: `Summer Camp ${pid}`, starts_on: `${pid}-08-08`, ends_on: `${pid}-08-09`, timezone };
  await admin.call('create_project', {
    body: { ...project, state: 'public', description: 'Two days in August.', owners: [owner.uid] },
  });
  const own = await clientOf(server, owner);
  const path = { pid };
  await own.call('create_team', { path, body: { tid: 'venue', name: 'Venue', headcount: 3 } });
  await own.call('create_team', { path, body: { tid: 'press', name: 'Press' } });
  await own.call('add_chief', { path: { pid, tid: 'venue', uid: chief.uid } });
  await own.call('add_member', { path: { pid, tid: 'venue', uid: member.uid } });
  const task = await own.call('create_task', {
    path,
    body: {
      title: 'Registration desk',
      category: 'reception',
      tid: 'venue',
      starts_at: `${pid}-08-08T01:00:00Z`,
      ends_at: `${pid}-08-08T03:00:00Z`,
      capacity: 3,
    },
  });
  await own.call('add_attendee', { path: { pid, id: task.id, uid: member.uid } });
  await own.call('replace_traffic_subsidies', {
    path,
    body: {
      currency: 'TWD',
      data: [
        { location: 'Kaohsiung', amount: 149_000 },
        { location: 'Taichung', amount: 70_000 },
      ],
    },
  });
  const disclosure = { passes_on: ['bank' as const], passes_until: `${pid}-12-31` };
  await own.call('create_form', { path, body: { form: 'shirts', kind: 'shirt_size', title: 'Shirts', enabled: true } });
  await own.call('create_form', {
    path,
    body: { form: 'travel', kind: 'travel_money', title: 'Travel', enabled: true, ...disclosure },
  });
  const hers = await browserClientOf(server, member);
  await hers.call('save_own_response', {
    path: { pid, form: 'shirts' },
    body: { answers: { size: 'M', cut: 'fitted' } },
  });
  await hers.call('save_own_response', {
    path: { pid, form: 'travel' },
    body: { answers: { apply: true, from: 'Kaohsiung', how: 'Train' }, ...disclosure },
  });
  await hers.call('put_bank', { body: { code: '004', number: '0012345678', branch: 'Main', holder: 'Mia Member' } });
  return { pid, administrator, owner, chief, member, volunteer, task: task.id };
}

let laterYears = 0;

/** A year of its own for each try of a test: a retry does not find what the first try left behind. */
export async function makeFreshYear(server: Server): Promise<Year> {
  laterYears += 1;
  return makeYear(server, String(Number(comingYear) + laterYears));
}
