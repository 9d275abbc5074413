import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

type Limits = { maxAtOnce: number; onFull: () => never; onTooLarge: () => never };

export type Spool = ReturnType<typeof createSpool>;

/** Larger parts of a file are not in memory at once. */
export const partBytes = 512 * 1024;

/**
 * Keeps the bodies of uploads that arrive at the same time out of memory: in files without a name, which the system removes
 * when they are closed, also if the process dies. They are encrypted with keys that are only in memory, so that nothing
 * readable stays on the disk.
 */
export function createSpool({ maxAtOnce, onFull, onTooLarge }: Limits) {
  let receiving = 0;
  return {
    /** `expected` is what the sender says. Stops reading where there is too much. */
    receive: async (body: Readable, maxBytes: number, expected: number): Promise<Spooled> => {
      if (expected > maxBytes) onTooLarge();
      if (receiving >= maxAtOnce) onFull();
      receiving += 1;
      try {
        return await write(body, maxBytes, onTooLarge);
      } finally {
        receiving -= 1;
      }
    },
  };
}

async function write(body: Readable, maxBytes: number, onTooLarge: () => never): Promise<Spooled> {
  const secret = { key: randomBytes(32), nonce: randomBytes(16) };
  const path = join(tmpdir(), `muster-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
    const cipher = createCipheriv('aes-256-ctr', secret.key, secret.nonce);
    const hash = createHash('sha256');
    let size = 0;
    // The connection stays, so that a sender of too much gets an answer.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) onTooLarge();
      hash.update(chunk);
      await file.write(cipher.update(chunk));
    }
    return new Spooled(file, secret, size, hash.digest('hex'));
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** A body that was received. Its file is closed by `await using`. */
export class Spooled {
  readonly size: number;
  readonly sha256: string;
  readonly #file: FileHandle;
  readonly #secret: { key: Buffer; nonce: Buffer };

  constructor(file: FileHandle, secret: { key: Buffer; nonce: Buffer }, size: number, sha256: string) {
    this.#file = file;
    this.#secret = secret;
    this.size = size;
    this.sha256 = sha256;
  }

  /** Yields the parts in order, each of `partBytes` but the last. */
  async *parts(): AsyncGenerator<Buffer> {
    const decipher = createDecipheriv('aes-256-ctr', this.#secret.key, this.#secret.nonce);
    const sealed = Buffer.allocUnsafe(Math.min(partBytes, this.size));
    for (let position = 0; position < this.size; position += partBytes) {
      const length = Math.min(partBytes, this.size - position);
      await this.#file.read(sealed, 0, length, position);
      yield decipher.update(sealed.subarray(0, length));
    }
  }

  async whole(): Promise<Buffer> {
    const all = Buffer.allocUnsafe(this.size);
    let filled = 0;
    for await (const part of this.parts()) filled += part.copy(all, filled);
    return all;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
  }
}
