import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createDevice, taskNow } from '../../../../../test/support/world/desk.ts';
import { createCrew, createMembers } from '../../../../../test/support/world.ts';

const muster = useApp();

const hour = 60;
/** From a task that ended yesterday to one that begins tomorrow, in minutes from now. */
const times = [
  { from: -34 * hour, to: -32 * hour },
  { from: -9 * hour, to: -7 * hour },
  { from: -2 * hour, to: hour },
  { from: 26 * hour, to: 28 * hour },
];

const scan = fc.record({
  step: fc.constantFrom('arrive', 'leave', 'no_show'),
  // At any time that a scan can have, and often during the running task.
  minute: fc.oneof(fc.integer({ min: -47 * hour, max: 4 }), fc.integer({ min: -2 * hour, max: 4 })),
  task: fc.option(fc.nat({ max: times.length - 1 })),
  /** Whether it begins a new request. */
  isFirst: fc.boolean(),
});

type Scan = { step: string; minute: number; task: number | null; isFirst: boolean; index: number };

const arrive = (minute: number, task: number | null = null) => ({ step: 'arrive', minute, task, isFirst: false });

test('however scans are split into requests, each has the same result and the marks are the same', async () => {
  const crew = await createCrew(muster);
  const { results } = await createDevice(muster, crew);
  const now = muster.clock.now().getTime();
  const tasks: string[] = [];
  for (const time of times) tasks.push((await taskNow(muster, crew, [], time)).id);

  async function outcomeOf(requests: readonly (readonly Scan[])[]) {
    const [person] = await createMembers(muster, crew.pid, 'venue', 1);
    const uid = person?.uid ?? '';
    const places = tasks.map((task_id) => ({ task_id, uid, created_at: '2026-01-01T00:00:00.000Z' }));
    await muster.db.transaction((trx) => trx.insertInto('attendances').values(places).execute());
    const found: string[] = [];
    for (const scans of requests) {
      const sent = scans.map(({ step, minute, task, index }) => ({
        // Scans of the same moment count in the order of their ids.
        id: `${index}${randomUUID().slice(1)}`,
        uid,
        step,
        at: new Date(now + minute * 60_000).toISOString(),
        ...(task === null ? {} : { task: tasks[task] }),
      }));
      found.push(...(await results(sent)));
    }
    const marks = await muster.db.read
      .selectFrom('attendances')
      .select(['task_id', 'state', 'arrived_at', 'left_at'])
      .where('uid', '=', uid)
      .orderBy('task_id')
      .execute();
    return { found, marks };
  }

  await fc.assert(
    fc.asyncProperty(fc.array(scan, { minLength: 2, maxLength: 8 }), async (all) => {
      const scans: Scan[] = all.map((one, index) => ({ ...one, index }));
      const requests: Scan[][] = [];
      for (const one of scans) {
        if (one.isFirst || requests.length === 0) requests.push([]);
        requests.at(-1)?.push(one);
      }
      const alone = scans.map((one) => [one]);
      const outcome = await outcomeOf(requests);
      expect(outcome).toEqual(await outcomeOf(alone));
      expect(outcome.marks).toEqual((await outcomeOf(alone.toReversed())).marks);
    }),
    {
      numRuns: 30,
      examples: [[[arrive(0), arrive(-1)]], [[arrive(-26 * hour, 2), arrive(0), arrive(0)]]],
    },
  );
});
