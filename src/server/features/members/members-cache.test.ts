import { expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { createPerson, createProject, createTeam } from '../../../../test/support/factories.ts';
import type { Db } from '../../db/db.ts';
import { listings } from './members.service.ts';

const muster = useApp();

async function projectOfOne(): Promise<string> {
  const pid = await createProject(muster);
  await createTeam(muster, pid, { tid: 'all', chiefs: [await createPerson(muster)] });
  return pid;
}

type Listener = Parameters<Db['listen']>[0];

/** A cache for which the test announces changes; it calls `onRead` while it loads a listing. */
function listingsWith(onRead: () => void) {
  let announceChange: Listener = () => {};
  const listen = (listener: Listener): void => void (announceChange = listener);
  const hash = (): string => {
    onRead();
    return 'hash';
  };
  const cache = listings({ ...muster.db, listen }, hash, muster.clock);
  return { cache, change: (pid: string) => announceChange({ topic: 'listing', key: pid }) };
}

test('a listing that changes while it is loaded is not cached as fresh', async () => {
  const pid = await projectOfOne();
  let isChanging = true;
  const { cache, change } = listingsWith(() => {
    if (isChanging) change(pid);
  });
  expect(await cache.find(pid)).not.toBeNull();
  expect(cache.fresh(pid)).toBeUndefined();
  isChanging = false;
  const listing = await cache.find(pid);
  expect(cache.fresh(pid)).toBe(listing);
});

test('a request after a change does not share a load that began before it', async () => {
  const pid = await projectOfOne();
  let later: Promise<unknown> | undefined;
  let reads = 0;
  const { cache, change } = listingsWith(() => {
    reads += 1;
    if (later !== undefined) return;
    change(pid);
    later = cache.find(pid);
  });
  const [earlier, shared] = [cache.find(pid), cache.find(pid)];
  expect(await earlier).toBe(await shared);
  const fresh = await later;
  expect(fresh).not.toBe(await earlier);
  expect(cache.fresh(pid)).toBe(fresh);
  expect(reads).toBe(2);
});

test('past the size limit the oldest cached listings are dropped', async () => {
  const pids = [await projectOfOne(), await projectOfOne(), await projectOfOne()];
  const { hash } = muster.services;
  const sizes = await Promise.all(pids.map(async (pid) => (await muster.services.listings.find(pid))?.bytes ?? 0));
  const [first = 0, second = 0, third = 0] = sizes;
  const freshWith = async (limitBytes: number) => {
    const cache = listings(muster.db, hash, muster.clock, limitBytes);
    for (const pid of pids) await cache.find(pid);
    return pids.map((pid) => cache.fresh(pid) !== undefined);
  };
  expect(await freshWith(first + second + third)).toEqual([true, true, true]);
  expect(await freshWith(first + second + third - 1)).toEqual([false, true, true]);
  expect(await freshWith(third - 1)).toEqual([false, false, false]);
});
