import type { Config } from '../../config.ts';
import type { Db } from '../../db/db.ts';
import { purgeErased } from '../../db/scrub.ts';
import type { Clock } from '../../lib/clock.ts';
import type { ScheduledJob } from '../jobs/jobs.service.ts';
import { expireAudit } from '../audit/expiry.service.ts';
import { expirePrivateAnswers, expireResponses } from '../forms/answers/expiry.service.ts';
import type { Expired } from '../forms/answers/expiry.service.ts';
import { expirePrivateData } from '../private-data/expiry.service.ts';
import { auditCutoffs, lastDayOver, monthsBefore } from './retention.policy.ts';

type Services = { db: Db; clock: Clock; config: Pick<Config, 'retention'> };

/** `dryRun`: count only. `onFound`: called for each batch. */
type Options = { dryRun: boolean; signal?: AbortSignal; onFound?: (found: Found) => void };

export type Found =
  | ({ what: 'private_answers' | 'responses' } & Expired)
  | { what: 'private_data'; people: number; rows: number };

export type RetentionTotals = { private_answers: number; responses: number; private_data: number; audit: number };

/**
 * Erases expired data in small batches, each with an audit entry. It can be interrupted and continued, and two runs at
 * the same time erase everything once.
 */
export async function applyRetention({ db, clock, config }: Services, options: Options): Promise<RetentionTotals> {
  const { onFound = () => {}, ...how } = options;
  const now = clock.now();
  const { privateMonths, answersMonths, auditDays } = config.retention;
  const totals: RetentionTotals = { private_answers: 0, responses: 0, private_data: 0, audit: 0 };
  const job = { db, now, ...how };
  for await (const found of expirePrivateAnswers(job, lastDayOver(now))) {
    totals.private_answers += found.responses;
    onFound({ what: 'private_answers', ...found });
  }
  if (answersMonths !== null) {
    for await (const found of expireResponses(job, monthsBefore(now, answersMonths))) {
      totals.responses += found.responses;
      onFound({ what: 'responses', ...found });
    }
  }
  if (privateMonths !== null) {
    for await (const found of expirePrivateData(job, monthsBefore(now, privateMonths))) {
      totals.private_data += found.rows;
      onFound({ what: 'private_data', ...found });
    }
  }
  if (auditDays !== null) totals.audit = await expireAudit(job, auditCutoffs(now, auditDays, privateMonths));
  // Also without anything erased here: people change and erase their own data all day.
  if (!options.dryRun) await purgeErased(db);
  return totals;
}

/** Daily, after the previous day has ended in every time zone. */
export const retentionJobs = (services: Services): ScheduledJob[] => [
  {
    name: 'retention',
    schedule: { daily: 12 * 60 + 10 },
    run: (signal) => applyRetention(services, { dryRun: false, signal }),
  },
];
