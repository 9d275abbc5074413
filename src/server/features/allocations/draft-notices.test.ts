import { expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { at, shiftsIn } from '../../../../test/support/world/drafts.ts';
import { createCrew } from '../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../test/support/world.ts';

const muster = useApp();
const { shift, draft } = shiftsIn(muster);

/** Only Mia can take what is drafted. */
async function crewOfOne(): Promise<Crew> {
  await muster.deliverNotices();
  const crew = await createCrew(muster);
  const all = { unavailable: [{ from: at(0), to: at(23) }] };
  for (const person of [crew.chief, crew.otherChief]) await crew.as(person, 'PUT', 'availability', all);
  await muster.db.transaction((trx) =>
    trx.updateTable('people').set({ language: 'en' }).where('uid', '=', crew.member.uid).execute(),
  );
  return crew;
}

const noticesOf = async ({ headers }: Caller) =>
  (await muster.call({ method: 'GET', url: '/api/me/notices', headers })).json();
const apply = async (crew: Crew) => {
  const { id } = await draft(crew);
  const url = `allocations/${id}/applied`;
  expect((await crew.as(crew.owner, 'PUT', url)).statusCode).toBe(200);
  return url;
};

test('who gets several tasks of a draft gets one notice and one mail about all of them', async () => {
  const crew = await crewOfOne();
  const ids = [await shift(crew, 12, 13), await shift(crew, 9, 10), await shift(crew, 15, 16)];
  await apply(crew);
  const { data, unread } = await noticesOf(crew.member);
  expect(unread).toBe(1);
  expect(data).toMatchObject([
    {
      kind: 'task.added',
      texts: ['task.several.added'],
      values: { tasks: 3, title: 'Shift at 9', starts_at: at(9), ends_at: at(10) },
      link: `/projects/${crew.pid}/tasks?mine=true`,
    },
  ]);
  const audit = muster.db.read.selectFrom('audit').select('detail').where('subject', '=', crew.member.uid);
  const added = await audit.where('kind', '=', 'attendance.added').execute();
  expect(new Set(added.map(({ detail }) => JSON.parse(detail).task))).toEqual(new Set(ids));

  const [mail, ...others] = (await muster.deliverNotices()).filter(({ to }) => to === crew.member.email);
  expect(others).toEqual([]);
  expect(mail?.subject).toMatch(
    /^Project \d+: You have 3 new shifts in Project \d+\. The first of them is "Shift at 9": /,
  );
  expect(mail?.text).toMatch(/"Shift at 9": .+"Shift at 12": .+"Shift at 15": /s);
  const events = mail?.attachments?.[0]?.content.match(/UID:.+@muster/g) ?? [];
  expect(events.toSorted()).toEqual(ids.map((id) => `UID:${id}@muster`).toSorted());

  // All of them are deleted at once.
  const tasks = ids.map((id) => ({ id }));
  const removed = await crew.as(crew.owner, 'POST', 'tasks/changes?release=true', { tasks, delete: true });
  expect(removed.statusCode, removed.body).toBe(200);
  expect((await noticesOf(crew.member)).data[0]).toMatchObject({
    texts: ['task.several.cancelled'],
    values: { tasks: 3, title: 'Shift at 9' },
    link: `/projects/${crew.pid}/tasks`,
  });
  const cancelled = (await muster.deliverNotices()).find(({ to }) => to === crew.member.email);
  expect(cancelled?.subject).toMatch(/^Project \d+: 3 of your shifts of Project \d+ are cancelled/);
  expect(cancelled?.attachments?.[0]?.content.match(/STATUS:CANCELLED/g)).toHaveLength(3);
});

test('what is undone at once leaves no notice; a single task has its own', async () => {
  const crew = await crewOfOne();
  const first = await shift(crew, 9, 10);
  await shift(crew, 12, 13);
  const url = await apply(crew);
  expect((await noticesOf(crew.member)).unread).toBe(1);
  expect((await crew.as(crew.owner, 'DELETE', url)).statusCode).toBe(200);
  expect((await noticesOf(crew.member)).data).toEqual([]);

  const { id, assignments } = await draft(crew);
  const chosen = assignments.filter(({ task }: { task: string }) => task === first);
  const only = chosen.map(({ task, uid }: { task: string; uid: string }) => ({ task, uid }));
  await crew.as(crew.owner, 'PUT', `allocations/${id}/applied`, { assignments: only });
  expect((await noticesOf(crew.member)).data).toMatchObject([
    { texts: ['task.added'], values: { title: 'Shift at 9' }, link: `/projects/${crew.pid}/tasks/${first}` },
  ]);
});
