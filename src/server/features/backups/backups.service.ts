import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, readdirSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/db.ts';
import { migrationsRun } from '../../db/migrate.ts';
import { dumpPostgres } from '../../db/postgres/dump.ts';
import { backUpSqlite, sqlitePath } from '../../db/sqlite/backup.ts';
import { timestamp } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';
import { readPackage } from '../../lib/package.ts';
import type { ScheduledJob } from '../jobs/jobs.service.ts';
import { sealingKeys } from '../private-data/rotation.service.ts';

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
};

/** Manual and scheduled backups have different names, so that pruning one kind keeps the other. */
export type Origin = 'manual' | 'scheduled';

const prefixes: Record<Origin, string> = { manual: 'muster', scheduled: 'muster-scheduled' };
const moment = String.raw`\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z`;
const ownName = (origin: Origin): RegExp => new RegExp(`^${prefixes[origin]}-${moment}\\.backup$`);
const ownDraft = (origin: Origin): RegExp => new RegExp(`^${prefixes[origin]}-${moment}\\.backup\\.(?:part|content)$`);

type Services = { db: Db; config: Config; clock: Clock };
type Wanted = { folder: string; origin: Origin; signal?: AbortSignal };

/** Takes a consistent snapshot while the service runs. Returns the path of the file. */
export async function backUp({ db, config, clock }: Services, { folder, origin, signal }: Wanted): Promise<string> {
  const at = timestamp(clock.now());
  const path = join(folder, `${prefixes[origin]}-${at.replaceAll(/[:.]/g, '-')}.backup`);
  const content = `${path}.content`;
  try {
    if (config.databaseUrl === undefined) await backUpSqlite(sqlitePath(config.dataDir), content);
    else await dumpPostgres(config.databaseUrl, content, signal);
    signal?.throwIfAborted();
    const header: BackupHeader = {
      format: 'muster-backup-1',
      version: readPackage().version,
      engine: db.engine,
      migrations: await migrationsRun(db),
      key_ids: await sealingKeys(db),
      created_at: at,
      ...(await checksumOf(content)),
    };
    await writeBackup(path, header, content, signal);
    return path;
  } finally {
    await rm(content, { force: true });
  }
}

export async function checksumOf(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk as Buffer);
    bytes += (chunk as Buffer).length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Written to a draft, flushed and renamed, so that a file with the final name is always complete. */
async function writeBackup(path: string, header: BackupHeader, contentPath: string, signal?: AbortSignal) {
  async function* parts() {
    yield Buffer.from(`${JSON.stringify(header)}\n`);
    yield* createReadStream(contentPath) as AsyncIterable<Buffer>;
  }
  const draft = `${path}.part`;
  try {
    const target = createWriteStream(draft, { mode: 0o600, flush: true });
    await pipeline(Readable.from(parts()), createGzip(), target, signal === undefined ? {} : { signal });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Deletes all but the newest `keep` backups of one origin. Names sort by time. */
export async function prune(folder: string, origin: Origin, keep: number): Promise<string[]> {
  const all = readdirSync(folder).filter((name) => ownName(origin).test(name));
  const old = all.toSorted().slice(0, Math.max(0, all.length - keep));
  for (const name of old) await rm(join(folder, name), { force: true });
  return old;
}

/** Deletes drafts of processes that were killed. Safe only while this process holds the claim of the job. */
async function removeDrafts(folder: string): Promise<void> {
  for (const name of readdirSync(folder).filter((one) => ownDraft('scheduled').test(one)))
    await rm(join(folder, name), { force: true });
}

/** Empty if BACKUP_EVERY is not set. */
export function backupJobs(services: Services): ScheduledJob[] {
  const { schedule, folder, keep } = services.config.backup;
  if (schedule === undefined) return [];
  const run = async (signal: AbortSignal): Promise<object> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await removeDrafts(folder);
    const file = await backUp(services, { folder, origin: 'scheduled', signal });
    return { file, removed: (await prune(folder, 'scheduled', keep)).length };
  };
  return [{ name: 'backup', schedule, run }];
}
