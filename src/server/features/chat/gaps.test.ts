import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { startReceiver } from '../../../../test/support/servers/receiver.ts';
import type { Receiver } from '../../../../test/support/servers/receiver.ts';
import { createCrew } from '../../../../test/support/world.ts';
import type { Crew } from '../../../../test/support/world.ts';

/** The clock of the tests starts at 9:00 UTC; the crew's project is in UTC+8. */
const muster = useApp({ env: { INTERNAL_HOSTS: '127.0.0.1' } });
let crew: Crew;
beforeEach(async () => {
  crew = await createCrew(muster);
});

const inHours = (hours: number): string => new Date(muster.clock.now().getTime() + hours * 3_600_000).toISOString();
const addTask = async (title: string, hours: number, fields: object = {}): Promise<string> => {
  const times = { starts_at: inHours(hours), ends_at: inHours(hours + 1) };
  return (await crew.as(crew.owner, 'POST', 'tasks', { title, tid: 'venue', ...times, capacity: 2, ...fields })).json()
    .id;
};
const join = (who: keyof Pick<Crew, 'chief' | 'member' | 'owner'>, id: string) =>
  crew.as(crew[who], 'PUT', `tasks/${id}/attendance`);
const leave = (who: keyof Pick<Crew, 'chief' | 'member' | 'owner'>, id: string) =>
  crew.as(crew[who], 'DELETE', `tasks/${id}/attendance`);
const addChannel = (receiver: Receiver, fields: object = {}) =>
  crew.inBrowser(crew.owner, 'POST', 'chat-channels', {
    tid: 'venue',
    name: '#venue',
    url: `${receiver.url}/hook`,
    format: 'matrix',
    topics: ['gaps'],
    ...fields,
  });
/** Runs the job and returns the lines of each message that arrived since. */
async function messagesTo(receiver: Receiver): Promise<string[][]> {
  receiver.requests.length = 0;
  await muster.services.jobList.find(({ name }) => name === 'chat')?.run(new AbortController().signal);
  await muster.services.outbox.drain();
  return receiver.requests.map(({ body }) => (JSON.parse(body) as { text: string }).text.split('\n'));
}

test('once a day the channel hears which tasks of the next 48 hours need people', async () => {
  await using receiver = await startReceiver();
  const full = await addTask('Full', 3, { capacity: 1 });
  await join('member', full);
  const half = await addTask('Half full', 5);
  await join('member', half);
  await addTask('Empty @everyone', 40, { capacity: 3 });
  await addTask('Later', 60);
  await addTask('Of another team', 6, { tid: 'press' });
  await addChannel(receiver);
  const [message = [], ...others] = await messagesTo(receiver);
  expect(others).toEqual([]);
  expect(message).toHaveLength(4);
  expect(message[0]).toMatch(/^\*\*Project \d+: 2 shifts in the next 48 hours have places free\*\*$/);
  expect(message[1]).toMatch(/^• Half full, .+: 1 place free$/);
  expect(message[2]).toMatch(/^• Empty @\u200beveryone, .+: 3 places free$/);
  expect(message[3]).toBe(`See shifts: http://muster.test/projects/${crew.pid}/tasks?open=true&tid=venue`);
  expect(await messagesTo(receiver)).toEqual([]);
  muster.clock.advance(86_400);
  expect((await messagesTo(receiver))[0]?.[0]).toContain('places free');
});

test('nothing is said before 9 in the morning there, and nothing when nobody is missing', async () => {
  await using receiver = await startReceiver();
  const now = muster.clock.now();
  const localHour = (now.getUTCHours() + 8) % 24;
  muster.clock.advance(((24 + 8 - localHour) % 24) * 3600);
  await addTask('Soon', 12);
  await addChannel(receiver);
  expect(await messagesTo(receiver)).toEqual([]);
  muster.clock.advance(3600);
  expect(await messagesTo(receiver)).toHaveLength(1);
});

test('when people leave tasks that start within 24 hours, the channel hears of all of them at once', async () => {
  await using receiver = await startReceiver();
  const [one, two, far] = [await addTask('One', 4), await addTask('Two', 6), await addTask('Far', 40)];
  for (const id of [one, two, far]) for (const who of ['chief', 'member'] as const) await join(who, id);
  await addChannel(receiver);
  expect(await messagesTo(receiver)).toEqual([]);
  await leave('member', one);
  await leave('chief', one);
  await leave('chief', two);
  await leave('chief', far);
  const [message = [], ...others] = await messagesTo(receiver);
  expect(others).toEqual([]);
  expect(message[0]).toMatch(/people left 2 shifts that start soon/);
  expect(message.slice(1, -1).map((line) => line.replace(/, .*:/, ':'))).toEqual([
    '• One: 2 places free',
    '• Two: 1 place free',
  ]);
  expect(await messagesTo(receiver)).toEqual([]);
  await join('chief', two);
  await messagesTo(receiver);
  await leave('chief', two);
  await join('chief', two);
  expect(await messagesTo(receiver)).toEqual([]);
});

test('a gap is also reported when somebody is removed by others or leaves the team', async () => {
  await using receiver = await startReceiver();
  const id = await addTask('Desk', 4);
  await join('member', id);
  await join('chief', id);
  await addChannel(receiver);
  await messagesTo(receiver);
  await crew.as(crew.owner, 'DELETE', `teams/venue/members/${crew.member.uid}`);
  expect((await messagesTo(receiver))[0]?.[0]).toContain('someone left a shift that starts soon');
});

test('a message that cannot be delivered for hours is dropped', async () => {
  await using receiver = await startReceiver();
  receiver.answerWith(500);
  await addTask('Soon', 30);
  await addChannel(receiver);
  await messagesTo(receiver);
  receiver.answerWith(200);
  muster.clock.advance(4 * 3600);
  receiver.requests.length = 0;
  await muster.services.outbox.drain();
  expect(receiver.requests).toEqual([]);
});

test('drafts and other topics stay silent', async () => {
  await using receiver = await startReceiver();
  await addTask('Soon', 5);
  await addChannel(receiver, { topics: ['announcements'] });
  expect(await messagesTo(receiver)).toEqual([]);
});

test('two processes that look at the same time send one message', async () => {
  await using receiver = await startReceiver();
  await addTask('Soon', 5);
  await addChannel(receiver);
  const job = muster.services.jobList.find(({ name }) => name === 'chat');
  if (job === undefined) throw new Error('no job for chat');
  await Promise.all([1, 2, 3].map(async () => job.run(new AbortController().signal)));
  await muster.services.outbox.drain();
  expect(receiver.requests).toHaveLength(1);
});
