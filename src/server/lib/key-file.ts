import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const keyPath = (dataDir: string): string => join(dataDir, 'muster.key');

export function readOrMakeKey(path: string): string {
  if (!existsSync(path)) writeKey(path, randomBytes(32));
  chmodSync(path, 0o600);
  return readFileSync(path, 'utf8').trim();
}

/** Written to a temporary file and linked: when several processes start together, all read the same complete key. */
export function writeKey(path: string, key: Uint8Array): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${Buffer.from(key).toString('hex')}\n`, { mode: 0o600 });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  } finally {
    rmSync(draft);
  }
}
