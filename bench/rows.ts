import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '../test/support/servers/postgres-server.ts';
import { capture, compare, median, requestText } from './compare.ts';
import type { Comparison, Target } from './compare.ts';
import { big, createDatabase, fillPostgres, personId, projectId, small, sqliteFolder, tokenOf, wide } from './data.ts';
import type { Size } from './data.ts';
import { streamRows } from './features/change-streams.ts';
import { changeRows } from './features/changes.ts';
import { webhookRows } from './features/webhooks.ts';
import { capabilityRows } from './capabilities.ts';
import { engineRows } from './engines.ts';
import { largeProjectRows } from './large-project.ts';
import { largestBodyRows } from './largest-bodies.ts';
import { messageRows } from './messages.ts';
import { overloadRows } from './overload.ts';
import { deskRows } from './features/desk.ts';
import { deskPageRows } from './features/desk-page.ts';
import { applicationRows } from './features/applications.ts';
import { certificateRows } from './features/certificates.ts';
import { coverageRows } from './features/coverage.ts';
import { draftRows } from './features/draft.ts';
import { lighthouseRows } from './lighthouse.ts';
import { pageRows } from './pages.ts';
import { plannerRows } from './features/planner.ts';
import { roomRows } from './features/rooms.ts';
import { scalingRows } from './scaling.ts';
import { seriesRows } from './features/series.ts';
import { claimRows } from './features/claims.ts';
import { deputyRows } from './features/deputies.ts';
import { signUpRows } from './features/sign-up.ts';
import { soakRows } from './soak.ts';
import { processorSeconds, residentMb, startLoad, startMuster, startReference, untilReady } from './processes.ts';
import type { Reference, Server } from './processes.ts';
import type { Row, Rows, Stage } from './stage.ts';
import { timingRows } from './timing.ts';

export function openStage(rounds: number): Stage {
  const servers = new Map<string, Promise<Server>>();
  const load = startLoad();
  let reference: Promise<Reference> | undefined;
  return {
    load,
    rounds,
    reference: () => (reference ??= startReference()),
    muster: (size) => {
      const kept = servers.get(size.name) ?? sqliteFolder(size).then((folder) => startMuster(folder));
      servers.set(size.name, kept);
      return kept;
    },
    stop: async () => {
      const all = await Promise.all([...servers.values(), ...(reference === undefined ? [] : [reference])]);
      await Promise.all([load, ...all].map((one) => one.stop()));
    },
  };
}

const listing = `/api/members/${projectId(0)}`;
const bearer = (person: number) => ({ authorization: `Bearer ${tokenOf(person)}` });
const two = (value: number): string => value.toFixed(2);

function ratioRow(what: string, goal: number, result: Comparison, units: [string, string]): Row {
  const { ratios, perSecond, byProcessor, loadBusy } = result;
  const middle = median(ratios);
  const rate = (index: 0 | 1) => `${units[index]} ${Math.round(perSecond[index]).toLocaleString('en')}/s`;
  const busy = loadBusy > 0.95 ? `; the load generator was at its limit (${two(loadBusy)} of a core)` : '';
  return {
    what,
    goal: `>= ${goal}`,
    measured: two(middle),
    spread: `${two(Math.min(...ratios))}-${two(Math.max(...ratios))}`,
    ok: middle >= goal,
    notes: `${rate(0)}, ${rate(1)}; by processor time ${two(byProcessor)}${busy}`,
  };
}

type Request = { path: string; headers?: Record<string, string> };

async function againstReference(stage: Stage, what: string, goal: number, size: Size, request: Request): Promise<Row> {
  const [server, reference] = [await stage.muster(size), await stage.reference()];
  const answer = await capture(server, request.path, request.headers);
  await reference.answerWith(answer);
  const target = { requests: [requestText(request.path, request.headers)], status: answer.status };
  const result = await compare(stage.load, { server, ...target }, { server: reference, ...target }, stage.rounds);
  return ratioRow(what, goal, result, ['Muster', 'bare']);
}

async function unchanged(stage: Stage): Promise<Request> {
  const { headers } = await capture(await stage.muster(small), listing);
  return { path: listing, headers: { 'if-none-match': headers.find(([name]) => name === 'etag')?.[1] ?? '' } };
}

const target = (status: number, requests: string[]): Omit<Target, 'server'> => ({ status, requests });
const read = (path: string) => target(200, [requestText(path, bearer(7))]);
const project = `/api/projects/${projectId(0)}`;

/** Twenty people join a task they have already joined: all statements run, and the database does not change. */
const joins = target(
  204,
  Array.from({ length: 20 }, (_, i) =>
    requestText(`${project}/tasks/task000001/attendance`, bearer(i + 20)).replace('GET', 'PUT'),
  ),
);

type RouteCase = [route: string, large: Omit<Target, 'server'>, small?: Omit<Target, 'server'>];

/** Many callers, so that not only one row is cached. */
async function routeCases(stage: Stage): Promise<RouteCase[]> {
  const requestsAs = (step: number) => Array.from({ length: 160 }, (_, i) => requestText('/api/me', bearer(i * step)));
  const { headers } = await unchanged(stage);
  return [
    ['listing, 200', target(200, [requestText(listing)])],
    ['listing, 304', target(304, [requestText(listing, headers)])],
    ['/api/me, one caller', read('/api/me')],
    ['/api/me, 160 callers', target(200, requestsAs(6000)), target(200, requestsAs(1))],
    ['/api/users, a page of 50', read('/api/users?limit=50')],
    ['/api/users, a search by family name', read('/api/users?limit=10&q=okafor')],
    ['/api/users/{uid}', read(`/api/users/${personId(9)}`)],
    ['teams of a project', read(`${project}/teams`)],
    ['people of a team', read(`${project}/teams/team-7/members`)],
  ];
}

/** Only the SQLite databases have tasks. */
const taskRoutes: RouteCase[] = [
  ['tasks of a project, a page of 50', read(`${project}/tasks?limit=50`)],
  ['joining a task', joins],
];

/** Compares the big database with the small one for each route. */
async function growth(
  stage: Stage,
  engine: string,
  [large, smallServer]: [Server, Server],
  more: RouteCase[] = [],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [route, largeTarget, smallTarget = largeTarget] of [...(await routeCases(stage)), ...more]) {
    const pair = [
      { server: large, ...largeTarget },
      { server: smallServer, ...smallTarget },
    ] as const;
    const result = await compare(stage.load, ...pair, stage.rounds);
    rows.push(ratioRow(`1,000 projects and 1,000,000 people (${engine}): ${route}`, 0.9, result, ['large', 'small']));
  }
  return rows;
}

async function growthOnPostgres(stage: Stage): Promise<Row[]> {
  const postgres = await startPostgres(['fsync=off', 'full_page_writes=off', 'shared_buffers=256MB']);
  const servers: Server[] = [];
  try {
    for (const size of [big, small]) {
      const databaseUrl = await createDatabase(postgres.url, `bench_${size.name}`);
      await fillPostgres(databaseUrl, size);
      servers.push(
        await startMuster(await sqliteFolder(size), { DATABASE_URL: databaseUrl, MUSTER_KEY: '11'.repeat(32) }),
      );
    }
    const [large, smallServer] = servers;
    return large === undefined || smallServer === undefined
      ? []
      : await growth(stage, 'PostgreSQL', [large, smallServer]);
  } finally {
    for (const server of servers) await server.stop();
    await postgres.stop();
  }
}

async function firstResponse(rounds: number): Promise<Row> {
  const folder = await sqliteFolder(small);
  const times: number[] = [];
  const processor: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    const server = await startMuster(folder);
    await untilReady(server.port, listing);
    times.push(performance.now() - began);
    processor.push(processorSeconds(server.pid) * 1000);
    await server.stop();
  }
  const middle = median(times);
  const spread = `${Math.round(Math.min(...times))}-${Math.round(Math.max(...times))}`;
  return {
    what: 'first response after start, existing SQLite database',
    goal: '< 1000 ms',
    measured: `${Math.round(middle)} ms`,
    spread,
    ok: middle < 1000,
    notes: `from process start to the complete listing; ${Math.round(median(processor))} ms of processor time`,
  };
}

async function idleMemory(): Promise<Row> {
  const server = await startMuster(await sqliteFolder(small));
  await untilReady(server.port, listing);
  const samples: number[] = [];
  for (let second = 0; second < 10; second += 1) {
    await sleep(1000);
    samples.push(residentMb(server.pid));
  }
  await server.stop();
  const most = Math.max(...samples);
  return {
    what: 'resident memory, idle, SQLite',
    goal: '< 150 MB',
    measured: `${Math.round(most)} MB`,
    spread: `${Math.round(Math.min(...samples))}-${Math.round(most)}`,
    ok: most < 150,
    notes: 'maximum of ten seconds after the first response',
  };
}

const people14 = 'listing of 14 teams, 160 people';

/** By name, for the command line. Optional ones run only when named. */
export const rows: Rows = {
  listing: {
    run: async (stage) => [await againstReference(stage, `${people14}, 200`, 0.85, small, { path: listing })],
  },
  'listing-304': {
    run: async (stage) => [await againstReference(stage, `${people14}, 304`, 0.65, small, await unchanged(stage))],
  },
  'listing-wide': {
    run: async (stage) => [
      await againstReference(stage, 'listing of 200 teams, 5,000 people, 200', 0.9, wide, { path: listing }),
    ],
  },
  me: {
    run: async (stage) => [
      await againstReference(stage, 'GET /api/me with a bearer token, SQLite', 0.35, small, {
        path: '/api/me',
        headers: bearer(7),
      }),
    ],
  },
  growth: {
    run: async (stage) => growth(stage, 'SQLite', [await stage.muster(big), await stage.muster(small)], taskRoutes),
  },
  'growth-postgres': { optional: true, run: growthOnPostgres },
  start: { run: async (stage) => [await firstResponse(stage.rounds)] },
  memory: { run: async () => [await idleMemory()] },
  ...capabilityRows,
  ...changeRows,
  ...streamRows,
  ...largeProjectRows,
  ...largestBodyRows,
  ...messageRows,
  ...webhookRows,
  ...engineRows,
  ...scalingRows,
  ...overloadRows,
  ...deskRows,
  ...deskPageRows,
  ...roomRows,
  ...seriesRows,
  ...claimRows,
  ...deputyRows,
  ...signUpRows,
  ...soakRows,
  ...applicationRows,
  ...certificateRows,
  ...coverageRows,
  ...draftRows,
  ...lighthouseRows,
  ...pageRows,
  ...plannerRows,
  ...timingRows,
};
