/**
 * What a device keeps for offline use. Everything but the token is encrypted with a key made from the
 * token: when the token goes, nothing that is left can be read. Scans stay until they are sent or somebody deletes them.
 */
import { openDB } from 'idb';
import type { Desk } from '../../../client/client.ts';
import type { Before, OwnDevice, Queued } from './queries.ts';

/** A scan that can be undone, and who or what it was about. */
export type LastScan = { id: string; at: string; name: string; before: Before };

type Sealed = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer };

const open = () =>
  openDB('muster-desk', 1, {
    upgrade: (db) => {
      db.createObjectStore('device');
      db.createObjectStore('day');
      db.createObjectStore('queue');
    },
  });

export async function findDevice(): Promise<OwnDevice | undefined> {
  const device: unknown = await (await open()).get('device', 'own');
  return isDevice(device) ? device : undefined;
}

const isDevice = (value: unknown): value is OwnDevice =>
  typeof value === 'object' && value !== null && 'pid' in value && 'token' in value;

/** One after another, so that a device that takes over finds every scan of the one before. */
let lastWrite: Promise<unknown> = Promise.resolve();
function inTurn(write: () => Promise<void>): Promise<void> {
  const done = lastWrite.then(write, write);
  lastWrite = done;
  return done;
}

/** Replaces the previous device and takes over its unsent scans. */
export const saveDevice = (device: OwnDevice, unsent: readonly Queued[]): Promise<void> =>
  inTurn(() => replaceDevice(device, unsent));

async function replaceDevice(device: OwnDevice, unsent: readonly Queued[]): Promise<void> {
  const [db, key] = [await open(), await keyOf(device.token)];
  const sealed = await Promise.all(unsent.map(async (scan) => ({ id: scan.id, row: await seal(key, scan) })));
  const transaction = db.transaction(['device', 'day', 'queue'], 'readwrite');
  const [own, day, queue] = [
    transaction.objectStore('device'),
    transaction.objectStore('day'),
    transaction.objectStore('queue'),
  ];
  await Promise.all([own.put(device, 'own'), day.clear(), queue.clear()]);
  await Promise.all(sealed.map(({ id, row }) => queue.put(row, id)));
  await transaction.done;
}

/** The names, when the token is refused before all scans were sent. */
export async function clearDay(): Promise<void> {
  await (await open()).clear('day');
}

/** The token first: without it the rest is unreadable, even if the browser is closed now. */
export async function clearDevice(): Promise<void> {
  const db = await open();
  for (const name of ['device', 'day', 'queue'] as const) await db.clear(name);
}

async function seal(key: CryptoKey, value: unknown): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const text = new TextEncoder().encode(JSON.stringify(value));
  return { iv, data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, text) };
}

export type Store = Awaited<ReturnType<typeof openStore>>;

export async function openStore({ token }: OwnDevice) {
  const [db, key] = [await open(), await keyOf(token)];
  /** Undefined for what another device has stored. */
  const unseal = async <T>({ iv, data }: Sealed): Promise<T | undefined> => {
    const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, data).catch(() => undefined);
    return text === undefined ? undefined : (JSON.parse(new TextDecoder().decode(text)) as T);
  };
  const load = async <T>(name: 'day' | 'last'): Promise<T | undefined> => {
    const sealed = (await db.get('day', name)) as Sealed | undefined;
    return sealed === undefined ? undefined : unseal<T>(sealed);
  };
  return {
    saveDay: async (desk: Desk) => void (await db.put('day', await seal(key, desk), 'day')),
    loadDay: () => load<Desk>('day'),
    /** The last scan can be undone after it was sent, also on a page that was loaded again. */
    saveLast: (last: LastScan | undefined) =>
      inTurn(
        async () =>
          void (last === undefined
            ? await db.delete('day', 'last')
            : await db.put('day', await seal(key, last), 'last')),
      ),
    loadLast: () => load<LastScan>('last'),
    enqueue: (scan: Queued) => inTurn(async () => void (await db.put('queue', await seal(key, scan), scan.id))),
    /** Sorted by time. */
    queued: async (): Promise<Queued[]> => {
      const rows = (await db.getAll('queue')) as Sealed[];
      const scans = await Promise.all(rows.map((row) => unseal<Queued>(row)));
      return scans.filter((scan) => scan !== undefined).toSorted((a, b) => (a.at < b.at ? -1 : 1));
    },
    dequeue: async (ids: readonly string[]) => {
      const transaction = db.transaction('queue', 'readwrite');
      await Promise.all(ids.map((id) => transaction.store.delete(id)));
      await transaction.done;
    },
  };
}

async function keyOf(token: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', new TextEncoder().encode(token), 'HKDF', false, ['deriveKey']);
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: new TextEncoder().encode('desk') };
  return crypto.subtle.deriveKey(parameters, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}
