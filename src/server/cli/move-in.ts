import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isSlug } from '../../shared/limits.ts';
import { moveIn, MovingRefused } from '../features/moving/moving.service.ts';
import { movedKinds } from '../features/moving/moving.schema.ts';
import type { Moved, MovingReport } from '../features/moving/moving.schema.ts';
import { findYearBefore } from '../features/projects/series/series.service.ts';
import { projectExists } from '../features/projects/projects.service.ts';
import type { Config } from '../config.ts';
import { systemClock, timestamp } from '../lib/clock.ts';
import { keyring } from '../lib/seal.ts';
import { isEmail } from '../lib/text.ts';
import { isTimezone } from '../lib/time.ts';
import { migratedDb, parse } from './arguments.ts';
import type { Command } from './arguments.ts';
import { readCoscup } from './moving/coscup.ts';
import { readEngelsystem } from './moving/engelsystem.ts';
import { exportFolder } from './moving/values.ts';
import { exitCodes, misuse, refuse } from './terminal.ts';
import type { Terminal } from './terminal.ts';

const common = [
  '--hidden            new people stay out of public listings until they choose otherwise',
  '--report FILE       also writes what was left out, and why, line by line',
  '--dry-run           shows what would happen and changes nothing',
  'All or nothing. Identifiers are kept, so a second run adds what is new and changes nothing else. Nobody gets an email.',
  'docs/moving.md says how to make the export, and what becomes of it.',
];
const commonOptions = {
  hidden: { type: 'boolean' },
  report: { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const;
type Values = Record<string, string | undefined>;

export const importEngelsystemCommand: Command = {
  usage:
    'import-engelsystem FOLDER --project PID --owner ADDRESS [--follows PID] [--hidden] [--report FILE] [--dry-run]',
  about: 'moves an event from engelsystem: people, angel types, shifts, hours',
  more: [
    'FOLDER              the saved answers of its API, and people.csv',
    '--project PID       the project, which is created if it does not exist: archived if the event is over, or else a draft',
    '--owner ADDRESS     who owns a project that is created',
    '--follows PID       the project of the year before',
    ...common,
  ],
  run: async ({ config, args, terminal }) => {
    const options = {
      ...commonOptions,
      project: { type: 'string' },
      owner: { type: 'string' },
      follows: { type: 'string' },
    } as const;
    const { values, positionals } = parse(args, options, 1);
    const pid = values['project'] ?? misuse('import-engelsystem needs --project');
    if (!isSlug(pid)) misuse('--project must have lower-case letters, digits, - and _ only');
    const owner = values['owner'] ?? '';
    return migrated(config, terminal, values, async (db) => {
      const exists = await projectExists(db.read, pid);
      if (!exists && !isEmail(owner)) misuse('a new project needs --owner with an email address');
      const follows = values['follows'] ?? null;
      if (follows !== null && !(await projectExists(db.read, follows))) misuse(`there is no project ${follows}`);
      // Only a project that is created is put into a series.
      if (follows !== null && exists && (await findYearBefore(db.read, pid)) !== follows)
        misuse(`${pid} is there already, and does not follow ${follows}; choose the year before in its settings`);
      const moved = readEngelsystem(exportFolder(resolve(positionals[0] ?? '')), {
        pid,
        owner,
        follows,
        now: timestamp(systemClock.now()),
      });
      return { moved, into: exists ? pid : undefined };
    });
  },
};

export const importCoscupCommand: Command = {
  usage: 'import-coscup FOLDER [--prefix TEXT] [--timezone ZONE] [--hidden] [--report FILE] [--dry-run]',
  about: 'moves all years from COSCUP-Volunteer: people, projects, teams, tasks, forms',
  more: [
    'FOLDER              its collections as written by mongoexport: users.json, project.json, team.json and others',
    '--prefix TEXT       begins the identifiers of the projects, if others have them already',
    '--timezone ZONE     of the projects (default: Asia/Taipei)',
    ...common,
    'Projects whose day has passed are archived, others are drafts. Private data is encrypted as if the people had entered it.',
  ],
  run: async ({ config, args, terminal }) => {
    const options = { ...commonOptions, prefix: { type: 'string' }, timezone: { type: 'string' } } as const;
    const { values, positionals } = parse(args, options, 1);
    const timezone = values['timezone'] ?? 'Asia/Taipei';
    if (!isTimezone(timezone)) misuse(`${timezone} is not a time zone`);
    const reading = { timezone, prefix: values['prefix'] ?? '', now: timestamp(systemClock.now()) };
    return migrated(config, terminal, values, async () => ({
      moved: readCoscup(exportFolder(resolve(positionals[0] ?? '')), reading),
      into: undefined,
    }));
  },
};

type Db = Parameters<Parameters<typeof migratedDb>[1]>[0];
type Found = { moved: Moved; into: string | undefined };

async function migrated(
  config: Config,
  terminal: Terminal,
  values: Values,
  find: (db: Db) => Promise<Found>,
): Promise<number> {
  const dryRun = values['dry-run'] !== undefined;
  const file = values['report'];
  // Before anything is moved: what was left out is known only once.
  if (file !== undefined) writeReport(file, []);
  const report = await migratedDb(config, async (db) => {
    const { moved, into } = await find(db);
    const services = { db, clock: systemClock, keys: keyring(config.secrets) };
    const listing = values['hidden'] === undefined ? ('public' as const) : ('hidden' as const);
    return moveIn(services, moved, { dryRun, listing, into, onProgress: terminal.progress }).catch((error: unknown) => {
      if (error instanceof MovingRefused) return refuse(error.message);
      throw error;
    });
  });
  terminal.endProgress();
  say(terminal, report);
  if (file !== undefined) {
    writeReport(file, linesOf(report));
    terminal.say(`wrote ${resolve(file)}`);
  }
  terminal.say(dryRun ? 'This is what would happen; nothing was changed.' : 'Moved.');
  return exitCodes.done;
}

function writeReport(file: string, lines: readonly string[]): void {
  try {
    writeFileSync(resolve(file), lines.map((line) => `${line}\n`).join(''), { mode: 0o600 });
  } catch {
    refuse(`${resolve(file)} cannot be written`);
  }
}

const maxNamed = 5;

function say(terminal: Terminal, { counts, leftOut }: MovingReport): void {
  for (const kind of movedKinds) {
    const { new: fresh, known } = counts[kind];
    if (fresh + known > 0) terminal.say(`${kind}: ${fresh} new, ${known} known`);
  }
  const groups = Map.groupBy(leftOut, ({ what, why }) => `${what}: ${why}`);
  if (groups.size > 0) terminal.say('Left out:');
  for (const [reason, some] of groups) {
    const named = some.slice(0, maxNamed).map(({ who }) => who);
    const more = some.length > maxNamed ? ` and ${some.length - maxNamed} more` : '';
    terminal.say(`  ${reason} (${named.join(', ')}${more})`);
  }
}

const linesOf = ({ counts, leftOut }: MovingReport): string[] => [
  ...movedKinds.map((kind) => `${kind}\t${counts[kind].new} new\t${counts[kind].known} known`),
  ...leftOut.map(({ what, who, why }) => `left out\t${what}\t${who}\t${why}`),
];
