import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import pg from 'pg';
import { openDb } from '../src/server/db/open.ts';
import { migrate } from '../src/server/db/migrate.ts';
import { wordRows } from '../src/server/db/words.ts';
import { sha256 } from '../src/server/lib/secrets.ts';
import { sortKey } from '../src/server/lib/text.ts';
import { fillEvent } from './event-data.ts';
import type { EventSize } from './event-data.ts';

/** The first project is measured; the others share the rest of the people. */
export type Size = {
  name: string;
  teams: number;
  people: number;
  otherProjects: number;
  otherPeople: number;
  event?: EventSize;
};

export const small: Size = {
  name: 'small',
  teams: 14,
  people: 160,
  otherProjects: 0,
  otherPeople: 0,
  event: { tasks: 100, answers: 160 },
};
export const wide: Size = { name: 'wide', teams: 200, people: 5000, otherProjects: 0, otherPeople: 0 };
export const big: Size = {
  name: 'big',
  teams: 14,
  people: 160,
  otherProjects: 999,
  otherPeople: 999_840,
  event: { tasks: 10_000, answers: 10_000 },
};

export const projectId = (index: number): string => `p${index}`;

type Row = (string | number | null)[];
type Write = (table: string, columns: string[], rows: Iterable<Row>) => Promise<void>;

const at = '2026-01-01T00:00:00.000Z';
const far = '2099-01-01T00:00:00.000Z';
const given = ['Ada', 'Grace', '小明', 'Zoë', '淑芬', 'Miguel', 'Åsa', '家豪', 'Noor', '怡君'];
const family = ['Lovelace', '王', 'García', '陳', 'Nakamura', 'Okafor', '林', 'Müller', 'Novák'];

const pick = (list: readonly string[], index: number): string => list[index % list.length] ?? '';
export const personId = (index: number): string => `u${String(index).padStart(7, '0')}`;
const personName = (index: number): string => `${pick(given, index)} ${pick(family, index >> 3)} ${index}`;

/** The API token of a person, the same in every run, so that a benchmark can call as anybody. */
export function tokenOf(index: number): string {
  const body = `mst_${sha256(`bench ${index}`).slice(0, 52)}`;
  return `${body}_${crc32(body).toString(16).padStart(8, '0')}`;
}

function* range(length: number): Generator<number> {
  for (let index = 0; index < length; index += 1) yield index;
}

const mapped = function* <T>(items: Iterable<T>, change: (item: T) => Row): Generator<Row> {
  for (const item of items) yield change(item);
};

function* everyWord(people: Iterable<number>): Generator<Row> {
  for (const i of people) {
    for (const { word, uid, repeats } of wordRows([{ uid: personId(i), sort_key: sortKey(personName(i)) }])) {
      yield [word, uid, repeats];
    }
  }
}

async function fill(write: Write, size: Size): Promise<void> {
  const { teams, people, otherProjects, otherPeople } = size;
  const projects = 1 + otherProjects;
  const projectOf = (person: number) => (person < people ? 0 : 1 + ((person - people) % otherProjects));
  const everyone = () => range(people + otherPeople);
  await write(
    'people',
    ['uid', 'email', 'name', 'sort_key', 'listing', 'created_at'],
    mapped(everyone(), (i) => [
      personId(i),
      `person-${i}@example.org`,
      personName(i),
      sortKey(personName(i)),
      'public',
      at,
    ]),
  );
  await write('person_words', ['word', 'uid', 'repeats'], everyWord(everyone()));
  await write(
    'projects',
    ['pid', 'name', 'timezone', 'created_at'],
    mapped(range(projects), (i) => [projectId(i), `Project ${i}`, 'Asia/Taipei', at]),
  );
  await write(
    'teams',
    ['pid', 'tid', 'name', 'sort_key', 'created_at'],
    mapped(range(projects * teams), (i) => {
      const team = i % teams;
      return [projectId(Math.floor(i / teams)), `team-${team}`, `Team ${team}`, `team ${team}`, at];
    }),
  );
  await write(
    'memberships',
    ['pid', 'tid', 'uid', 'role', 'created_at'],
    mapped(everyone(), (i) => {
      const project = projectOf(i);
      const seat = project === 0 ? i : Math.floor((i - people) / otherProjects);
      return [projectId(project), `team-${seat % teams}`, personId(i), seat < teams ? 'chief' : 'member', at];
    }),
  );
  await write(
    'api_tokens',
    ['id', 'token_hash', 'prefix', 'uid', 'name', 'scope', 'created_at', 'expires_at'],
    mapped(everyone(), (i) => {
      const token = tokenOf(i);
      return [`t${personId(i)}`, sha256(token), token.slice(0, 10), personId(i), 'bench', 'write', at, far];
    }),
  );
}

/** Changes with the tables and this file, so that a cached database of an older version is not used. */
function dataVersion(): string {
  const sources = [
    import.meta.filename,
    join(import.meta.dirname, 'event-data.ts'),
    join(import.meta.dirname, '../src/server/lib/words.ts'),
    ...globSync(join(import.meta.dirname, '../src/server/db/migrations/*.ts')),
  ];
  return sha256(sources.map((file) => readFileSync(file, 'utf8')).join()).slice(0, 8);
}

/** A data directory with a database of this size, created once and cached for later runs. */
export async function sqliteFolder(size: Size): Promise<string> {
  const kept = join(tmpdir(), `muster-bench-${size.name}-`);
  const folder = kept + dataVersion();
  if (existsSync(join(folder, 'muster.db'))) return folder;
  for (const older of globSync(`${kept}*`)) rmSync(older, { recursive: true, force: true });
  const draft = `${folder}.draft`;
  mkdirSync(draft, { mode: 0o700 });
  const file = join(draft, 'muster.db');
  const db = openDb({ sqlitePath: file, onError: () => {} });
  await migrate(db, at);
  await db.close();
  const database = new DatabaseSync(file);
  database.exec('pragma synchronous = off; pragma foreign_keys = off; pragma cache_size = -400000; begin');
  await fill(async (table, columns, rows) => {
    const marks = columns.map(() => '?').join(', ');
    const insert = database.prepare(`insert into ${table} (${columns.join(', ')}) values (${marks})`);
    for (const row of rows) insert.run(...row);
  }, size);
  if (size.event !== undefined) fillEvent(database, projectId(0), personId, size.event);
  database.exec(`update installation set set_up_at = '${at}'; commit; pragma wal_checkpoint(truncate)`);
  database.close();
  renameSync(draft, folder);
  return folder;
}

export async function createDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new pg.Client(serverUrl);
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return serverUrl.replace(/\/postgres$/, `/${name}`);
}

/** Fills an empty PostgreSQL database with the same data. */
export async function fillPostgres(databaseUrl: string, size: Size, owners: number[] = []): Promise<void> {
  const db = openDb({ sqlitePath: '', databaseUrl, onError: () => {} });
  await migrate(db, at);
  await db.close();
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await fill(async (table, columns, rows) => {
    const types = columns.map(
      (name, i) => `$${i + 1}::${name.endsWith('_at') ? 'timestamptz' : name === 'repeats' ? 'bigint' : 'text'}[]`,
    );
    const insert = `insert into ${table} (${columns.join(', ')}) select * from unnest(${types.join(', ')})`;
    for (const batch of batches(rows, 5000)) {
      await client.query(
        insert,
        columns.map((_, i) => batch.map((row) => row[i])),
      );
    }
  }, size);
  for (const index of owners) {
    await client.query('insert into project_owners (pid, uid, created_at) values ($1, $2, $3)', [
      projectId(0),
      personId(index),
      at,
    ]);
  }
  await client.query(`update installation set set_up_at = '${at}'`);
  await client.query('vacuum analyze');
  await client.end();
}

function* batches(rows: Iterable<Row>, size: number): Generator<Row[]> {
  let batch: Row[] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
