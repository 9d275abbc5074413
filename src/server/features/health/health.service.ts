import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Counter, Gauge, Registry, collectDefaultMetrics } from 'prom-client';
import type { Db } from '../../db/db.ts';
import { isMigrated } from '../../db/migrate.ts';
import { timestamp } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';
import { histogram } from '../../lib/histogram.ts';
import { lineWriter } from '../../lib/log.ts';
import { mergeFigures, ownLabel, siblings } from '../../lib/siblings.ts';
import type { Chore } from '../chores/chores.service.ts';
import { choreMetrics } from './chore-metrics.service.ts';
import { jobCounts, tryToWrite } from './health.queries.ts';

export type Metrics = ReturnType<typeof metrics>;
type Served = { id: string; method: string; route: string; status: number; ms: number; uid?: string | undefined };
type Kind = { observe: (seconds: number) => void; fields: string };

/**
 * Registries of an app's own, so that several apps in one process (as in tests) do not share counters: one for what each
 * process tells for itself, one for what any of them tells for all.
 */
export function metrics(db: Db, log: { level: string }, chores: readonly Chore[], refusedSoFar: () => number) {
  const registry = new Registry();
  const shared = new Registry();
  registry.setDefaultLabels(ownLabel());
  collectDefaultMetrics({ register: registry });
  const times = histogram(
    'muster_http_request_seconds',
    'Time from the header of a request to the last byte of its answer',
    [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
  );
  new Counter({
    name: 'muster_database_queries_total',
    help: 'Queries sent to the database',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(db.queryCount());
    },
  });
  new Counter({
    name: 'muster_refused_requests_total',
    help: 'Requests refused at the door because the process was overloaded',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(refusedSoFar());
    },
  });
  new Gauge({
    name: 'muster_outbox_jobs',
    help: 'Jobs that wait, and jobs given up after too many attempts',
    labelNames: ['state'] as const,
    registers: [shared],
    async collect() {
      // Without the database this one is missing; the others are needed most just then.
      this.reset();
      const counts = await jobCounts(db.read).catch(() => undefined);
      if (counts === undefined) return;
      this.set({ state: 'waiting' }, counts.waiting);
      this.set({ state: 'dead' }, counts.dead);
    },
  });

  choreMetrics(shared, db, chores);

  const own = async (): Promise<string> => `${await registry.metrics()}\n${times.text()}`;
  const others = siblings(own);

  const writeLine = lineWriter(log);
  const kinds = new Map<string, Kind>();
  const kindOf = (method: string, route: string, status: number): Kind => {
    const key = `${method} ${status} ${route}`;
    const known = kinds.get(key);
    if (known !== undefined) return known;
    const labels = { method, route, status };
    const kind = { observe: times.series({ ...labels, ...ownLabel() }), fields: JSON.stringify(labels).slice(1, -1) };
    kinds.set(key, kind);
    return kind;
  };

  /** One line and one observation a request. The route's pattern, not its address: addresses can hold secrets. */
  const record = ({ id, method, route, status, ms, uid }: Served): void => {
    const { observe, fields } = kindOf(method, route, status);
    observe(ms / 1000);
    const caller = uid === undefined ? '' : `,"uid":${JSON.stringify(uid)}`;
    writeLine(`"request_id":"${id}",${fields},"ms":${Math.round(ms * 100) / 100}${caller}`, 'request');
  };

  return {
    contentType: registry.contentType,
    text: async (): Promise<string> => {
      const [here, there, ofAll] = await Promise.all([own(), others.gather(), shared.metrics()]);
      return mergeFigures([here, ...there, ofAll]);
    },
    record,
    observe: (request: FastifyRequest, reply: FastifyReply): void => {
      const { id, method, routeOptions, caller, raw } = request;
      const route = routeOptions.url ?? 'unknown';
      const ms = raw.arrivedAt === undefined ? reply.elapsedTime : performance.now() - raw.arrivedAt;
      record({ id, method, route, status: reply.raw.statusCode, ms, uid: caller?.uid });
    },
  };
}

/** Those who ask for readiness give up after a while; so do we. */
const readyWithinMs = 5000;

export type Readiness = ReturnType<typeof readiness>;

/**
 * Whether the service can serve. After something failed, reading is not enough: a write must go through first. Callers
 * share the look that is under way, so that asking costs a database in trouble little.
 */
export function readiness(db: Db, clock: Clock) {
  let underWay: Promise<boolean> | undefined;
  const look = async (): Promise<boolean> => {
    if (db.inTrouble()) await db.transaction((trx) => tryToWrite(trx, timestamp(clock.now())));
    return isMigrated(db);
  };
  return async (): Promise<boolean> => {
    underWay ??= look()
      .catch(() => false)
      .finally(() => (underWay = undefined));
    const giveUp = new AbortController();
    const late = sleep(readyWithinMs, false, { signal: giveUp.signal }).catch(() => false);
    return Promise.race([underWay, late]).finally(() => giveUp.abort());
  };
}
