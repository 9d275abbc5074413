import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../db/db.ts';
import { isMigrated } from '../../db/migrate.ts';
import { timestamp } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';
import { mergeMetrics, ownLabel, workerMetrics } from './worker-metrics.service.ts';
import type { ScheduledJob } from '../jobs/jobs.service.ts';
import { tryToWrite } from './health.queries.ts';
import type { Registries } from './registries.service.ts';

export type Metrics = ReturnType<typeof metrics>;
type Served = { id: string; method: string; route: string; status: number; ms: number; uid?: string | undefined };
type Log = { info: (fields: object, message: string) => void };

/** The log line and the metrics of each request. */
export function metrics(db: Db, log: Log, jobs: readonly ScheduledJob[], rejectedCount: () => number) {
  const times = histogram(
    'muster_http_request_seconds',
    'Time from the header of a request to the last byte of its answer',
    [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
  );
  // prom-client is loaded on the first scrape: a start takes less time without it.
  let loaded: Promise<Registries> | undefined;
  const load = (): Promise<Registries> =>
    (loaded ??= import('./registries.service.ts').then(({ registries }) => registries(db, jobs, rejectedCount)));
  const own = async (): Promise<string> => `${await (await load()).own.metrics()}\n${times.text()}`;
  const otherWorkers = workerMetrics(own);

  const series = new Map<string, (seconds: number) => void>();
  const seriesOf = (method: string, route: string, status: number) => {
    const key = `${method} ${status} ${route}`;
    const known = series.get(key);
    if (known !== undefined) return known;
    const observe = times.series({ method, route, status, ...ownLabel() });
    series.set(key, observe);
    return observe;
  };

  /** Records the route's pattern, not its URL: URLs can hold secrets. */
  const record = ({ id, method, route, status, ms, uid }: Served): void => {
    seriesOf(method, route, status)(ms / 1000);
    log.info({ request_id: id, method, route, status, ms: Math.round(ms * 100) / 100, uid }, 'request');
  };

  return {
    contentType: 'text/plain; version=0.0.4; charset=utf-8',
    text: async (): Promise<string> => {
      const { shared } = await load();
      const texts = await Promise.all([own(), otherWorkers.gather(), shared.metrics()]);
      return mergeMetrics(texts.flat());
    },
    record,
    observe: (request: FastifyRequest, reply: FastifyReply): void => {
      const { id, method, routeOptions, caller, raw } = request;
      const route = routeOptions.url ?? 'unknown';
      const endedAt = raw.streamsSince ?? performance.now();
      const ms = raw.arrivedAt === undefined ? reply.elapsedTime : endedAt - raw.arrivedAt;
      record({ id, method, route, status: reply.raw.statusCode, ms, uid: caller?.uid });
    },
  };
}

/** Probes give up after a while, so there is no use in a later answer. */
const readyWithinMs = 5000;

export type Readiness = ReturnType<typeof readiness>;

/**
 * Whether the service can serve. After a database failure a read is not enough: a write must succeed first. Probes that
 * come at the same time share one check, so that they add little load to a database in trouble.
 */
export function readiness(db: Db, clock: Clock) {
  let pending: Promise<boolean> | undefined;
  const check = async (): Promise<boolean> => {
    if (db.hasOutage()) await db.transaction((trx) => tryToWrite(trx, timestamp(clock.now())));
    return isMigrated(db);
  };
  return async (): Promise<boolean> => {
    pending ??= check()
      .catch(() => false)
      .finally(() => (pending = undefined));
    const timer = new AbortController();
    const timeout = sleep(readyWithinMs, false, { signal: timer.signal }).catch(() => false);
    return Promise.race([pending, timeout]).finally(() => timer.abort());
  };
}

type Series = { labels: string; counts: number[]; sum: number };

/**
 * A histogram in the Prometheus text format. The caller keeps a series per set of labels, so that an observation is two
 * additions; prom-client hashes the labels for each one.
 */
function histogram(name: string, help: string, bounds: readonly number[]) {
  const kept: Series[] = [];
  return {
    series: (labels: Record<string, string | number>): ((value: number) => void) => {
      const text = Object.entries(labels).map(([label, value]) => `${label}="${escape(String(value))}"`);
      const series: Series = { labels: text.join(','), counts: [...bounds, Infinity].map(() => 0), sum: 0 };
      kept.push(series);
      return (value) => {
        let bucket = 0;
        while (bucket < bounds.length && value > (bounds[bucket] ?? 0)) bucket += 1;
        series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
        series.sum += value;
      };
    },
    text: (): string => [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`, ...kept.flatMap(lines), ''].join('\n'),
  };

  function lines({ labels, counts, sum }: Series): string[] {
    let total = 0;
    const buckets = counts.map((count, bucket) => {
      total += count;
      return `${name}_bucket{le="${bounds[bucket] ?? '+Inf'}",${labels}} ${total}`;
    });
    return [...buckets, `${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${total}`];
  }
}

const escape = (value: string): string => value.replace(/[\\"\n]/g, (mark) => (mark === '\n' ? '\\n' : `\\${mark}`));
