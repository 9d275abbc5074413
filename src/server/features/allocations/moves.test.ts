import { expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { inMinutes } from '../../../../test/support/world/desk.ts';
import { shiftsIn } from '../../../../test/support/world/drafts.ts';
import { createCrew, createMembers } from '../../../../test/support/world.ts';
import type { Crew } from '../../../../test/support/world.ts';

const muster = useApp();

const { shift, draft } = shiftsIn(muster);

const onTask = async (id: string) =>
  (await muster.db.read.selectFrom('attendances').select('uid').where('task_id', '=', id).orderBy('uid').execute()).map(
    ({ uid }) => uid,
  );

test('a draft that may move people counts those who stay, places on offer, and those who are there already', async () => {
  const crew = await createCrew(muster);
  const people = await createMembers(muster, crew.pid, 'venue', 4);
  const add = (task: string, uid: string) => crew.as(crew.owner, 'PUT', `tasks/${task}/attendees/${uid}`);
  // The owner has no team, so no draft moves them, and one place is on offer.
  const desk = await shift(crew, 9, 12, { min_people: 0, capacity: 4 });
  await add(desk, crew.owner.uid);
  await muster.db.transaction((trx) =>
    trx.updateTable('tasks').set({ held_count: 1 }).where('id', '=', desk).execute(),
  );
  const bar = await shift(crew, 13, 15, { min_people: 2, capacity: 5 });
  for (const { uid } of people) await add(bar, uid);
  const made = await draft(crew, { keep: false });
  const on = (id: string) => made.assignments.filter(({ task }: { task: string }) => task === id).length;
  expect([on(desk), on(bar)]).toEqual([2, 4]);
  expect(made.released).toEqual([]);
});

test.each(['before', 'after'] as const)('nobody who was marked %s the draft loses the mark', async (when) => {
  const crew = await createCrew(muster);
  const [ada = crew.member, ben = crew.member] = await createMembers(muster, crew.pid, 'venue', 2);
  const away = { unavailable: [{ from: inMinutes(muster, 0), to: inMinutes(muster, 600) }] };
  for (const person of [crew.chief, crew.otherChief, crew.member]) await crew.as(person, 'PUT', 'availability', away);
  const times = { starts_at: inMinutes(muster, 30), ends_at: inMinutes(muster, 90), capacity: 1 };
  const [desk, bar] = [await shift(crew, 0, 1, times), await shift(crew, 0, 1, times)];
  await crew.as(crew.owner, 'PUT', `tasks/${desk}/attendees/${ada.uid}`);
  await crew.as(crew.owner, 'PUT', `tasks/${bar}/attendees/${ben.uid}`);
  // She can't help then, so the draft would move her.
  await crew.as(ada, 'PUT', 'availability', away);
  const mark = () => crew.as(crew.chief, 'PATCH', `tasks/${desk}/attendees/${ada.uid}`, { state: 'no_show' });
  if (when === 'before') await mark();
  const made = await draft(crew, { keep: false });
  if (when === 'after') await mark();
  const applied = await crew.as(crew.owner, 'PUT', `allocations/${made.id}/applied`);
  expect(applied.statusCode).toBe(200);
  const states = muster.db.read.selectFrom('attendances').select(['task_id', 'uid', 'state']);
  expect(await states.where('task_id', 'in', [desk, bar]).orderBy('state', 'desc').execute()).toEqual([
    { task_id: desk, uid: ada.uid, state: 'no_show' },
    { task_id: bar, uid: ben.uid, state: 'joined' },
  ]);
});

test('who keeps their place in a task gets no second one there', async () => {
  const crew = await createCrew(muster);
  const [ada = { uid: '' }] = await createMembers(muster, crew.pid, 'venue', 1);
  const desk = await shift(crew, 9, 12, { min_people: 9, capacity: 9 });
  await crew.as(crew.owner, 'PUT', `tasks/${desk}/attendees/${ada.uid}`);
  const made = await draft(crew);
  const drafted: string[] = made.assignments.map(({ uid }: { uid: string }) => uid);
  expect(drafted).toHaveLength(made.summary.person_count - 1);
  expect(drafted).not.toContain(ada.uid);
  expect(made.hours).toEqual(drafted.map(() => expect.objectContaining({ before: 0, after: 3 })));
  expect(made.gaps).toMatchObject([{ task: desk, missing: 8 - drafted.length, obstacles: [] }]);
  const { skipped, placed } = (await crew.as(crew.owner, 'PUT', `allocations/${made.id}/applied`)).json();
  expect([skipped, placed.length]).toEqual([[], made.summary.place_count]);
  expect(await onTask(desk)).toEqual([...drafted, ada.uid].toSorted());
});

/** As if a place had become free shortly before the task: this person is asked first. */
const holdPlace = (task_id: string, uid: string) =>
  muster.db.transaction(async (trx) => {
    const at = muster.clock.now().toISOString();
    const row = { task_id, uid, position: 1, created_at: at, offered_until: '2999-01-01T00:00:00Z' };
    await trx.insertInto('waiting_people').values(row).execute();
    await trx.updateTable('tasks').set({ held_count: 1 }).where('id', '=', task_id).execute();
  });

test('who is asked first whether they take a place gets no other one there, nor one at the same time', async () => {
  const crew = await createCrew(muster);
  const [ada = { uid: '' }] = await createMembers(muster, crew.pid, 'venue', 1);
  const desk = await shift(crew, 9, 12, { min_people: 9, capacity: 9 });
  await holdPlace(desk, ada.uid);
  const bar = await shift(crew, 10, 11, { min_people: 9, capacity: 9 });
  for (const keep of [true, false]) {
    const made = await draft(crew, { keep });
    const drafted: string[] = made.assignments.map(({ uid }: { uid: string }) => uid);
    expect(drafted).toHaveLength(made.summary.person_count - 1);
    expect(drafted).not.toContain(ada.uid);
  }
  expect(await onTask(bar)).toEqual([]);
});

test('a draft that was made before somebody was asked leaves the place to them', async () => {
  const crew = await createCrew(muster);
  const desk = await shift(crew, 9, 12, { min_people: 9, capacity: 9 });
  const made = await draft(crew);
  const drafted: string[] = made.assignments.map(({ uid }: { uid: string }) => uid).toSorted();
  const [first = '', ...others] = drafted;
  await holdPlace(desk, first);
  const { skipped } = (await crew.as(crew.owner, 'PUT', `allocations/${made.id}/applied`)).json();
  expect([skipped, await onTask(desk)]).toEqual([[], others]);
});

/** Stores a draft that moves these people: each gets the second task instead of the first. */
async function storeMoves(crew: Crew, moves: readonly (readonly [uid: string, from: string, to: string])[]) {
  const made = await draft(crew);
  const result = {
    ...made,
    assignments: moves.map(([uid, , task]) => ({ task, uid, reasons: ['free'], could_count: 1 })),
    released: moves.map(([uid, task]) => ({ task, uid })),
    gaps: [],
    hours: [],
  };
  await muster.db.transaction((trx) =>
    trx
      .updateTable('allocations')
      .set({ result: JSON.stringify(result) })
      .where('id', '=', made.id)
      .execute(),
  );
  return async () => (await crew.as(crew.owner, 'PUT', `allocations/${made.id}/applied`)).json();
}

test('who cannot get the new place keeps the old one, and so do those who depend on it', async () => {
  const crew = await createCrew(muster);
  const [ada, ben, cleo, dan, eve] = (await createMembers(muster, crew.pid, 'venue', 5)).map(({ uid }) => uid);
  const one = () => shift(crew, 9, 12, { capacity: 1 });
  const [a, b, c, d, e] = [await one(), await one(), await one(), await one(), await one()];
  const add = (task: string, uid = '') => crew.as(crew.owner, 'PUT', `tasks/${task}/attendees/${uid}`);
  // Ben and Cleo swap. Ada would take the place of Dan, who would take one that is no longer free.
  const apply = await storeMoves(crew, [
    [ada ?? '', a, d],
    [ben ?? '', b, c],
    [cleo ?? '', c, b],
    [dan ?? '', d, e],
  ]);
  for (const [task, uid] of [[a, ada] as const, [b, ben] as const, [c, cleo] as const, [d, dan] as const])
    await add(task, uid);
  await add(e, eve);
  const applied = await apply();
  expect(applied.skipped).toHaveLength(2);
  expect(applied.skipped).toEqual(
    expect.arrayContaining([ada, dan].map((uid) => expect.objectContaining({ uid, reason: 'task_full' }))),
  );
  const places = await Promise.all([a, b, c, d, e].map(onTask));
  expect(places).toEqual([[ada], [cleo], [ben], [dan], [eve]]);
});

test('a draft that is applied late leaves tasks that have begun as they are', async () => {
  const crew = await createCrew(muster);
  const [ada, ben] = (await createMembers(muster, crew.pid, 'venue', 2)).map(({ uid }) => uid);
  const in2Hours = new Date(muster.clock.now().getTime() + 2 * 3_600_000).toISOString();
  const [soon, later] = [await shift(crew, 9, 12, { starts_at: in2Hours }), await shift(crew, 9, 12)];
  const apply = await storeMoves(crew, [
    [ada ?? '', soon, later],
    [ben ?? '', later, soon],
  ]);
  await crew.as(crew.owner, 'PUT', `tasks/${soon}/attendees/${ada}`);
  await crew.as(crew.owner, 'PUT', `tasks/${later}/attendees/${ben}`);
  muster.clock.advance(3 * 3600);
  expect((await apply()).skipped).toMatchObject([
    { task: soon, uid: ada, reason: 'not_allowed' },
    { task: soon, uid: ben, reason: 'not_allowed' },
    { task: later, uid: ada, reason: 'task_overlap' },
  ]);
  expect([await onTask(soon), await onTask(later)]).toEqual([[ada], [ben]]);
});

test('a list of drafts reads their summaries, not their results', async () => {
  const crew = await createCrew(muster);
  await shift(crew, 9, 12);
  const { id, summary } = await draft(crew);
  await muster.db.transaction((trx) =>
    trx.updateTable('allocations').set({ result: '' }).where('id', '=', id).execute(),
  );
  expect((await crew.as(crew.owner, 'GET', 'allocations')).json().data).toMatchObject([
    { id, state: 'ready', summary },
  ]);
});
