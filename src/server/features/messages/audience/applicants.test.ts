import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { applying } from '../../../../../test/support/world/applications.ts';
import { createCaller } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';

const muster = useApp();
const team = applying(muster);

const decide = (crew: Crew, { uid }: Caller, decision: string) =>
  crew.as(crew.chief, 'POST', 'applications/decisions', { decisions: [{ uid, tid: 'venue', decision }] });

/** Names, or the status and the field of a refusal. */
async function reached(crew: Crew, who: Caller, applications: object): Promise<string> {
  const response = await crew.as(who, 'POST', 'messages/audience', { audience: { applications } });
  const { people, errors } = response.json();
  if (response.statusCode !== 200) return `${response.statusCode} ${errors?.[0]?.pointer ?? ''}`.trim();
  return people.map(({ name }: Caller) => name).join(' ');
}

test('organisers reach people by what those know of their application, chiefs those of their own teams', async () => {
  using _still = muster.clock.freeze();
  const crew = await team.openCrew();
  await muster.call({
    method: 'PATCH',
    url: `/api/projects/${crew.pid}`,
    headers: crew.owner.headers,
    payload: { decisions: 'together' },
  });
  const people = await Promise.all(['Ada', 'Lin', 'Mei', 'Noa'].map((name) => createCaller(muster, name)));
  const [ada, lin, mei, noa] = people;
  if (ada === undefined || lin === undefined || mei === undefined || noa === undefined) throw new Error('nobody');
  for (const who of people) await team.apply(crew, who);
  await decide(crew, ada, 'wait');
  expect(await reached(crew, crew.owner, { state: 'waiting' })).toBe('');
  expect(await reached(crew, crew.owner, { state: 'sent', tid: 'venue' })).toBe('Ada Lin Mei Noa');
  await crew.as(crew.owner, 'POST', 'applications/publication', {});
  await decide(crew, lin, 'decline');
  await crew.as(crew.owner, 'POST', 'applications/publication', {});
  await crew.as(mei, 'DELETE', 'my-application');
  expect(await reached(crew, crew.chief, { state: 'waiting', tid: 'venue' })).toBe('Ada');
  expect(await reached(crew, crew.chief, { state: 'sent' })).toBe('Noa');
  expect(await reached(crew, crew.otherChief, { state: 'sent' })).toBe('');
  expect(await reached(crew, crew.otherChief, { state: 'waiting', tid: 'venue' })).toBe('403');
  expect(await reached(crew, crew.owner, { state: 'waiting', tid: 'nowhere' })).toBe('400 /audience/applications/tid');
  expect(await reached(crew, crew.owner, { state: 'withdrawn' })).toBe('400 /audience/applications/state');
  expect(await reached(crew, crew.owner, { state: 'declined' })).toBe('Lin');
});

test('who withdraws before the message is sent gets none, although others outside the project do', async () => {
  const crew = await team.openCrew();
  const [ada, lin] = await Promise.all(['Ada', 'Lin'].map((name) => createCaller(muster, name)));
  if (ada === undefined || lin === undefined) throw new Error('nobody');
  for (const who of [ada, lin]) {
    await team.apply(crew, who);
    await decide(crew, who, 'wait');
  }
  await muster.deliverNotices();
  const draft = {
    audience: { applications: { state: 'waiting', tid: 'venue' } },
    subject: 'Soon',
    body: 'Dear {{name}}',
  };
  for (const who of [crew.chief, crew.owner]) {
    const { id } = (await crew.as(who, 'POST', 'messages', draft)).json();
    expect((await crew.as(who, 'POST', `messages/${id}/send`)).statusCode).toBe(200);
    await crew.as(lin, 'DELETE', 'my-application');
    const mails = (await muster.deliver()).filter(({ subject }) => subject.includes('Soon'));
    expect(mails.map(({ to }) => to)).toEqual([ada.email]);
  }
});
