import { open } from 'node:fs/promises';
import type * as Age from 'age-encryption';

/** Loaded on first use: most processes never encrypt a backup. */
const age = (): Promise<typeof Age> => import('age-encryption');

const firstLine = Buffer.from('age-encryption.org/v1\n');

export async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(firstLine.length), 0, firstLine.length, 0);
    return buffer.subarray(0, bytesRead).equals(firstLine);
  } finally {
    await file.close();
  }
}

/** Reads a chunk when the next one is wanted, so that no more than a few are in memory. */
function streamOf(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const next = await chunks.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: async () => {
      await chunks.return?.();
    },
  });
}

/** Writes the format of the age tool, chunk by chunk. */
export async function* encrypted(
  source: AsyncIterable<Uint8Array>,
  recipients: readonly string[],
): AsyncGenerator<Uint8Array> {
  const encrypter = new (await age()).Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  yield* await encrypter.encrypt(streamOf(source));
}

/** Rejects if none of the identities fits. */
export async function decrypted(
  source: AsyncIterable<Uint8Array>,
  identities: readonly string[],
): Promise<AsyncIterable<Uint8Array>> {
  const decrypter = new (await age()).Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  return decrypter.decrypt(streamOf(source));
}

/** Whether the age library accepts the recipient. */
export async function isRecipient(recipient: string): Promise<boolean> {
  try {
    new (await age()).Encrypter().addRecipient(recipient);
    return true;
  } catch {
    return false;
  }
}
