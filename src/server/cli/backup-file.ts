import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { refuse } from './terminal.ts';

/** The first line of a backup; behind it, in the same compressed stream, the bytes that it speaks of. */
export type BackupHeader = {
  format: 'muster-backup-1';
  version: string;
  engine: 'sqlite' | 'postgres';
  migrations: string[];
  created_at: string;
  bytes: number;
  sha256: string;
};

export async function checksumOf(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk as Buffer);
    bytes += (chunk as Buffer).length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Written aside and renamed when it is whole: a backup with its final name is a complete one. */
export async function writeBackup(path: string, header: BackupHeader, contentPath: string): Promise<void> {
  async function* parts() {
    yield Buffer.from(`${JSON.stringify(header)}\n`);
    yield* createReadStream(contentPath) as AsyncIterable<Buffer>;
  }
  const draft = `${path}.part`;
  await pipeline(Readable.from(parts()), createGzip(), createWriteStream(draft, { mode: 0o600 }));
  await rename(draft, path);
}

/** Unpacks to `contentPath` and compares; nothing else is touched until the bytes are what the header says. */
export async function readBackup(path: string, contentPath: string): Promise<BackupHeader> {
  const header = await readHeader(path);
  const skip = Buffer.byteLength(JSON.stringify(header)) + 1;
  try {
    await pipeline(
      createReadStream(path),
      createGunzip(),
      withoutFirst(skip),
      createWriteStream(contentPath, { mode: 0o600 }),
    );
  } catch {
    await rm(contentPath, { force: true });
    return refuse(`${path} is damaged: it cannot be unpacked`);
  }
  const found = await checksumOf(contentPath);
  if (found.sha256 !== header.sha256 || found.bytes !== header.bytes) {
    await rm(contentPath, { force: true });
    return refuse(`${path} is damaged: its checksum is not the one it was written with`);
  }
  return header;
}

const longestHeader = 64 * 1024;

async function readHeader(path: string): Promise<BackupHeader> {
  let text = '';
  try {
    await pipeline(createReadStream(path), createGunzip(), async (unpacked: AsyncIterable<Buffer>) => {
      for await (const chunk of unpacked) {
        text += chunk.toString('latin1');
        if (text.includes('\n') || text.length > longestHeader) break;
      }
    }).catch((error: unknown) => {
      // Stopping after the first line looks like a broken stream to the parts before it.
      if (!text.includes('\n')) throw error;
    });
    const header: unknown = JSON.parse(text.split('\n', 1)[0] ?? '');
    if (isHeader(header)) return header;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return refuse(`there is no file ${path}`);
    // Not compressed, or not JSON: not one of ours, said below.
  }
  return refuse(`${path} is not a backup of Muster`);
}

const isHeader = (value: unknown): value is BackupHeader =>
  typeof value === 'object' && value !== null && 'format' in value && value.format === 'muster-backup-1';

function withoutFirst(count: number): Transform {
  let left = count;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const cut = Math.min(left, chunk.length);
      left -= cut;
      done(null, chunk.subarray(cut));
    },
  });
}
