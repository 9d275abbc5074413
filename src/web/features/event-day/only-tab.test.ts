import { setImmediate, setTimeout } from 'node:timers/promises';
import { beforeEach, expect, test, vi } from 'vitest';
import { joinDesk, keepTabUntil, takeDesk } from './only-tab.ts';
import type { DeskTab } from './only-tab.ts';

beforeEach(() => {
  // Browsers answer later; Node answers at once when nobody has the lock.
  const request = navigator.locks.request.bind(navigator.locks) as (...given: unknown[]) => Promise<unknown>;
  const spy = vi.spyOn(navigator.locks, 'request').mockImplementation(async (...given: unknown[]) => {
    await setImmediate();
    return request(...given);
  });
  return () => spy.mockRestore();
});

/** A tab that opens the desk. */
function open(id: string) {
  let at: DeskTab = 'asking';
  const leave = joinDesk(id, (to) => (at = to));
  return { leave, isAt: (tab: DeskTab) => vi.waitFor(() => expect(at).toBe(tab)) };
}

test('a page that is left before it has the desk does not keep it from the next', async () => {
  open('early').leave();
  const next = open('next');
  await next.isAt('here');
  next.leave();
});

test('the desk goes to the tab that asks for it, not to one that waited longer', async () => {
  const [first, second, third] = [open('first'), open('second'), open('third')];
  await first.isAt('here');
  await Promise.all([second.isAt('elsewhere'), third.isAt('elsewhere')]);
  // A scan that the first tab still has to store, so that both hear of it before the desk is free.
  keepTabUntil(setTimeout(100));
  takeDesk('third');
  await third.isAt('here');
  await Promise.all([first.isAt('elsewhere'), second.isAt('elsewhere')]);
  third.leave();
  await vi.waitFor(async () => expect((await navigator.locks.query()).held).toHaveLength(1));
  for (const tab of [first, second]) tab.leave();
  await vi.waitFor(async () => expect((await navigator.locks.query()).held).toEqual([]));
});
