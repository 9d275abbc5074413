import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { keyPath } from '../config.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import { unknownMigrations } from '../db/migrate.ts';
import { restorePostgres } from '../db/postgres/dump.ts';
import { isInUse, sqlitePath, sqliteSuffixes, verifySqlite } from '../db/sqlite/backup.ts';
import { isEmpty } from '../db/transfer.ts';
import { checksumOf } from '../features/backups/backups.service.ts';
import type { BackupHeader } from '../features/backups/backups.service.ts';
import { timestamp } from '../lib/clock.ts';
import type { Clock } from '../lib/clock.ts';
import { keyring } from '../lib/seal.ts';
import { withDb } from './arguments.ts';
import { refuse } from './terminal.ts';

type Wanted = { path: string; withoutKey: boolean };

/** Everything is verified before anything is touched; what was there before stays beside it. */
export async function restore(config: Config, wanted: Wanted, clock: Clock): Promise<BackupHeader> {
  try {
    return await restoreVerified(config, wanted, clock);
  } catch (error) {
    // Left behind, it would be taken for the key that the backup needs.
    if (config.keySource === 'made') await rm(keyPath(config.dataDir), { force: true });
    throw error;
  }
}

async function restoreVerified(config: Config, { path, withoutKey }: Wanted, clock: Clock): Promise<BackupHeader> {
  const content = join(config.dataDir, '.restore');
  const header = await readBackup(path, content);
  try {
    const wanted = config.databaseUrl === undefined ? 'sqlite' : 'postgres';
    if (header.engine !== wanted) {
      refuse(
        `this is a backup of ${header.engine}, and DATABASE_URL says ${wanted}; restore it there, then use "move"`,
      );
    }
    const newer = unknownMigrations(header.migrations);
    if (newer.length > 0)
      refuse(`this backup was made by a newer version (${header.version}); it has ${newer.join(', ')}`);
    if (!withoutKey) refuseWithoutKey(config, header);
    if (config.databaseUrl === undefined)
      await replaceFile(sqlitePath(config.dataDir), content, timestamp(clock.now()));
    else await fillDatabase(config.databaseUrl, content);
    return header;
  } finally {
    for (const suffix of sqliteSuffixes) await rm(content + suffix, { force: true });
  }
}

function refuseWithoutKey({ secrets, dataDir }: Config, { key_ids = [] }: BackupHeader): void {
  const { all } = keyring(secrets);
  const missing = key_ids.filter((id) => !all.has(id));
  if (missing.length === 0) return;
  refuse(
    `rows of this backup are sealed with the key ${missing.join(', ')}, which is not here; nothing was changed. ` +
      `Put the key file of that installation to ${keyPath(dataDir)}, or its key into MUSTER_KEY, and restore again. ` +
      'If the key is lost, --without-key restores the rest: what is sealed stays unreadable',
  );
}

async function replaceFile(path: string, content: string, at: string): Promise<void> {
  verifySqlite(content);
  // It would go on writing to the file that was put aside, and all of that would be lost.
  if (isInUse(path)) refuse(`the service has ${path} open; stop it first. Nothing was changed`);
  for (const suffix of sqliteSuffixes) {
    await rename(path + suffix, `${path}.before-${at.replaceAll(/[:.]/g, '-')}${suffix}`).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    });
  }
  await rename(content, path);
}

async function fillDatabase(databaseUrl: string, content: string): Promise<void> {
  await withDb({ sqlitePath: '', databaseUrl }, async (db) => {
    if (!(await hasNoTables(db)) && !(await isEmpty(db))) refuse('the database is not empty; nothing was changed');
  });
  await restorePostgres(databaseUrl, content);
}

const hasNoTables = async (db: Db): Promise<boolean> => (await db.read.introspection.getTables()).length === 0;

/** Unpacks to `contentPath` and compares; nothing else is touched until the bytes are what the header says. */
async function readBackup(path: string, contentPath: string): Promise<BackupHeader> {
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
