import { useCallback, useEffect, useRef, useState } from 'react';
import { problemStatus } from '../../ui/problems/api-problem.ts';
import { personOfCode } from './codes.ts';
import { answerTo, asAnswer, merged, withScan } from './day.ts';
import type { Answer, Day, Step } from './day.ts';
import { fetchDesk, sendScans } from './queries.ts';
import type { OwnDevice, Scan, ScanResult } from './queries.ts';
import { findDevice, forgetDevice, openStore, saveDevice } from './store.ts';
import type { Store } from './store.ts';

const syncMs = 10_000;
const maxScans = 200;
const linkShape = /^#([a-z0-9][a-z0-9_-]{0,63})\.(msd_[0-9a-z_]+)$/;

export type DeskState = {
  phase: 'loading' | 'no_device' | 'ended' | 'ready';
  day: Day | undefined;
  waiting: number;
  isOnline: boolean;
  /** Scans that the server did not count although the device had. */
  refused: { id: string; name: string; result: ScanResult }[];
};

/** The device of the link that was opened, or of an earlier visit. The token does not stay in the address bar. */
async function ownDevice(): Promise<OwnDevice | undefined> {
  const [, pid, token] = linkShape.exec(window.location.hash) ?? [];
  if (pid === undefined || token === undefined) return findDevice();
  window.history.replaceState(null, '', window.location.pathname);
  await saveDevice({ pid, token });
  return { pid, token };
}

const counts = (result: ScanResult): boolean => ['accepted', 'repeated', 'overtaken'].includes(result);
const hasEnded = (error: unknown): boolean => problemStatus(error) === 401;

type Session = { device: OwnDevice; store: Store; day: Day | undefined; offsetMs: number; waiting: Scan[] };

/** Keeps the day up to date and sends what was scanned; without a connection it goes on with what it has. */
export function useDesk() {
  const session = useRef<Session>(undefined);
  const isSyncing = useRef(false);
  const [state, setState] = useState<DeskState>({
    phase: 'loading',
    day: undefined,
    waiting: 0,
    isOnline: true,
    refused: [],
  });

  const show = useCallback((changes: Partial<DeskState> = {}) => {
    const { day, waiting = [] } = session.current ?? {};
    setState((before) => ({ ...before, day, waiting: waiting.length, ...changes }));
  }, []);

  const sync = useCallback(async () => {
    const own = session.current;
    if (own === undefined || isSyncing.current) return;
    isSyncing.current = true;
    try {
      const refused = await sendWaiting(own);
      await refresh(own);
      show({ phase: 'ready', isOnline: true });
      if (refused.length > 0)
        setState((before) => ({ ...before, refused: [...refused, ...before.refused].slice(0, 10) }));
    } catch (error) {
      if (hasEnded(error)) {
        session.current = undefined;
        await forgetDevice();
        show({ phase: 'ended', day: undefined, waiting: 0 });
      } else show({ phase: 'ready', isOnline: false });
    } finally {
      isSyncing.current = false;
    }
  }, [show]);

  useEffect(() => {
    const start = async () => {
      const device = await ownDevice();
      if (device === undefined) return show({ phase: 'no_device' });
      session.current = await openSession(device);
      show(session.current.day === undefined ? {} : { phase: 'ready' });
      await sync();
    };
    void start();
    const timer = setInterval(() => void sync(), syncMs);
    const now = () => void sync();
    window.addEventListener('online', now);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', now);
    };
  }, [show, sync]);

  const scan = useCallback(
    async (who: { code: string } | { uid: string }, step: Step): Promise<Answer> => {
      const own = session.current;
      if (own?.day === undefined) return { result: 'unknown', name: '' };
      const { pid } = own.device;
      const uid = 'uid' in who ? who.uid : await personOfCode(pid, own.day.project.key, who.code);
      const answer = answerTo(own.day, uid, step, new Date(Date.now() + own.offsetMs));
      if (answer.scan === undefined) return answer;
      own.waiting.push(answer.scan);
      own.day = withScan(own.day, answer.scan);
      show();
      await own.store.enqueue(answer.scan);
      void sync();
      return answer;
    },
    [show, sync],
  );

  return { ...state, scan, sync };
}

/** With the scans that were not sent yet applied to the day that was saved. */
async function openSession(device: OwnDevice): Promise<Session> {
  const store = await openStore(device);
  const [saved, waiting] = [await store.loadDay(), await store.queued()];
  let day = saved === undefined ? undefined : merged(undefined, saved);
  for (const one of waiting) day = day && withScan(day, one);
  return { device, store, day, offsetMs: 0, waiting };
}

async function sendWaiting(own: Session): Promise<DeskState['refused']> {
  const refused: DeskState['refused'] = [];
  while (own.waiting.length > 0) {
    const some = own.waiting.slice(0, maxScans);
    const results = await sendScans(own.device, some);
    const sent = new Set(some.map(({ id }) => id));
    await own.store.dequeue([...sent]);
    own.waiting = own.waiting.filter(({ id }) => !sent.has(id));
    for (const { id, result } of results) {
      const { uid = '' } = some.find((one) => one.id === id) ?? {};
      if (!counts(result)) refused.push({ id, result, name: own.day?.people.get(uid)?.name ?? '' });
    }
  }
  return refused;
}

async function refresh(own: Session): Promise<void> {
  const desk = await fetchDesk(own.device, own.day?.next);
  own.offsetMs = Date.parse(desk.at) - Date.now();
  let day = merged(own.day, desk);
  for (const one of own.waiting) day = day && withScan(day, one);
  const isChanged = desk.whole || desk.people.length + desk.tasks.length > 0 || desk.removed_people.length > 0;
  own.day = day;
  if (isChanged && day !== undefined) await own.store.saveDay(asAnswer(day));
}
