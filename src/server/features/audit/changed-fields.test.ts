import { expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { createCrew } from '../../../../test/support/world.ts';
import type { Crew } from '../../../../test/support/world.ts';

const muster = useApp();

/** What the entries of a kind record, oldest first. */
async function details({ pid, owner }: Crew, kind: string): Promise<{ fields: string }[]> {
  const answer = await muster.call({ url: `/api/audit?project=${pid}&kind=${kind}`, headers: owner.headers });
  return answer
    .json()
    .data.map((entry: { detail: { fields: string } }) => entry.detail)
    .toReversed();
}

const recorded = async (crew: Crew, kind: string) => (await details(crew, kind)).map(({ fields }) => fields);

const at = (crew: Crew, path: string) => (payload: object) =>
  crew
    .at(crew.pid)(crew.owner, 'PATCH', path, payload)
    .then(({ statusCode }) => expect(statusCode).toBe(200));

test('a project, as its form sends it: all fields, of which one has changed', async () => {
  const crew = await createCrew(muster);
  const send = (payload: object) =>
    muster.call({ method: 'PATCH', url: `/api/projects/${crew.pid}`, headers: crew.owner.headers, payload });
  const fields = { name: 'Camp', description: '', starts_on: null, ends_on: null, timezone: 'Asia/Taipei' };
  await send(fields);
  await send({ ...fields, description: 'New' });
  await send({ ...fields, description: 'New' });
  const entries = await recorded(crew, 'project.changed');
  expect(entries.at(-1)).toBe('description');
  expect(entries).toHaveLength(2);
});

test('a team', async () => {
  const crew = await createCrew(muster);
  const send = at(crew, 'teams/venue');
  const fields = { name: 'Halls', headcount: 9, description: '', takes_applications: true };
  await send(fields);
  await send({ ...fields, headcount: 10 });
  await send({ ...fields, headcount: 10 });
  expect(await recorded(crew, 'team.changed')).toEqual(['headcount name takes_applications', 'headcount']);
});

test('a task', async () => {
  const crew = await createCrew(muster);
  const fields = {
    title: 'Desk',
    description: '',
    starts_at: '2026-08-08T09:00:00+08:00',
    ends_at: '2026-08-08T12:00:00+08:00',
    capacity: 3,
  };
  const { id } = (await crew.as(crew.owner, 'POST', 'tasks', fields)).json();
  const send = at(crew, `tasks/${id}`);
  await send({ ...fields, capacity: 4, release_conflicting: true });
  await send({ ...fields, capacity: 4 });
  expect(await recorded(crew, 'task.changed')).toEqual(['capacity']);
});

test('a form, with its audience and what it passes on only where that has changed', async () => {
  const crew = await createCrew(muster);
  const question = { key: 'why', label: 'Why?', type: 'text' };
  const fields = { title: 'Arrival', description: '', audience: 'people', closes_at: null, fields: [question] };
  await crew.as(crew.owner, 'POST', 'forms', { form: 'arrival', kind: 'custom', ...fields });
  const send = at(crew, 'forms/arrival');
  await send({ ...fields, enabled: true });
  await send({ ...fields, audience: 'chiefs', enabled: true, passes_on: [] });
  await send({ ...fields, audience: 'chiefs', enabled: true, fields: [{ ...question, required: true }] });
  await send({ ...fields, audience: 'chiefs', fields: [{ ...question, required: true }] });
  expect(await recorded(crew, 'form.changed')).toEqual(['enabled', 'audience', 'fields']);
  expect((await details(crew, 'form.changed')).map((detail) => Object.keys(detail).toSorted())).toEqual([
    ['fields'],
    ['audience', 'fields'],
    ['fields'],
  ]);
});
