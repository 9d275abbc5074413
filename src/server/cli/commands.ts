import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Config } from '../config.ts';
import { openDb } from '../db/db.ts';
import type { Db } from '../db/db.ts';
import { migrate } from '../db/migrate.ts';
import { systemClock, timestamp } from '../lib/clock.ts';
import { backUp, prune, restore, sqlitePath } from './backup.ts';
import { examine } from './doctor.ts';
import { move } from './move.ts';
import { exitCodes, misuse, refuse } from './terminal.ts';
import type { Terminal } from './terminal.ts';

type Words = { config: Config; args: string[]; terminal: Terminal };
export type Command = { usage: string; about: string; run: (words: Words) => Promise<number> };

/** Each with its database open for as long as it runs. */
async function withDb<T>(
  options: { sqlitePath: string; databaseUrl?: string | undefined },
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const db = openDb({ ...options, onError: () => {} });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

const ownDb = <T>(config: Config, work: (db: Db) => Promise<T>): Promise<T> =>
  withDb({ sqlitePath: sqlitePath(config), databaseUrl: config.databaseUrl }, work);

const now = (): string => timestamp(systemClock.now());

export const commands: Record<string, Command> = {
  migrate: {
    usage: 'migrate',
    about: 'brings the database up to date; the service does it at start, too',
    run: async ({ config, terminal }) => {
      const done = await ownDb(config, (db) => migrate(db, now()));
      terminal.say(done.length === 0 ? 'nothing to do' : `ran ${done.join(', ')}`);
      return exitCodes.done;
    },
  },
  backup: {
    usage: 'backup [--to FOLDER] [--keep COUNT]',
    about: 'writes one compressed file with a checksum, while the service runs; --keep removes older ones',
    run: async ({ config, args, terminal }) => {
      const { values } = parse(args, { to: { type: 'string' }, keep: { type: 'string' } });
      const folder = resolve(values['to'] ?? join(config.dataDir, 'backups'));
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const keep = values['keep'] === undefined ? undefined : wholeNumber('--keep', values['keep']);
      const path = await ownDb(config, (db) => backUp(db, config, systemClock, folder));
      terminal.say(`wrote ${path}`);
      for (const name of keep === undefined ? [] : prune(folder, keep)) terminal.say(`removed ${name}`);
      return exitCodes.done;
    },
  },
  restore: {
    usage: 'restore FILE',
    about: 'verifies a backup, then puts it in place; stop the service first',
    run: async ({ config, args, terminal }) => {
      const [path] = parse(args, {}, 1).positionals;
      const header = await restore(config, resolve(path ?? ''), systemClock);
      await ownDb(config, (db) => migrate(db, now()));
      terminal.say(`restored the backup of ${header.created_at} (version ${header.version})`);
      return exitCodes.done;
    },
  },
  move: {
    usage: 'move --to postgres://... | --to PATH/muster.db',
    about: 'copies everything to another, empty database and compares every row; stop the service first',
    run: async ({ config, args, terminal }) => {
      const { values } = parse(args, { to: { type: 'string' } });
      const to = values['to'] ?? misuse('move needs --to');
      const postgres = /^postgres(?:ql)?:/.test(to);
      if (!postgres) mkdirSync(dirname(resolve(to)), { recursive: true, mode: 0o700 });
      const target = postgres ? { sqlitePath: '', databaseUrl: to } : { sqlitePath: resolve(to) };
      if (!postgres && config.databaseUrl === undefined && resolve(to) === sqlitePath(config))
        refuse('source and target are the same');
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
  },
  doctor: {
    usage: 'doctor',
    about: 'looks at configuration, database, mail, clock and files, and says what to do',
    run: async ({ config, terminal }) => {
      const findings = await ownDb(config, (db) => examine(config, db));
      for (const { subject, ok, text } of findings) terminal.say(`${ok ? 'ok  ' : 'BAD '} ${subject}: ${text}`);
      return findings.every((finding) => finding.ok) ? exitCodes.done : exitCodes.failed;
    },
  },
};

type Options = Record<string, { type: 'string' | 'boolean' }>;

function parse(args: string[], options: Options, positionals = 0) {
  try {
    const parsed = parseArgs({ args, options, allowPositionals: positionals > 0, strict: true });
    if (parsed.positionals.length !== positionals) return misuse(`expected ${positionals} argument(s)`);
    const values: Record<string, string | undefined> = {};
    for (const [name, value] of Object.entries(parsed.values)) values[name] = String(value);
    return { values, positionals: parsed.positionals };
  } catch (error) {
    return misuse(error instanceof Error ? error.message : String(error));
  }
}

function wholeNumber(name: string, text: string): number {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : misuse(`${name} takes a whole number above zero`);
}
