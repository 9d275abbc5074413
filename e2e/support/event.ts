import { createClient } from '../../src/client/client.ts';
import type { Client, Operations } from '../../src/client/client.ts';
import { createPerson, createProject, createTeam, tokenOf } from '../../test/support/factories.ts';
import type { TestPerson } from '../../test/support/factories.ts';
import { seed } from './seed.ts';
import type { Server } from './server.ts';

export type Event = { pid: string; owner: TestPerson; chief: TestPerson; volunteer: TestPerson; asOwner: Client };

const day = 86_400_000;
/** Days from now at an hour in Taipei, where the event takes place. */
const moment = (days: number, hour: number): string => {
  const date = new Date(Date.now() + days * day).toISOString().slice(0, 10);
  return new Date(Date.parse(`${date}T00:00:00+08:00`) + hour * 3_600_000).toISOString();
};

/** The first day of the event that `createEvent` makes. */
export const firstDay = (): string => new Date(Date.now() + 30 * day).toISOString().slice(0, 10);

type EventOptions = { volunteer?: string; /** Written into every text that people can type. */ text?: string };

/** A small event a month ahead: two teams, three tasks of which two collide, three forms, a travel money table. */
export async function createEvent(server: Server, { volunteer = 'Ada Lovelace', text = '' }: EventOptions = {}) {
  const pid = '2030';
  const people = await seed(server, async (ground) => {
    const owner = await createPerson(ground, { name: `Olga Owner ${text}`.trim() });
    const chief = await createPerson(ground, { name: '陳小華' });
    const ada = await createPerson(ground, { name: volunteer });
    await createProject(ground, { pid, name: `Summer Camp 2030 ${text}`.trim(), owners: [owner] });
    await createTeam(ground, pid, {
      tid: 'venue',
      name: `Venue ${text}`.trim(),
      headcount: 6,
      chiefs: [chief],
      members: [ada],
    });
    await createTeam(ground, pid, { tid: 'press', name: 'Press', members: [owner] });
    return { owner, chief, volunteer: ada, token: await tokenOf(ground, owner) };
  });
  const asOwner = createClient({ baseUrl: server.url, token: people.token });
  await describe(asOwner, pid, text);
  await plan(asOwner, pid, text);
  await ask(asOwner, pid, text);
  const { token: _, ...rest } = people;
  return { pid, ...rest, asOwner } satisfies Event;
}

async function describe({ call }: Client, pid: string, text: string): Promise<void> {
  const body = {
    description: `Two days of **talks and tents**.\n\n- Bring a friend\n- [Where it is](https://example.org)\n\n${text}`,
    starts_on: firstDay(),
    ends_on: new Date(Date.now() + 31 * day).toISOString().slice(0, 10),
  };
  await call('update_project', { path: { pid }, body });
  const team = {
    public_description: `We build the halls **up and down** again. ${text}`,
    description: `We meet at six, behind the stage. ${text}`,
    mailing_list: 'venue@lists.example.org',
  };
  await call('update_team', { path: { pid, tid: 'venue' }, body: team });
}

async function plan({ call }: Client, pid: string, text: string): Promise<void> {
  const tasks = [
    { title: `Registration desk ${text}`.trim(), tid: 'venue', category: 'reception', from: 9, to: 12, capacity: 3 },
    { title: 'Hand out badges', tid: 'press', category: 'reception', from: 10, to: 11, capacity: 2 },
    { title: 'Clean up', tid: null, category: '', from: 18, to: 20, capacity: 10 },
  ];
  for (const { from, to, ...task } of tasks) {
    const body = {
      ...task,
      description: `Bring a *jacket*. ${text}`,
      starts_at: moment(30, from),
      ends_at: moment(30, to),
    };
    await call('create_task', { path: { pid }, body });
  }
}

async function ask({ call }: Client, pid: string, text: string): Promise<void> {
  const table = { currency: 'TWD', data: [{ location: 'Kaohsiung', amount: 149_000 }] };
  await call('replace_traffic_subsidies', { path: { pid }, body: table });
  const closes_at = moment(20, 18);
  const forms: Operations['create_form']['input']['body'][] = [
    { form: 'shirts', kind: 'shirt_size', title: `Shirt ${text}`.trim() },
    { form: 'travel', kind: 'travel_money', title: 'Travel money' },
    { form: 'parking', kind: 'parking', title: 'Parking', days: [firstDay()], erase_after: '2031-01-01' },
  ];
  for (const form of forms) {
    const body = { ...form, description: `Until the **order** goes out. ${text}`, closes_at, enabled: true };
    await call('create_form', { path: { pid }, body });
  }
}
