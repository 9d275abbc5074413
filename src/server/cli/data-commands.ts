import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { migrate } from '../db/migrate.ts';
import { isInUse, sqlitePath } from '../db/sqlite/backup.ts';
import { backUp, prune } from '../features/backups/backups.service.ts';
import { systemClock, timestamp } from '../lib/clock.ts';
import { ownDb, parse, wholeNumber, withDb } from './arguments.ts';
import type { Command } from './arguments.ts';
import { move } from './move.ts';
import { restore } from './restore.ts';
import { exitCodes, misuse, refuse } from './terminal.ts';

const now = (): string => timestamp(systemClock.now());

export const migrateCommand: Command = {
  usage: 'migrate',
  about: 'brings the database up to date; the service does it at start, too',
  more: ['All steps run in one transaction. A database of a newer version is rejected and not changed.'],
  run: async ({ config, args, terminal }) => {
    parse(args, {});
    const done = await ownDb(config, (db) => migrate(db, now()));
    terminal.say(done.length === 0 ? 'nothing to do' : `ran ${done.join(', ')}`);
    return exitCodes.done;
  },
};

export const backupCommand: Command = {
  usage: 'backup [--to FOLDER] [--keep COUNT]',
  about: 'writes one compressed file with a checksum, while the service runs; --keep removes older ones',
  more: [
    '--to FOLDER    the target folder (default: BACKUP_DIR)',
    '--keep COUNT   keeps the newest COUNT backups of this command in that folder and removes the others',
    'The file does not contain MUSTER_KEY: keep that somewhere else. PostgreSQL needs pg_dump on this machine.',
  ],
  run: async ({ config, args, terminal }) => {
    const { values } = parse(args, { to: { type: 'string' }, keep: { type: 'string' } });
    const folder = resolve(values['to'] ?? config.backup.folder);
    const keep = values['keep'] === undefined ? undefined : wholeNumber('--keep', values['keep']);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const path = await ownDb(config, (db) => backUp({ db, config, clock: systemClock }, { folder, origin: 'manual' }));
    terminal.say(`wrote ${path}`);
    for (const name of keep === undefined ? [] : await prune(folder, 'manual', keep)) terminal.say(`removed ${name}`);
    return exitCodes.done;
  },
};

export const restoreCommand: Command = {
  usage: 'restore FILE [--without-key]',
  about: 'verifies a backup, then puts it in place; stop the service first',
  more: [
    '--without-key   restores even if the key of sealed private data is lost; that data stays unreadable',
    'A file that is damaged, needs a missing key, or is of the other engine or a newer version is rejected before anything is changed.',
    'The previous SQLite file is kept beside the new one; a PostgreSQL database must be empty, and pg_restore must be installed.',
  ],
  run: async ({ config, args, terminal }) => {
    const { values, positionals } = parse(args, { 'without-key': { type: 'boolean' } }, 1);
    const wanted = { path: resolve(positionals[0] ?? ''), withoutKey: values['without-key'] !== undefined };
    const header = await restore(config, wanted, systemClock);
    await ownDb(config, (db) => migrate(db, now()));
    terminal.say(`restored the backup of ${header.created_at} (version ${header.version})`);
    return exitCodes.done;
  },
};

export const moveCommand: Command = {
  usage: 'move --to postgres://... | --to PATH/muster.db',
  about: 'copies everything to another, empty database and compares every row; stop the service first',
  more: [
    'The source is not changed. Afterwards set DATABASE_URL (or DATA_DIR) to the new place and keep the same MUSTER_KEY.',
    'A target that is not empty is rejected.',
  ],
  run: async ({ config, args, terminal }) => {
    const { values } = parse(args, { to: { type: 'string' } });
    const to = values['to'] ?? misuse('move needs --to');
    const postgres = /^postgres(?:ql)?:/.test(to);
    const target = postgres ? { sqlitePath: '', databaseUrl: to } : { sqlitePath: resolve(to) };
    if (!postgres && config.databaseUrl === undefined && resolve(to) === sqlitePath(config.dataDir))
      refuse('source and target are the same');
    // What it writes from now on would not be copied.
    if (config.databaseUrl === undefined && isInUse(sqlitePath(config.dataDir)))
      refuse('the service still runs on the source; stop it first. Nothing was changed');
    if (!postgres) mkdirSync(dirname(resolve(to)), { recursive: true, mode: 0o700 });
    const rows = await ownDb(config, (source) =>
      withDb(target, async (db) => {
        await migrate(source, now());
        await migrate(db, now());
        return move(source, db, terminal);
      }),
    );
    terminal.say(`moved and verified ${rows} rows; keep the same MUSTER_KEY with the new database`);
    return exitCodes.done;
  },
};
