import { expect, test, vi } from 'vitest';
import { joinDesk, takeDesk } from './only-tab.ts';
import type { DeskTab } from './only-tab.ts';

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
  takeDesk('third');
  await third.isAt('here');
  await Promise.all([first.isAt('elsewhere'), second.isAt('elsewhere')]);
  third.leave();
  await vi.waitFor(async () => expect((await navigator.locks.query()).held).toHaveLength(1));
  for (const tab of [first, second]) tab.leave();
  await vi.waitFor(async () => expect((await navigator.locks.query()).held).toEqual([]));
});
