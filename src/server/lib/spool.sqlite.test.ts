import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { createSpool, partBytes } from './spool.ts';

const refusing = (message: string) => (): never => {
  throw new Error(message);
};
const spoolOf = (maxAtOnce: number) =>
  createSpool({ maxAtOnce, onFull: refusing('full'), onTooLarge: refusing('too large') });
const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith('muster-') && name.length === 43);

test('what was received is given back in parts, and no file has a name', async () => {
  const bytes = Buffer.from(Array.from({ length: partBytes * 2 + 5 }, (_, index) => index % 251));
  await using body = await spoolOf(1).receive(Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]), 2_000_000, 0);
  const sizes: number[] = [];
  for await (const part of body.parts()) sizes.push(part.length);
  expect(sizes).toEqual([partBytes, partBytes, 5]);
  expect((await body.whole()).equals(bytes)).toBe(true);
  expect(left()).toEqual([]);
});

test('too much is refused as soon as it is known, and one more than allowed at once', async () => {
  const spool = spoolOf(1);
  await expect(spool.receive(Readable.from(['x']), 10, 11)).rejects.toThrow('too large');
  await expect(spool.receive(Readable.from([Buffer.alloc(6), Buffer.alloc(6)]), 10, 0)).rejects.toThrow('too large');
  const slow = new Readable({ read: () => {} });
  const first = spool.receive(slow, 10, 0);
  await expect(spool.receive(Readable.from(['x']), 10, 0)).rejects.toThrow('full');
  slow.push(null);
  await using body = await first;
  expect(body.size).toBe(0);
  expect(left()).toEqual([]);
});
