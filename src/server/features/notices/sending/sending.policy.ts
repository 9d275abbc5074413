import { entryOf, isSecurity } from '../../../../shared/notice-kinds.ts';
import type { NoticeKind } from '../../../../shared/notice-kinds.ts';
import type { NoticeValues } from '../notices.schema.ts';
import type { NoticeSettings } from '../settings/settings.schema.ts';
import { digestAfter, quietUntil } from './timing.policy.ts';

export type Candidate = {
  kind: NoticeKind;
  values: NoticeValues;
  /** The values before the change. */
  previous: NoticeValues;
  created_at: string;
  isUseful: boolean;
  isSuspended: boolean;
  settings: NoticeSettings;
  projectTimezone: string | null;
  isRead: boolean;
};

/** Send the mail, drop it, or wait until a time. */
export type DeliveryDecision = 'send' | 'drop' | { until: string };

export function deliveryDecision(candidate: Candidate, now: string): DeliveryDecision {
  const { kind, values, settings, isUseful, isSuspended } = candidate;
  if (isSecurity(kind)) return 'send';
  if (!isUseful || isSuspended || settings.mail[kind] === false || isOver(kind, values, now)) return 'drop';
  const isDigest = entryOf(kind).mail === 'digest';
  if (isDigest && settings.digest === 'off') return 'drop';
  const until = waitsUntil(candidate, now);
  return until === undefined || until <= now || isTooLate(candidate, until) ? 'send' : { until };
}

/** The same for notifications in browsers. There is no summary, and what was read in the web app is known. */
export function pushDecision(candidate: Candidate, now: string): DeliveryDecision {
  const { kind, values, settings, isUseful, isSuspended, isRead, projectTimezone } = candidate;
  if (isRead) return 'drop';
  if (isSecurity(kind)) return 'send';
  if (!isUseful || isSuspended || settings.push[kind] !== true || isOver(kind, values, now)) return 'drop';
  const until = quietUntil(now, settings.quiet_hours, settings.timezone ?? projectTimezone ?? 'UTC');
  return until === undefined || until <= now || isTooLate(candidate, until) ? 'send' : { until };
}

const daySeconds = 24 * 60 * 60;

type Timed = Pick<NoticeValues, 'starts_at' | 'ends_at'>;

/**
 * Whether the mail cannot wait: it is about a task that is on or begins, or was to begin, within 24 hours, or it answers
 * what the person did.
 */
export function isPressing(kind: NoticeKind, about: readonly Timed[], now: string): boolean {
  const { group, mail, isAnswer } = entryOf(kind);
  if (isAnswer === true) return true;
  const nextDay = new Date(Date.parse(now) + daySeconds * 1000).toISOString();
  const isNear = ({ starts_at, ends_at = starts_at }: Timed) =>
    starts_at !== undefined && ends_at !== undefined && starts_at <= nextDay && ends_at > now;
  return group === 'tasks' && mail === 'now' && about.some(isNear);
}

/** When a notification is pointless: after a day, or once the task has begun or the form has closed. */
export function expiresAt({ kind, values }: Pick<Candidate, 'kind' | 'values'>, now: string): string {
  const { starts_at, ends_at, closes_at } = values;
  const end = kind === 'task.reminder' ? starts_at : (ends_at ?? closes_at);
  const nextDay = new Date(Date.parse(now) + daySeconds * 1000).toISOString();
  return end === undefined || end > nextDay || end <= now ? nextDay : new Date(end).toISOString();
}

/** A task that is over or has begun elsewhere needs no mail. Of several, only the first may be over. */
const isOver = (kind: NoticeKind, { ends_at, tasks }: NoticeValues, now: string): boolean =>
  kind.startsWith('task.') && tasks === undefined && ends_at !== undefined && ends_at <= now;

function waitsUntil({ kind, created_at, settings, projectTimezone }: Candidate, now: string): string | undefined {
  const timezone = settings.timezone ?? projectTimezone ?? 'UTC';
  const { digest } = settings;
  if (entryOf(kind).mail === 'digest' && digest !== 'off') {
    const due = digestAfter(created_at, digest, timezone);
    if (due > now) return due;
  }
  return quietUntil(now, settings.quiet_hours, timezone);
}

/** If the task starts, or was to start, or the form closes before the mail would be sent, it is sent at once. */
const isTooLate = ({ values, previous }: Pick<Candidate, 'values' | 'previous'>, until: string): boolean =>
  [values.starts_at, values.closes_at, previous.starts_at].some((moment) => moment !== undefined && moment <= until);
