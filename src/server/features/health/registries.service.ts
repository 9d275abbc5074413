import { Counter, Gauge, Registry, collectDefaultMetrics } from 'prom-client';
import type { Db } from '../../db/db.ts';
import { periodOf } from '../../lib/schedule.ts';
import { ownLabel } from './worker-metrics.service.ts';
import type { ScheduledJob } from '../jobs/jobs.service.ts';
import { listScheduledJobs } from '../jobs/jobs.service.ts';
import { jobCounts } from './health.queries.ts';

export type Registries = ReturnType<typeof registries>;

/**
 * Two registries per app, so that several apps in one process (as in tests) do not share counters: `own` for the metrics
 * of this process, `shared` for those that are the same in every process.
 */
export function registries(db: Db, jobs: readonly ScheduledJob[], rejectedCount: () => number) {
  const own = new Registry();
  const shared = new Registry();
  own.setDefaultLabels(ownLabel());
  collectDefaultMetrics({ register: own });
  new Counter({
    name: 'muster_database_queries_total',
    help: 'Queries sent to the database',
    registers: [own],
    collect() {
      this.reset();
      this.inc(db.queryCount());
    },
  });
  new Counter({
    name: 'muster_refused_requests_total',
    help: 'Requests refused because the process was overloaded',
    registers: [own],
    collect() {
      this.reset();
      this.inc(rejectedCount());
    },
  });
  new Gauge({
    name: 'muster_outbox_jobs',
    help: 'Jobs that are waiting, and jobs given up after too many attempts',
    labelNames: ['state'] as const,
    registers: [shared],
    async collect() {
      // Left out when the database is unavailable; the other metrics are needed most then.
      this.reset();
      const counts = await jobCounts(db.read).catch(() => undefined);
      if (counts === undefined) return;
      this.set({ state: 'waiting' }, counts.waiting);
      this.set({ state: 'dead' }, counts.dead);
    },
  });

  jobMetrics(shared, db, jobs);
  return { own, shared };
}

/** Read from the database, so that every process reports the same. */
function jobMetrics(registry: Registry, db: Db, jobs: readonly ScheduledJob[]): void {
  const labelNames = ['chore'] as const;
  const registers = [registry];
  const rows = async () => {
    const found = await listScheduledJobs(db.read).catch(() => []);
    return found.filter(({ name }) => jobs.some((job) => job.name === name));
  };
  new Gauge({
    name: 'muster_chore_period_seconds',
    help: 'How often the job is scheduled to run',
    labelNames,
    registers,
    collect() {
      for (const { name, schedule } of jobs) this.set({ chore: name }, periodOf(schedule));
    },
  });
  new Gauge({
    name: 'muster_chore_last_success_timestamp_seconds',
    help: 'When the job last succeeded; missing until it has',
    labelNames,
    registers,
    async collect() {
      this.reset();
      for (const { name, good_at } of await rows())
        if (good_at !== null) this.set({ chore: name }, Date.parse(good_at) / 1000);
    },
  });
  new Counter({
    name: 'muster_chore_failures_total',
    help: 'How often the job failed, in all processes together',
    labelNames,
    registers,
    async collect() {
      this.reset();
      for (const { name, failures } of await rows()) this.inc({ chore: name }, failures);
    },
  });
}
