/**
 * Receipts on their way to the server. Each is kept on the device until it has arrived: a page that is closed, or a connection
 * that is lost, loses none.
 */
import { openDB } from 'idb';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ClaimFile } from '../../../client/client.ts';
import { isReceiptType, maxReceiptBytes, maxReceiptSide } from '../../../shared/claims.ts';
import { addReceipt } from './queries.ts';

export type Upload = {
  key: string;
  name: string;
  /** From 0 to 1. */
  progress: number;
  /** Why it has not arrived. */
  error?: unknown;
  /** It can never arrive, so there is nothing to try again. */
  isRefused?: true;
};

type Kept = { claim: string; name: string; file: Blob };

const open = () =>
  openDB('muster-receipts', 1, {
    upgrade: (db) => {
      db.createObjectStore('files');
    },
  });

/** A browser that keeps nothing, such as in a private window, still sends. */
async function keep(key: string, kept: Kept): Promise<void> {
  await (await open()).put('files', kept, key).catch(() => {});
}

async function drop(key: string): Promise<void> {
  await (await open()).delete('files', key).catch(() => {});
}

async function listKept(claim: string): Promise<[string, Kept][]> {
  const db = await open();
  const keys = await db.getAllKeys('files');
  const all = await Promise.all(
    keys.map(async (key): Promise<[string, unknown]> => [
      typeof key === 'string' ? key : '',
      await db.get('files', key),
    ]),
  );
  return all.filter((one): one is [string, Kept] => isKept(one[1]) && one[1].claim === claim);
}

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' && value !== null && 'claim' in value && 'file' in value && value.file instanceof Blob;

/** Photos are made smaller before they are sent, which also removes where they were taken. Undefined if it can't be sent. */
async function prepared(file: File): Promise<Blob | undefined> {
  if (file.type === 'application/pdf') return file.size <= maxReceiptBytes ? file : undefined;
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (bitmap === undefined) return isReceiptType(file.type) && file.size <= maxReceiptBytes ? file : undefined;
  const scale = Math.min(1, maxReceiptSide / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const small = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.85));
  return small ?? undefined;
}

/** `onArrived` is called once for each receipt that the server has. */
export function useUploads(pid: string, claim: string, onArrived: (file: ClaimFile) => void) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const files = useRef(new Map<string, Blob>());
  const arrived = useRef(onArrived);
  useEffect(() => {
    arrived.current = onArrived;
  }, [onArrived]);
  const change = useCallback((key: string, fields: Partial<Upload>) => {
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...fields } : one)));
  }, []);
  const remove = useCallback((key: string) => {
    files.current.delete(key);
    setUploads((all) => all.filter((one) => one.key !== key));
    void drop(key);
  }, []);
  const send = useCallback(
    async (key: string) => {
      const body = files.current.get(key);
      if (body === undefined) return;
      change(key, { progress: 0, error: undefined });
      try {
        const file = await addReceipt(pid, claim, { body, onProgress: (progress) => change(key, { progress }) });
        remove(key);
        arrived.current(file);
      } catch (error) {
        change(key, { error });
      }
    },
    [pid, claim, change, remove],
  );
  const start = useCallback(
    (key: string, name: string, file: Blob) => {
      files.current.set(key, file);
      setUploads((all) => [...all.filter((one) => one.key !== key), { key, name, progress: 0 }]);
      void send(key);
    },
    [send],
  );
  const add = async (chosen: readonly File[]) => {
    for (const file of chosen) {
      const key = crypto.randomUUID();
      const body = await prepared(file);
      if (body === undefined) {
        setUploads((all) => [...all, { key, name: file.name, progress: 0, isRefused: true }]);
        continue;
      }
      await keep(key, { claim, name: file.name, file: body });
      start(key, file.name, body);
    }
  };
  useEffect(() => {
    void listKept(claim).then(
      (kept) => {
        for (const [key, { name, file }] of kept) if (!files.current.has(key)) start(key, name, file);
      },
      () => {},
    );
  }, [claim, start]);
  return { uploads, add, retry: send, remove };
}
