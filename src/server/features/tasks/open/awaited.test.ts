import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createTask } from '../../../../../test/support/factories.ts';
import { createCrew } from '../../../../../test/support/world.ts';
import type { Caller } from '../../../../../test/support/world.ts';

const muster = useApp();
const at = (hour: number): string => `2099-01-01T${String(hour).padStart(2, '0')}:00:00.000Z`;
const awaited = async (who: Caller, search = '') =>
  (await muster.call({ url: `/api/me/awaited-tasks${search}`, headers: who.headers })).json();

test('lists what somebody waits for, has asked for and is asked to help with, until it is decided or hidden', async () => {
  const crew = await createCrew(muster);
  const shift = (title: string, from: number, fields: object = {}) =>
    createTask(muster, crew.pid, { title, tid: 'venue', starts_at: at(from), ends_at: at(from + 1), ...fields });
  const full = await shift('Full', 8, { capacity: 1 });
  await crew.as(crew.chief, 'PUT', `tasks/${full}/attendance`);
  const approval = await shift('Approval', 10, { joining: 'approval' });
  const help = await shift('Help', 12, { visibility: 'team' });
  await shift('Unrelated', 14);
  expect(await awaited(crew.member)).toEqual({ data: [], next: null });
  await crew.as(crew.member, 'PUT', `tasks/${full}/attendance`, { wait: true });
  await crew.as(crew.member, 'PUT', `tasks/${approval}/attendance`, { note: 'Please' });
  await crew.as(crew.chief, 'POST', `tasks/${help}/help-requests`, { people: 9 });
  const states = async () =>
    (await awaited(crew.member)).data.map(
      ({
        title,
        asked,
        requested,
        waiting,
      }: {
        title: string;
        asked: boolean;
        requested: boolean;
        waiting: object;
      }) => [title, asked, requested, waiting],
    );
  const all = [
    ['Full', false, false, { position: 1, offered_until: null }],
    ['Approval', false, true, null],
    ['Help', true, false, null],
  ];
  expect(await states()).toEqual(all);
  const first = await awaited(crew.member, '?limit=2');
  expect(first.data).toHaveLength(2);
  expect((await awaited(crew.member, `?limit=2&cursor=${first.next}`)).data).toMatchObject([{ title: 'Help' }]);
  expect((await awaited(crew.stranger)).data).toEqual([]);
  // Declined, answered, and out of sight.
  await crew.as(crew.chief, 'PUT', `tasks/${approval}/requests/${crew.member.uid}`, { approved: false });
  await crew.as(crew.member, 'PUT', `tasks/${help}/help-request`, { answer: 'no' });
  await crew.as(crew.owner, 'PATCH', `tasks/${full}`, { tid: 'press', visibility: 'team' });
  expect(await states()).toEqual([]);
});
