import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { signatureState, sign } from '../../lib/seal.ts';
import type { Keyring } from '../../lib/seal.ts';
import { decrypted, encrypted, isEncrypted } from './encryption.service.ts';

/** The first line of a backup. The content follows in the same compressed stream. */
export type BackupHeader = {
  format: 'muster-backup-1';
  version: string;
  engine: 'sqlite' | 'postgres';
  migrations: string[];
  /** Ids of the keys that rows are sealed with. Missing in older backups. */
  key_ids?: string[];
  created_at: string;
  bytes: number;
  sha256: string;
  /** HMAC of the other fields under the installation's key. Missing in older backups. */
  signature?: string;
};

/** A reason that the operator can act on. */
export class BackupError extends Error {}

const context = 'backup';

/** The signature covers the checksum, and with it the content. */
export function signedHeader(keys: Keyring, header: BackupHeader): BackupHeader {
  return { ...header, signature: sign(keys, context, JSON.stringify(header)) };
}

export function backupSignature(keys: Keyring, { signature, ...header }: BackupHeader) {
  return signature === undefined ? 'missing' : signatureState(keys, context, JSON.stringify(header), signature);
}

export async function checksumOf(path: string): Promise<{ bytes: number; sha256: string }> {
  const checksum = counter();
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) checksum.add(chunk);
  return checksum.result();
}

function counter() {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    add: (chunk: Uint8Array) => {
      hash.update(chunk);
      bytes += chunk.length;
    },
    result: () => ({ bytes, sha256: hash.digest('hex') }),
  };
}

type Written = { path: string; header: BackupHeader; contentPath: string; recipients: readonly string[] };

/** Written to a draft, flushed and renamed, so that a file with the final name is always complete. */
export async function writeBackup({ path, header, contentPath, recipients }: Written, signal?: AbortSignal) {
  async function* parts() {
    yield Buffer.from(`${JSON.stringify(header)}\n`);
    yield* createReadStream(contentPath) as AsyncIterable<Buffer>;
  }
  const draft = `${path}.part`;
  const packed = Readable.from(parts()).pipe(createGzip());
  try {
    const target = createWriteStream(draft, { mode: 0o600, flush: true });
    const source = recipients.length === 0 ? packed : Readable.from(encrypted(packed, recipients));
    await pipeline(source, target, signal === undefined ? {} : { signal });
    await rename(draft, path);
  } catch (error) {
    packed.destroy();
    await rm(draft, { force: true });
    throw error;
  }
}

type Opened = { header: BackupHeader; content: AsyncIterable<Uint8Array> };

/** Reads the header; the content is read while the caller iterates. */
async function openBackup(path: string, identities: readonly string[]): Promise<Opened> {
  const secret = await isEncrypted(path);
  const file = createReadStream(path) as AsyncIterable<Uint8Array>;
  const packed = secret ? await decryptedOrExplain(path, file, identities) : file;
  const unpacked = createGunzip();
  // An error destroys `unpacked`, and reading from it then throws that error.
  void pipeline(Readable.from(packed), unpacked).catch(() => {});
  const chunks = (unpacked as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (!head.includes('\n') && head.length < maxHeaderBytes) {
    const next = await chunks.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  const end = head.indexOf('\n');
  const header: unknown = JSON.parse(head.subarray(0, Math.max(end, 0)).toString('utf8'));
  if (!isHeader(header)) throw new BackupError(`${path} is not a backup of Muster`);
  async function* content() {
    yield head.subarray(end + 1);
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
  }
  return { header, content: content() };
}

async function decryptedOrExplain(path: string, file: AsyncIterable<Uint8Array>, identities: readonly string[]) {
  const advice = 'give the secret key of age with --identity FILE, or in BACKUP_IDENTITY';
  if (identities.length === 0) throw new BackupError(`${path} is encrypted: ${advice}`);
  try {
    return await decrypted(file, identities);
  } catch (error) {
    throw new BackupError(`${path} is encrypted, and not to the given key: ${advice}`, { cause: error });
  }
}

const maxHeaderBytes = 64 * 1024;

const isHeader = (value: unknown): value is BackupHeader =>
  typeof value === 'object' && value !== null && 'format' in value && value.format === 'muster-backup-1';

/** Checks the whole file against its checksum, and unpacks it to `contentPath` if there is one. */
export async function readBackup(
  path: string,
  identities: readonly string[],
  contentPath?: string,
): Promise<BackupHeader> {
  const { header, content } = await openOrExplain(path, identities);
  const checksum = counter();
  try {
    const target = contentPath === undefined ? undefined : await open(contentPath, 'w', 0o600);
    try {
      for await (const chunk of content) {
        checksum.add(chunk);
        await target?.writeFile(chunk);
      }
      await target?.sync();
    } finally {
      await target?.close();
    }
  } catch (error) {
    throw new BackupError(`${path} is damaged: it cannot be unpacked`, { cause: error });
  }
  const found = checksum.result();
  if (found.sha256 !== header.sha256 || found.bytes !== header.bytes)
    throw new BackupError(`${path} is damaged: its checksum is not the one it was written with`);
  return header;
}

async function openOrExplain(path: string, identities: readonly string[]): Promise<Opened> {
  try {
    return await openBackup(path, identities);
  } catch (error) {
    if (error instanceof BackupError) throw error;
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new BackupError(`there is no file ${path}`, { cause: error });
    if (await isEncrypted(path)) throw new BackupError(`${path} is damaged: it cannot be decrypted`, { cause: error });
    throw new BackupError(`${path} is not a backup of Muster`, { cause: error });
  }
}
