import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { isMigrated, migrate, migrationsRun } from '../db/migrate.ts';
import { isInUse, sqlitePath } from '../db/sqlite/backup.ts';
import { backUp, backUpBeforeMigrating, prune } from '../features/backups/backups.service.ts';
import { keyPath } from '../lib/key-file.ts';
import { systemClock, timestamp } from '../lib/clock.ts';
import { hasPassword } from '../lib/database-url.ts';
import type { Db } from '../db/db.ts';
import { copyAll, digestOf, isEmpty, tableNames, withSnapshot } from '../db/transfer.ts';
import type { TableName } from '../db/transfer.ts';
import { existingDb, missingFile, ownDb, parse, wholeNumber, withDb } from './arguments.ts';
import type { Command } from './arguments.ts';
import { restore, verifiedBackup } from './restore.ts';
import type { RestoreOptions } from './restore.ts';
import { exitCodes, misuse, refuse, CommandError } from './terminal.ts';
import type { Terminal } from './terminal.ts';

const now = (): string => timestamp(systemClock.now());

export const migrateCommand: Command = {
  usage: 'migrate',
  about: 'brings the database up to date; the service does it at start, too',
  more: [
    'All steps run in one transaction. A database of a newer version is rejected and not changed.',
    'First writes a backup to BACKUP_DIR, unless BACKUP_BEFORE_MIGRATING=off.',
    'In a new DATA_DIR it creates the key and the database. No other command does.',
  ],
  creates: true,
  run: async ({ config, args, terminal }) => {
    parse(args, {});
    const done = await ownDb(config, (db) =>
      migrate(db, now(), {
        before: async () => {
          const path = await backUpBeforeMigrating({ db, config, clock: systemClock });
          if (path !== undefined) terminal.say(`wrote ${path}`);
        },
        onStep: (name, ms) => terminal.say(`ran ${name} in ${ms} ms`),
      }),
    );
    if (done.length === 0) terminal.say('nothing to do');
    return exitCodes.done;
  },
};

export const backupCommand: Command = {
  usage: 'backup [--to FOLDER] [--keep COUNT]',
  about: 'writes one compressed, signed file, while the service runs; --keep removes older backups of this command',
  more: [
    '--to FOLDER    the target folder (default: BACKUP_DIR)',
    '--keep COUNT   keeps the newest COUNT backups of this command in that folder and removes the others',
    'The file does not contain MUSTER_KEY: keep that somewhere else. PostgreSQL needs pg_dump on this machine.',
  ],
  run: async ({ config, args, terminal }) => {
    const { values } = parse(args, { to: { type: 'string' }, keep: { type: 'string' } });
    const folder = resolve(values['to'] ?? config.backup.folder);
    const keep = values['keep'] === undefined ? undefined : wholeNumber('--keep', values['keep']);
    const { path, isCurrent } = await existingDb(config, async (db) => {
      if ((await migrationsRun(db).catch(() => [])).length === 0)
        refuse('the database is empty; is DATABASE_URL right?');
      for (const needed of [config.dataDir, folder]) mkdirSync(needed, { recursive: true, mode: 0o700 });
      const file = await backUp({ db, config, clock: systemClock }, { folder, origin: 'manual' });
      return { path: file, isCurrent: await isMigrated(db) };
    });
    terminal.say(`wrote ${path}`);
    if (!isCurrent)
      terminal.say('The database is of an older version: the next start or "muster migrate" migrates it.');
    for (const name of keep === undefined ? [] : await prune(folder, 'manual', keep)) terminal.say(`removed ${name}`);
    return exitCodes.done;
  },
};

/** A file as `age-keygen` writes it: secret keys, and comments. */
function readIdentities(config: Config, file: string | undefined): string[] {
  const lines = file === undefined ? [] : readFileSync(file, 'utf8').split('\n');
  const found = lines.map((line) => line.trim()).filter((line) => line.startsWith('AGE-SECRET-KEY-'));
  if (file !== undefined && found.length === 0) refuse(`${file} has no secret key of age (AGE-SECRET-KEY-...)`);
  return config.backup.identity === undefined ? found : [...found, config.backup.identity];
}

function backupOptions(config: Config, args: string[]): RestoreOptions {
  const { values, positionals } = parse(
    args,
    { 'without-key': { type: 'boolean' }, unverified: { type: 'boolean' }, identity: { type: 'string' } },
    1,
  );
  return {
    path: resolve(positionals[0] ?? ''),
    withoutKey: values['without-key'] !== undefined,
    unverified: values['unverified'] !== undefined,
    identities: readIdentities(config, values['identity']),
  };
}

export const verifyCommand: Command = {
  usage: 'verify FILE [--identity FILE]',
  about: 'checks that a backup is complete and was not changed; changes nothing',
  more: [
    'Needs the key of the installation that wrote it (DATA_DIR/muster.key or MUSTER_KEY), which signed it.',
    '--identity FILE   the secret key of age, for an encrypted backup; or set BACKUP_IDENTITY',
  ],
  run: async ({ config, args, terminal }) => {
    const header = await verifiedBackup(config, backupOptions(config, args));
    terminal.say(`complete and unchanged: the backup of ${header.created_at} (version ${header.version})`);
    return exitCodes.done;
  },
};

export const restoreCommand: Command = {
  usage: 'restore FILE [--identity FILE] [--without-key] [--unverified]',
  about: 'verifies a backup, then restores it; stop the service first',
  more: [
    '--identity FILE   the secret key of age, for an encrypted backup; or set BACKUP_IDENTITY',
    '--without-key     the key of that installation is lost: the backup is not checked for changes, and encrypted data stays unreadable',
    '--unverified      accepts a backup without a signature, as older versions wrote them',
    'A damaged or changed file, one whose key is not here, one of the other engine or one of a newer version is rejected before anything is changed.',
    'The previous SQLite file is kept beside the new one; a PostgreSQL database must be empty, and pg_restore must be installed.',
    'All sessions, API tokens, devices, links and recovery codes end, and scheduled messages become drafts. People on a list of erased people (beside the backup, or in BACKUP_DIR) are erased again.',
  ],
  run: async ({ config, args, terminal }) => {
    const restored = await restore(config, backupOptions(config, args), systemClock);
    const { header, erased, listed, unreadable, checked } = restored;
    terminal.say(`restored the backup of ${header.created_at} (version ${header.version})`);
    if (!checked) terminal.say('The file was not checked: nobody can tell whether it was changed.');
    if (unreadable.length > 0)
      terminal.say(
        `Data that was encrypted with the key ${unreadable.join(', ')} cannot be read: the key is not here.`,
      );
    if (config.keySource === 'missing') terminal.say(`A new key was written to ${keyPath(config.dataDir)}.`);
    terminal.say(
      'All sessions, API tokens, links and recovery codes have ended: everybody signs in again. Owners add devices and screens ' +
        'of the event day again, and renew the tokens of service accounts.',
    );
    terminal.say('Scheduled messages are drafts now: they may have been sent or cancelled since the backup.');
    terminal.say(
      listed
        ? `People who were erased after the backup was made and are erased again: ${erased}.`
        : 'No list of erased people was found. If people were erased after the backup was made, they are back: erase them again.',
    );
    terminal.say(
      'Roles, suspensions, passkeys, linked providers, consents, invitations, webhooks and chat channels are as they were then: check what changed since.',
    );
    return exitCodes.done;
  },
};

export const moveCommand: Command = {
  usage: 'move [--to PATH/muster.db]',
  about: 'copies everything to another, empty database and compares every row; stop the service first',
  more: [
    'MOVE_TO_URL=postgres://...   in the environment: the PostgreSQL database to copy to',
    '--to PATH/muster.db          the SQLite file to copy to. It also takes a URL without a password; one with a password is rejected, because everybody on the machine can see the arguments of a program',
    'The source is not changed. Afterwards set DATABASE_URL (or DATA_DIR) to the new place and keep the same MUSTER_KEY.',
    'A target that is not empty is rejected.',
  ],
  run: async ({ config, args, terminal }) => {
    const { values } = parse(args, { to: { type: 'string' } });
    if (values['to'] !== undefined && config.moveToUrl !== undefined) misuse('give --to or MOVE_TO_URL, not both');
    const to = values['to'] ?? config.moveToUrl ?? misuse('move needs --to, or MOVE_TO_URL in the environment');
    const postgres = /^postgres(?:ql)?:/.test(to);
    if (values['to'] !== undefined && postgres && hasPassword(to))
      misuse('everybody on this machine can see the password in --to: change it, and set MOVE_TO_URL instead');
    const target = postgres ? { sqlitePath: '', databaseUrl: to } : { sqlitePath: resolve(to) };
    if (!postgres && config.databaseUrl === undefined && resolve(to) === sqlitePath(config.dataDir))
      refuse('source and target are the same');
    // What it writes from now on would not be copied.
    if (config.databaseUrl === undefined && isInUse(sqlitePath(config.dataDir)))
      refuse('the service still runs on the source; stop it first. Nothing was changed');
    const missing = missingFile(config);
    if (missing !== undefined) refuse(missing);
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

/** Copies everything to the other engine, and compares a digest of every table. */
async function move(source: Db, target: Db, terminal: Terminal): Promise<number> {
  if (!(await isEmpty(target))) refuse('the target is not empty; nothing was changed');
  return withSnapshot(source, async (from) => {
    await copyAll(from, target, (table, rows) => terminal.progress(`copying ${table}`, rows));
    terminal.endProgress();
    let total = 0;
    for (const [index, table] of tableNames.entries()) {
      terminal.progress('verifying', index + 1, tableNames.length);
      total += await verify(table, from, target);
    }
    terminal.endProgress();
    return total;
  });
}

async function verify(table: TableName, from: Parameters<typeof digestOf>[0], target: Db): Promise<number> {
  const [before, after] = [await digestOf(from, table), await digestOf(target.read, table)];
  if (before.sha256 !== after.sha256) {
    throw new CommandError(
      `${table} differs after the move (${before.rows} rows before, ${after.rows} after); do not use the target`,
      exitCodes.failed,
    );
  }
  return before.rows;
}
