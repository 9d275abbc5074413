import { expect, test } from 'vitest';
import { useApp } from './support/app.ts';
import { brokenBy, readPlan } from './support/plans/plan-check.ts';
import { countGiven, mover, wayNames } from './support/plans/plan-moves.ts';
import type { Move } from './support/plans/plan-moves.ts';
import { createEvent } from './support/plans/planned-event.ts';

const muster = useApp();

const eventCount = 12;
const movesPerEvent = 30;
/** `TEST_SEED=7000` begins with another event. */
const firstSeed = Number(process.env['TEST_SEED'] ?? '1');

test(`no way onto a task breaks a rule, in ${eventCount} random events`, async () => {
  const succeeded = new Map<string, number>();
  for (let seed = firstSeed; seed < firstSeed + eventCount; seed += 1) {
    const event = await createEvent(muster, seed);
    const next = mover(muster, event, seed % 6 === 0);
    const done: Move[] = [];
    let before = await readPlan(muster.db, event.pid, event.ages);
    for (let turn = 0; turn < movesPerEvent; turn += 1) {
      const { way: act, ...move } = await next(turn);
      const way = move.as ?? act;
      done.push(move);
      const after = await readPlan(muster.db, event.pid, event.ages);
      const history = () => done.map(({ what, status }) => `${status} ${what}`).join('\n');
      expect(move.status, history()).toBeLessThan(500);
      expect(brokenBy(before, after), `seed ${seed}:\n${history()}`).toEqual([]);
      if (move.status >= 200 && move.status < 300) succeeded.set(way, (succeeded.get(way) ?? 0) + 1);
      before = after;
    }
    const given = await countGiven(muster, event);
    if (given > 0) succeeded.set('waiting list', (succeeded.get('waiting list') ?? 0) + given);
  }
  expect(wayNames.filter((way) => !succeeded.has(way))).toEqual([]);
});
