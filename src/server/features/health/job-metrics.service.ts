import { Counter, Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Db } from '../../db/db.ts';
import { periodOf } from '../../lib/schedule.ts';
import { listScheduledJobs } from '../jobs/jobs.service.ts';
import type { ScheduledJob } from '../jobs/jobs.service.ts';

/** Read from the database, so that every process reports the same. */
export function jobMetrics(registry: Registry, db: Db, jobs: readonly ScheduledJob[]): void {
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
