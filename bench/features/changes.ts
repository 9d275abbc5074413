import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { startPostgres } from '../../test/support/servers/postgres-server.ts';
import { compare, median, requestText } from '../compare.ts';
import { createDatabase, fillPostgres, personId, projectId, small, sqliteFolder, tokenOf } from '../data.ts';
import { benchKey } from '../event-data.ts';
import { startMuster } from '../processes.ts';
import type { Server } from '../processes.ts';
import type { Row, Rows, Stage } from '../stage.ts';

export type Engine = 'SQLite' | 'PostgreSQL';

export const pid = projectId(0);
const two = (value: number): string => value.toFixed(2);
export const bearer = (person: number) => ({ authorization: `Bearer ${tokenOf(person)}` });

/** Servers on databases of their own, with so many changes each. Person 0 owns the project. */
export async function withServers<T>(
  engine: Engine,
  fillChanges: readonly number[],
  work: (servers: Server[]) => Promise<T>,
): Promise<T> {
  await using cleaning = new AsyncDisposableStack();
  const postgres = engine === 'SQLite' ? undefined : await startPostgres(['full_page_writes=off']);
  if (postgres !== undefined) cleaning.defer(() => postgres.stop());
  const servers: Server[] = [];
  for (const [index, changes] of fillChanges.entries()) {
    const folder = mkdtempSync(join(tmpdir(), 'muster-bench-changes-'));
    cleaning.defer(() => rmSync(folder, { recursive: true, force: true }));
    const env: Record<string, string> = { MUSTER_KEY: benchKey };
    if (postgres === undefined) await prepareSqlite(folder, changes);
    else {
      env['DATABASE_URL'] = await createDatabase(postgres.url, `changes_${index}`);
      await fillPostgres(env['DATABASE_URL'], small, [0]);
      await addPostgresRows(env['DATABASE_URL'], changes);
    }
    const server = await startMuster(folder, env);
    cleaning.defer(() => server.stop());
    servers.push(server);
  }
  return await work(servers);
}

const oneTask = `insert into tasks (id, pid, tid, title, starts_at, ends_at, capacity, attendee_count, created_at)
  values ('bench1', '${pid}', null, 'Bench', '2090-01-01T09:00:00.000Z', '2090-01-01T10:00:00.000Z', 100000, 0, '2026-01-01T00:00:00.000Z')`;

async function prepareSqlite(folder: string, changes: number): Promise<void> {
  cpSync(await sqliteFolder(small), folder, { recursive: true });
  const database = new DatabaseSync(join(folder, 'muster.db'));
  database.exec(
    `insert or ignore into project_owners (pid, uid, created_at) values ('${pid}', '${personId(0)}', '2026-01-01T00:00:00.000Z')`,
  );
  database.exec(oneTask);
  database.exec('begin');
  const insert = database.prepare('insert into changes (at, pid, kind, subject, revision) values (?, ?, ?, ?, ?)');
  const at = new Date(Date.now() - 86_400_000).toISOString();
  for (let i = 0; i < changes; i += 1)
    insert.run(at, i % 2 === 0 ? pid : `other-${i % 999}`, 'team.changed', '{"tid":"team-1"}', i);
  database.exec('commit; pragma wal_checkpoint(truncate)');
  database.close();
}

async function addPostgresRows(url: string, changes: number): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(oneTask);
  await client.query(
    `insert into changes (seq, at, pid, kind, subject, revision)
     select nextval('changes_seq'), now() - interval '1 day', case i % 2 when 0 then $2 else 'other-' || i % 999 end,
       'team.changed', '{"tid":"team-1"}', i from generate_series(0, $1::int - 1) i`,
    [changes, pid],
  );
  await client.query('vacuum analyze');
  await client.end();
}

const many = 1_000_000;
const few = 1000;

/** Cursors over the whole feed, from the first to the last change. */
const cursorsOver = (count: number): string[] =>
  Array.from({ length: 20 }, (_, i) => `${Math.floor(1 + (i * count) / 20).toString(36)}-${Date.now().toString(36)}`);

async function pages(stage: Stage, engine: Engine): Promise<Row[]> {
  return withServers(engine, [many, few], async ([large, little]) => {
    if (large === undefined || little === undefined) return [];
    const rows: Row[] = [];
    for (const [who, person] of [
      ['owner', 0],
      ['member', 40],
    ] as const) {
      const target = (server: Server, count: number) => ({
        server,
        status: 200,
        // The small feed ends sooner, so each request asks for a page that both have.
        requests: cursorsOver(count * 0.8).map((cursor) =>
          requestText(`/api/changes?limit=50&after=${cursor}`, bearer(person)),
        ),
      });
      const { ratios, perSecond, byProcessor } = await compare(
        stage.load,
        target(large, many),
        target(little, few),
        stage.rounds,
      );
      const middle = median(ratios);
      rows.push({
        what: `GET /api/changes, 20 cursors, 1,000,000 changes against 1,000, ${who}, ${engine}`,
        goal: '>= 0.8',
        measured: two(middle),
        spread: `${two(Math.min(...ratios))}-${two(Math.max(...ratios))}`,
        ok: middle >= 0.8,
        notes: `${Math.round(perSecond[0])}/s, ${Math.round(perSecond[1])}/s; by processor time ${two(byProcessor)}`,
      });
    }
    return rows;
  });
}

/** Optional: they take minutes. */
export const changeRows: Rows = {
  'change-pages': { optional: true, run: (stage) => pages(stage, 'SQLite') },
  'change-pages-postgres': { optional: true, run: (stage) => pages(stage, 'PostgreSQL') },
};
