import type { FastifyReply, FastifyRequest } from 'fastify';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { Db } from '../../db/db.ts';
import { isMigrated } from '../../db/migrate.ts';
import { jobCounts } from './health.queries.ts';

export type Metrics = ReturnType<typeof metrics>;

/** One registry an app, so that several apps in one process (as in tests) do not share counters. */
export function metrics(db: Db) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'muster_http_request_seconds',
    help: 'Time from the first byte of a request to the last of its answer',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  });
  new Counter({
    name: 'muster_database_queries_total',
    help: 'Queries sent to the database',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(db.queryCount());
    },
  });
  new Gauge({
    name: 'muster_outbox_jobs',
    help: 'Jobs that wait, and jobs given up after too many attempts',
    labelNames: ['state'] as const,
    registers: [registry],
    async collect() {
      // Without the database this one is missing; the others are needed most just then.
      this.reset();
      const counts = await jobCounts(db.read).catch(() => undefined);
      if (counts === undefined) return;
      this.set({ state: 'waiting' }, counts.waiting);
      this.set({ state: 'dead' }, counts.dead);
    },
  });

  return {
    registry,
    /** One line and one observation a request. The route's pattern, not its address: addresses can hold secrets. */
    observe: async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const { method, routeOptions } = request;
      const route = routeOptions.url ?? 'unknown';
      const ms = reply.elapsedTime;
      const status = reply.raw.statusCode;
      duration.observe({ method, route, status }, ms / 1000);
      request.log.info({ method, route, status, ms: Math.round(ms * 100) / 100, uid: request.caller?.uid }, 'request');
    },
  };
}

export async function isReady(db: Db): Promise<boolean> {
  try {
    return await isMigrated(db);
  } catch {
    return false;
  }
}
