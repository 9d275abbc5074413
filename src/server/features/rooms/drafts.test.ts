import { expect, test } from 'vitest';
import { roomDrafts } from './drafts.service.ts';
import type { RoomDraft, RoomProblem } from './solving/solve.policy.ts';

const nobody: RoomProblem = { rooms: [], places: [], guests: [] };
const draft: RoomDraft = { placed: [], left: [] };

/** Drafts that end when the test says so. */
function controlled() {
  const begun: string[] = [];
  const ends: PromiseWithResolvers<RoomDraft>[] = [];
  const drafts = roomDrafts(() => {
    const end = Promise.withResolvers<RoomDraft>();
    ends.push(end);
    return end.promise;
  });
  const ask = (pid: string) =>
    drafts(pid, () => {
      begun.push(pid);
      return Promise.resolve(nobody);
    });
  return { begun, ends, ask };
}

test('a project that asks for many drafts keeps others waiting for one of them at most', async () => {
  const { begun, ends, ask } = controlled();
  const many = Array.from({ length: 50 }, () => ask('greedy'));
  const others = ['second', 'third', 'fourth'].map(ask);
  await expect.poll(() => begun).toEqual(['greedy', 'second']);
  ends[0]?.resolve(draft);
  expect(await Promise.all(many)).toHaveLength(50);
  await expect.poll(() => begun).toEqual(['greedy', 'second', 'third']);
  // One that fails makes room, too.
  ends[1]?.reject(new Error('too long'));
  await expect(others[0]).rejects.toThrow('too long');
  await expect.poll(() => begun).toEqual(['greedy', 'second', 'third', 'fourth']);
  for (const end of ends) end.resolve(draft);
  await Promise.all(others.slice(1));
  // The next one is made anew.
  const again = ask('greedy');
  await expect.poll(() => ends).toHaveLength(5);
  ends[4]?.resolve(draft);
  expect(await again).toBe(draft);
});
