import type { Config } from '../../config.ts';
import type { Db } from '../../db/db.ts';
import { purgeErased } from '../../db/scrub.ts';
import { addSeconds, days } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';
import type { ScheduledJob } from '../jobs/jobs.service.ts';
import { expireAudit } from '../audit/expiry.service.ts';
import { expireCodes } from '../event-day/code-lists/expiry.service.ts';
import type { ExpiredCodes } from '../event-day/code-lists/expiry.service.ts';
import { expirePrivateAnswers, expireResponses } from '../forms/answers/expiry.service.ts';
import type { Expired } from '../forms/answers/expiry.service.ts';
import { expireAccounts, expireReceipts, expireUnpaidClaims } from '../money/keeping/keeping.service.ts';
import { expireEmergencyContacts, expirePrivateData } from '../private-data/expiry.service.ts';
import { expireApplications } from '../teams/applications/expiry.service.ts';
import type { ExpiredApplications } from '../teams/applications/expiry.service.ts';
import { expireNotes } from './notes.service.ts';
import { roomTables } from './notes.queries.ts';
import type { ExpiredNotes } from './notes.service.ts';
import { auditCutoffs, lastDayOver, monthsBefore } from './retention.policy.ts';

type Services = { db: Db; clock: Clock; config: Pick<Config, 'retention'> };

/** `dryRun`: count only. `onFound`: called for each batch. */
type Options = { dryRun: boolean; signal?: AbortSignal; onFound?: (found: Found) => void };

export type Found =
  | ({ what: 'private_answers' | 'responses' } & Expired)
  | ({ what: 'applications' } & ExpiredApplications)
  | ({ what: 'notes' } & ExpiredNotes)
  | ({ what: 'codes' } & ExpiredCodes)
  | { what: 'claims'; claims: number }
  | { what: 'receipts'; claims: number }
  | { what: 'private_data'; people: number; rows: number };

export type RetentionTotals = {
  private_answers: number;
  responses: number;
  applications: number;
  notes: number;
  codes: number;
  claims: number;
  receipts: number;
  accounts: number;
  private_data: number;
  audit: number;
};

/** How long applications that led to nothing are kept after the event. */
const applicationsMonths = 12;
/** How long codes of hand-outs are kept after the event. */
const codesSeconds = days(30);
/** How long claims that were not paid are kept after their last change. */
const unpaidClaimsMonths = 12;
/** How long bank accounts stay in a payout that was paid, for transfers that come back. */
const accountsMonths = 3;
/** How long it is known after the event whose guardian agreed. */
const guardiansMonths = 12;
/** How long it is known after the event who slept where, and with whom they wanted to. */
const roomsSeconds = days(60);

/**
 * Erases expired data in small batches, each with an audit entry. It can be interrupted and continued, and two runs at
 * the same time erase everything once.
 */
export async function applyRetention({ db, clock, config }: Services, options: Options): Promise<RetentionTotals> {
  const { onFound = () => {}, ...how } = options;
  const now = clock.now();
  const { privateMonths, answersMonths, receiptsYears, auditDays } = config.retention;
  const totals: RetentionTotals = {
    private_answers: 0,
    responses: 0,
    applications: 0,
    notes: 0,
    codes: 0,
    claims: 0,
    receipts: 0,
    accounts: 0,
    private_data: 0,
    audit: 0,
  };
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
    for (const table of ['person_tags', 'ask_again', 'thanks_names', 'person_notes'] as const)
      for await (const found of expireNotes(job, table, monthsBefore(now, answersMonths))) {
        totals.notes += found.rows;
        onFound({ what: 'notes', ...found });
      }
  }
  for await (const found of expireApplications(job, monthsBefore(now, applicationsMonths))) {
    totals.applications += found.applications;
    onFound({ what: 'applications', ...found });
  }
  for await (const found of expireUnpaidClaims(job, monthsBefore(now, unpaidClaimsMonths))) {
    totals.claims += found.claims;
    onFound({ what: 'claims', ...found });
  }
  if (receiptsYears !== null) {
    for await (const found of expireReceipts(job, monthsBefore(now, 12 * receiptsYears))) {
      totals.receipts += found.claims;
      onFound({ what: 'receipts', ...found });
    }
  }
  totals.accounts = await expireAccounts(job, monthsBefore(now, accountsMonths));
  for await (const found of expireNotes(job, 'guardians', monthsBefore(now, guardiansMonths))) {
    totals.notes += found.rows;
    onFound({ what: 'notes', ...found });
  }
  for (const table of roomTables) {
    for await (const found of expireNotes(job, table, addSeconds(now, -roomsSeconds))) {
      totals.notes += found.rows;
      onFound({ what: 'notes', ...found });
    }
  }
  for await (const found of expireEmergencyContacts(job)) {
    totals.private_data += found.rows;
    onFound({ what: 'private_data', ...found });
  }
  for await (const found of expireCodes(job, addSeconds(now, -codesSeconds))) {
    totals.codes += found.codes;
    onFound({ what: 'codes', ...found });
  }
  if (privateMonths !== null) {
    for await (const found of expirePrivateData(job, monthsBefore(now, privateMonths))) {
      totals.private_data += found.rows;
      onFound({ what: 'private_data', ...found });
    }
  }
  if (auditDays !== null) totals.audit = await expireAudit(job, auditCutoffs(now, auditDays, privateMonths));
  // Needed even if nothing was erased here: people change and erase their own data all day.
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
