import { isSecurity, entryOf } from '../kinds.policy.ts';
import type { NoticeKind } from '../kinds.policy.ts';
import type { NoticeValues } from '../notices.schema.ts';
import type { NoticeSettings } from '../settings/settings.schema.ts';
import { digestAfter, quietUntil } from './timing.policy.ts';

export type Candidate = {
  kind: NoticeKind;
  values: NoticeValues;
  created_at: string;
  isUseful: boolean;
  isSuspended: boolean;
  settings: NoticeSettings;
  projectTimezone: string | null;
};

/** Send the mail, drop it, or wait until a time. */
export type Verdict = 'send' | 'drop' | { until: string };

export function verdictOn(candidate: Candidate, now: string): Verdict {
  const { kind, values, settings, isUseful, isSuspended } = candidate;
  if (isSecurity(kind)) return 'send';
  if (!isUseful || isSuspended || settings.mail[kind] === false || isOver(kind, values, now)) return 'drop';
  const isDigest = entryOf(kind).mail === 'digest';
  if (isDigest && settings.digest === 'off') return 'drop';
  const until = waitsUntil(candidate, now);
  return until === undefined || until <= now || isTooLate(values, until) ? 'send' : { until };
}

/** A task that is over or has begun elsewhere needs no mail. */
const isOver = (kind: NoticeKind, { ends_at }: NoticeValues, now: string): boolean =>
  kind.startsWith('task.') && ends_at !== undefined && ends_at <= now;

function waitsUntil({ kind, created_at, settings, projectTimezone }: Candidate, now: string): string | undefined {
  const timezone = settings.timezone ?? projectTimezone ?? 'UTC';
  const { digest } = settings;
  if (entryOf(kind).mail === 'digest' && digest !== 'off') {
    const due = digestAfter(created_at, digest, timezone);
    if (due > now) return due;
  }
  return quietUntil(now, settings.quiet_hours, timezone);
}

/** If the task starts or the form closes before the mail would be sent, it is sent at once. */
const isTooLate = ({ starts_at, closes_at }: NoticeValues, until: string): boolean =>
  [starts_at, closes_at].some((moment) => moment !== undefined && moment <= until);
