import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../db/db.ts';
import { isMigrated } from '../../db/migrate.ts';
import { timestamp } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';
import { histogram } from './histogram.service.ts';
import { lineWriter } from '../../lib/log.ts';
import { mergeMetrics, ownLabel, workerMetrics } from './worker-metrics.service.ts';
import type { ScheduledJob } from '../jobs/jobs.service.ts';
import { tryToWrite } from './health.queries.ts';
import type { Registries } from './registries.service.ts';

export type Metrics = ReturnType<typeof metrics>;
type Served = { id: string; method: string; route: string; status: number; ms: number; uid?: string | undefined };
type Kind = { observe: (seconds: number) => void; fields: string };

/** What is told about requests, line by line and in figures. */
export function metrics(db: Db, log: { level: string }, chores: readonly ScheduledJob[], refusedSoFar: () => number) {
  const times = histogram(
    'muster_http_request_seconds',
    'Time from the header of a request to the last byte of its answer',
    [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
  );
  // Loaded by the first who asks: a start takes less time without.
  let loaded: Promise<Registries> | undefined;
  const load = (): Promise<Registries> =>
    (loaded ??= import('./registries.service.ts').then(({ registries }) => registries(db, chores, refusedSoFar)));
  const own = async (): Promise<string> => `${await (await load()).own.metrics()}\n${times.text()}`;
  const others = workerMetrics(own);

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
    contentType: 'text/plain; version=0.0.4; charset=utf-8',
    text: async (): Promise<string> => {
      const { shared } = await load();
      const [here, there, ofAll] = await Promise.all([own(), others.gather(), shared.metrics()]);
      return mergeMetrics([here, ...there, ofAll]);
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
    if (db.hasOutage()) await db.transaction((trx) => tryToWrite(trx, timestamp(clock.now())));
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
