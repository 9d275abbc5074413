import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createTask } from '../../../../../test/support/factories.ts';
import { createCrew } from '../../../../../test/support/world.ts';
import type { Caller } from '../../../../../test/support/world.ts';

const muster = useApp();
const at = (hour: number): string => `2099-01-01T${String(hour).padStart(2, '0')}:00:00.000Z`;
const openTo = (who: Caller, search = '') => muster.call({ url: `/api/me/open-tasks${search}`, headers: who.headers });

test('lists what the caller may and can take, most needed first, and pages through it', async () => {
  const crew = await createCrew(muster);
  const shift = (title: string, from: number, fields: object = {}) =>
    createTask(muster, crew.pid, { title, starts_at: at(from), ends_at: at(from + 1), ...fields });
  await shift('later', 15);
  await shift('sooner', 14);
  await shift('one missing', 16, { min_people: 1 });
  await shift('two missing', 17, { min_people: 2 });
  await shift('other team', 18, { tid: 'press', visibility: 'team' });
  await shift('own team', 18, { tid: 'venue', visibility: 'team' });
  await shift('not open yet', 19, { opens_at: '2098-01-01T00:00:00.000Z' });
  await shift('for planners', 19, { joining: 'planners' });
  await shift('over', 9, { starts_at: '2020-01-01T00:00:00.000Z', ends_at: '2020-01-01T01:00:00.000Z', min_people: 5 });
  const mine = await shift('mine', 10);
  await crew.as(crew.member, 'PUT', `tasks/${mine}/attendance`);
  await shift('at the same time', 10);
  const titles = ['two missing', 'one missing', 'sooner', 'later', 'own team'];
  const all = (await openTo(crew.member)).json();
  expect(all.data.map(({ title }: { title: string }) => title)).toEqual(titles);
  expect(all.data[0]).toMatchObject({ pid: crew.pid, missing: 2, open_places: 5, team: null });
  expect(all.next).toBeNull();
  const paged: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: { data: { title: string }[]; next: string | null } = (
      await openTo(crew.member, `?limit=2${cursor && `&cursor=${cursor}`}`)
    ).json();
    paged.push(...page.data.map(({ title }) => title));
    cursor = page.next;
  }
  expect(paged).toEqual(titles);
  expect((await openTo(crew.member, '?project=other')).json().data).toEqual([]);
  expect((await openTo(crew.stranger)).json().data).toEqual([]);
  expect((await openTo(crew.member, '?cursor=abc')).statusCode).toBe(400);
});
