import { oldestScanMs, undoScanMs } from '../../../shared/rules.ts';
import { maxScans, personCode, slugPattern } from '../../../shared/limits.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { problemCode } from '../../ui/problems/api-problem.ts';
import { answerTo, asAnswer, beforeOf, merged, returnAnswer, thingWith, withScan } from './day.ts';
import type { Answer, Condition, Day, Step } from './day.ts';
import { keepTabUntil } from './only-tab.ts';
import { fetchDesk, sendScans } from './queries.ts';
import type { OwnDevice, Queued, Scan, ScanResult } from './queries.ts';
import type { DeskThing } from '../../../client/client.ts';
import { findDevice, clearDay, clearDevice, openStore, saveDevice } from './store.ts';
import type { LastScan, Store } from './store.ts';

const keys = new Map<string, Promise<CryptoKey | undefined>>();

const syncMs = 10_000;
const linkShape = new RegExp(`^#(${slugPattern})\\.(msd_[0-9a-z_]+)$`);

export type DeskState = {
  phase: 'loading' | 'no_device' | 'ended' | 'ready';
  day: Day | undefined;
  waiting: number;
  /** Another link was opened, of another event: it has to wait until the scans are sent or deleted. */
  isHeldUp: boolean;
  /** Another link was opened, and does not work. */
  isLinkRefused: boolean;
  isOnline: boolean;
  /** The scan that can be undone, and who or what it was about. */
  last: { id: string; name: string } | undefined;
  /** Scans that the server did not count although the device had. */
  refused: { id: string; name: string; result: ScanResult }[];
};

/** The device of the link that was opened. The token does not stay in the address bar. */
function openedDevice(): OwnDevice | undefined {
  const [, pid, token] = linkShape.exec(window.location.hash) ?? [];
  if (pid === undefined || token === undefined) return undefined;
  window.history.replaceState(null, '', window.location.pathname);
  return { pid, token };
}

/** What was handed out twice, because two devices did not know of each other, is not counted either. */
function counts({ step, barcode }: Scan, result: ScanResult): boolean {
  if (step === 'hand_out' && barcode === undefined) return result === 'accepted' || result === 'undone';
  if (step === 'undo') return result === 'accepted' || result === 'repeated';
  return ['accepted', 'repeated', 'overtaken', 'not_lent', 'undone'].includes(result);
}

/** Only if the service itself refuses the token: a proxy or a Wi-Fi page that answers 401 must not end a desk. */
const refusals = new Set(['malformed_token', 'unknown_token', 'revoked_token', 'expired_token']);
const isRefused = (error: unknown): boolean => refusals.has(problemCode(error));

type Session = {
  device: OwnDevice;
  store: Store;
  day: Day | undefined;
  offsetMs: number;
  waiting: Queued[];
  hasEnded: boolean;
  /** The last scan, until it is undone or another follows. */
  last?: LastScan | undefined;
};

/** Keeps the day up to date and sends what was scanned; offline it goes on with what it has. */
export function useDesk() {
  const session = useRef<Session>(undefined);
  const opened = useRef<OwnDevice>(undefined);
  const isSyncing = useRef(false);
  /** Another tab may have the desk by now. */
  const hasLeft = useRef(false);
  const [state, setState] = useState<DeskState>({
    phase: 'loading',
    day: undefined,
    waiting: 0,
    isHeldUp: false,
    isLinkRefused: false,
    isOnline: true,
    last: undefined,
    refused: [],
  });

  const show = useCallback((changes: Partial<DeskState> = {}) => {
    const own = session.current;
    const { day, waiting = [] } = own ?? {};
    setState((before) => ({ ...before, day, waiting: waiting.length, last: own && undoableOf(own), ...changes }));
  }, []);

  /** The device of the link that was opened takes over; false if scans of another event would be lost. */
  const takeOver = useCallback(async (): Promise<boolean> => {
    const [own, device] = [session.current, opened.current];
    if (device === undefined) return false;
    const isHeldUp = own !== undefined && own.waiting.length > 0 && own.device.pid !== device.pid;
    show({ isHeldUp });
    if (isHeldUp) return false;
    // Anybody can make up a link; a desk that works must not end with it.
    const answer = own === undefined || own.hasEnded ? 'works' : await tryLink(device);
    if (answer === 'refused') opened.current = undefined;
    show({ isLinkRefused: answer === 'refused' });
    if (answer !== 'works') return false;
    // Nothing is scanned until the new device has what was.
    session.current = undefined;
    opened.current = undefined;
    await saveDevice(device, own?.waiting ?? []);
    session.current = await openSession(device);
    show({ phase: 'loading' });
    return true;
  }, [show]);

  const exchange = useCallback(async () => {
    const own = session.current;
    if (own === undefined || own.hasEnded) return;
    try {
      const refused = await sendWaiting(own);
      if (refused.some(({ id }) => id === own.last?.id)) {
        own.last = undefined;
        await own.store.saveLast(undefined);
      }
      await refresh(own, refused.length > 0);
      show({ phase: 'ready', isOnline: true });
      if (refused.length > 0)
        setState((before) => ({ ...before, refused: [...refused, ...before.refused].slice(0, 10) }));
    } catch (error) {
      if (isRefused(error)) {
        own.hasEnded = true;
        own.day = undefined;
        await (own.waiting.length === 0 ? clearDevice() : clearDay());
        show({ phase: 'ended' });
      } else show({ phase: 'ready', isOnline: false });
    }
  }, [show]);

  const sync = useCallback(async () => {
    if (isSyncing.current || hasLeft.current) return;
    isSyncing.current = true;
    const run = async () => {
      await exchange();
      if (await takeOver()) await exchange();
    };
    const running = run().finally(() => (isSyncing.current = false));
    keepTabUntil(running);
    await running;
  }, [exchange, takeOver]);

  useEffect(() => {
    const start = async () => {
      opened.current = openedDevice();
      const device = await findDevice();
      if (device?.token === opened.current?.token) opened.current = undefined;
      if (device !== undefined) session.current = await openSession(device);
      else if (opened.current === undefined) return show({ phase: 'no_device' });
      show(session.current?.day === undefined ? {} : { phase: 'ready' });
      await sync();
    };
    hasLeft.current = false;
    keepTabUntil(start());
    const timer = setInterval(() => void sync(), syncMs);
    const now = () => void sync();
    window.addEventListener('online', now);
    return () => {
      hasLeft.current = true;
      clearInterval(timer);
      window.removeEventListener('online', now);
    };
  }, [show, sync]);

  /** Counts here at once, and is sent as soon as possible. */
  const take = useCallback(
    async (own: Session, day: Day, queued: Queued) => {
      own.last = lastOf(day, queued);
      own.waiting.push(queued);
      own.day = withScan(day, queued);
      show();
      const stored = Promise.all([own.store.enqueue(queued), own.store.saveLast(own.last)]);
      keepTabUntil(stored);
      await stored;
      void sync();
    },
    [show, sync],
  );

  const scan = useCallback(
    async (who: { code: string } | { uid: string }, step: Step): Promise<Answer> => {
      const own = session.current;
      if (own?.day === undefined) return { result: 'unknown', name: '' };
      const { pid } = own.device;
      const uid = 'uid' in who ? who.uid : await personOfCode(pid, own.day.project.key, who.code);
      if (hasLeft.current || own.hasEnded || session.current !== own) return { result: 'unknown', name: '' };
      const answer = answerTo(own.day, uid, step, nowOf(own));
      if (answer.scan === undefined) return answer;
      await take(own, own.day, 'code' in who ? { ...answer.scan, code: who.code.trim() } : answer.scan);
      return answer;
    },
    [take],
  );

  /** Who it is, before anything is scanned for them. */
  const identify = useCallback(async (code: string): Promise<string | undefined> => {
    const own = session.current;
    return own?.day === undefined ? undefined : personOfCode(own.device.pid, own.day.project.key, code);
  }, []);

  const takeBack = useCallback(
    async (thing: DeskThing, condition: Condition): Promise<Answer> => {
      const own = session.current;
      const known = own?.day?.things.get(thing.id);
      if (own?.day === undefined || own.hasEnded || known === undefined) return { result: 'unknown', name: '' };
      const answer = returnAnswer(known, condition, nowOf(own));
      if (answer.scan !== undefined) await take(own, own.day, answer.scan);
      return answer;
    },
    [take],
  );

  /** False if there is nothing to undo, or it is too late. */
  const undo = useCallback(async (): Promise<boolean> => {
    const own = session.current;
    if (own?.day === undefined || own.hasEnded) return false;
    const last = undoableOf(own);
    if (last === undefined) {
      show();
      return false;
    }
    const { id: undoes, before } = last;
    await take(own, own.day, {
      id: crypto.randomUUID(),
      at: nowOf(own).toISOString(),
      step: 'undo',
      undoes,
      before,
    });
    return true;
  }, [show, take]);

  /** Deletes the scans that were not sent. */
  const discard = useCallback(async () => {
    session.current = undefined;
    await clearDevice();
    show({ phase: opened.current === undefined ? 'no_device' : 'loading' });
    await sync();
  }, [show, sync]);

  return { ...state, scan, identify, takeBack, undo, sync, discard };
}

/** What can be undone after a scan; nothing after one was undone. */
const lastOf = (day: Day, { id, at, before, ...scan }: Queued): LastScan | undefined =>
  before === undefined
    ? { id, at, name: nameOf(day, { id, at, ...scan }), before: beforeOf(day, { id, at, ...scan }) }
    : undefined;

/** The last scan, if it is not too long ago. */
const undoableOf = (own: Session): LastScan | undefined =>
  own.last !== undefined && nowOf(own).getTime() - Date.parse(own.last.at) <= undoScanMs ? own.last : undefined;

const nowOf = ({ offsetMs }: Session): Date => new Date(Date.now() + offsetMs);

async function tryLink(device: OwnDevice): Promise<'works' | 'refused' | 'unknown'> {
  try {
    await fetchDesk(device, undefined);
    return 'works';
  } catch (error) {
    return isRefused(error) ? 'refused' : 'unknown';
  }
}

/** Applies the scans that were not sent yet to the day that was saved. */
async function openSession(device: OwnDevice): Promise<Session> {
  const store = await openStore(device);
  const [saved, waiting] = [await store.loadDay(), await store.queued()];
  // Older scans do not count, so names are not needed for longer.
  const isOld = saved !== undefined && Date.now() - Date.parse(saved.at) > oldestScanMs;
  if (isOld) await clearDay();
  let day = saved === undefined || isOld ? undefined : merged(undefined, saved);
  let last = day && (await store.loadLast());
  for (const one of waiting) {
    last = day && lastOf(day, one);
    day = day && withScan(day, one);
  }
  return { device, store, day, offsetMs: 0, waiting, hasEnded: false, last };
}

async function sendWaiting(own: Session): Promise<DeskState['refused']> {
  const refused: DeskState['refused'] = [];
  while (own.waiting.length > 0) {
    const some = own.waiting.slice(0, maxScans);
    const results = await sendOrRefuse(own.device, some);
    const sent = new Set(some.map(({ id }) => id));
    await own.store.dequeue([...sent]);
    own.waiting = own.waiting.filter(({ id }) => !sent.has(id));
    for (const { id, result } of results) {
      const scan = some.find((one) => one.id === id);
      if (scan !== undefined && !counts(scan, result)) refused.push({ id, result, name: nameOf(own.day, scan) });
    }
  }
  return refused;
}

/** Who or what a scan was about. */
function nameOf(day: Day | undefined, { uid, barcode, before }: Queued): string {
  const label = barcode === undefined ? undefined : day && thingWith(day, barcode)?.label;
  return label ?? day?.people.get(uid ?? before?.uid ?? '')?.name ?? '';
}

/** A scan that the service cannot read must not hold up all others: it is found by sending each alone. */
async function sendOrRefuse(device: OwnDevice, scans: Queued[]): Promise<{ id: string; result: ScanResult }[]> {
  try {
    return await sendScans(device, scans);
  } catch (error) {
    if (problemCode(error) !== 'invalid_input') throw error;
    const [only, ...others] = scans;
    if (only !== undefined && others.length === 0) return [{ id: only.id, result: 'unknown' }];
    const results = [];
    for (const scan of scans) results.push(...(await sendOrRefuse(device, [scan])));
    return results;
  }
}

/** Loads everything again after a scan that did not count, because the day that the device has shows it as if it had. */
async function refresh(own: Session, fromStart: boolean): Promise<void> {
  const desk = await fetchDesk(own.device, fromStart ? undefined : own.day?.next);
  own.offsetMs = Date.parse(desk.at) - Date.now();
  let day = merged(own.day, desk);
  for (const one of own.waiting) day = day && withScan(day, one);
  const isChanged =
    desk.whole ||
    desk.people.length + desk.tasks.length + desk.removed_people.length > 0 ||
    desk.hand_outs !== undefined ||
    desk.things !== undefined;
  own.day = day;
  if (isChanged && day !== undefined) await own.store.saveDay(asAnswer(day));
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

/** Undefined in browsers without Ed25519: then the server checks when it gets the scan. */
function importKey(key: string): Promise<CryptoKey | undefined> {
  const known = keys.get(key);
  if (known !== undefined) return known;
  const imported = crypto.subtle.importKey('raw', bytesOf(key), 'Ed25519', false, ['verify']).catch(() => undefined);
  keys.set(key, imported);
  return imported;
}

/** The person of a code; undefined if it is forged, of another project or no code at all. */
async function personOfCode(pid: string, publicKey: string, code: string): Promise<string | undefined> {
  const [, text = '', project, uid, signature = ''] = personCode.exec(code.trim()) ?? [];
  if (project !== pid || uid === undefined) return undefined;
  const key = await importKey(publicKey);
  if (key === undefined) return uid;
  const isValid = await crypto.subtle.verify('Ed25519', key, bytesOf(signature), new TextEncoder().encode(text));
  return isValid ? uid : undefined;
}
