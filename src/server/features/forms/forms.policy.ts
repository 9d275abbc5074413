import { holds, teamsLedBy } from '../../auth/project-role.ts';
import type { ProjectRole } from '../../auth/project-role.ts';
import type { FormsTable } from '../../db/tables.ts';
import { refuseField, failField } from '../../errors.ts';
import { timestamp, addSeconds, minutes } from '../../lib/clock.ts';
import { toUtc } from '../../http/moment.ts';
import { dayRange, isStorable } from '../../lib/time.ts';
import { isAddressedTo } from './audience/audience.policy.ts';
import type { FormAudience } from './audience/audience.policy.ts';
import type { Disclosure } from './disclosure/disclosure.policy.ts';
import type { Field } from './fields.schema.ts';
import { definesFields } from './forms.schema.ts';
import type { FormChanges } from './forms.schema.ts';
import { daysIn } from './settings.policy.ts';
import type { EventDates } from './settings.policy.ts';

type Times = Pick<FormsTable, 'enabled_at' | 'opens_at' | 'closes_at'>;

/** Whether the form is on and within its times. */
export const isOpen = ({ enabled_at, opens_at, closes_at }: Times, now: string): boolean =>
  enabled_at !== null && (opens_at ?? '') <= now && (closes_at === null || closes_at > now);

/** Whether the project and the form accept answers now. In an archived project nothing changes any more. */
export const acceptsAnswers = ({ state }: Pick<ProjectRole, 'state'>, form: Times, now: string): boolean =>
  state !== 'archived' && isOpen(form, now);

/** Owners, and deputies who pay what forms ask for, or decide on applications with forms. Answers have rules of their own. */
export const seesAllForms = (roles: Pick<ProjectRole, 'owner' | 'deputy'>): boolean =>
  holds(roles, 'finance') || holds(roles, 'recruiting') || holds(roles, 'viewer');

/** Deputies who read what owners read see the totals of all forms, chiefs those of forms that ask their team. */
export const seesTotals = (
  projectRole: ProjectRole,
  form: Pick<FormsTable, 'enabled_at'>,
  asked: FormAudience,
): boolean =>
  holds(projectRole, 'viewer') || (form.enabled_at !== null && isAddressedTo(teamsLedBy(projectRole), asked));

/** Private answers are for owners. */
export const seesPrivate = ({ owner, limited }: Pick<ProjectRole, 'owner' | 'limited'>): boolean => owner && !limited;

/** A disabled form is a draft, visible only to those who see all forms; people who answered it can still see their answer. */
export const mayKnowOf = (projectRole: ProjectRole, form: { enabled_at: string | null }, answered: boolean): boolean =>
  seesAllForms(projectRole) || answered || form.enabled_at !== null;

/**
 * Applications are read by the chiefs of the teams, and the call says when people apply: no private data, no times of its
 * own.
 */
export function requireFitsKind(kind: string, input: FormChanges): void {
  if (kind !== 'application') {
    if (input.audience === 'applicants') failField('/audience', 'is only for forms of the kind application');
    return;
  }
  if (input.audience !== undefined && input.audience !== 'applicants')
    failField('/audience', 'is always applicants for forms of the kind application');
  if (input.opens_at != null) failField('/opens_at', 'is set by the call of the project');
  if (input.closes_at != null) failField('/closes_at', 'is set by the call of the project');
  if ((input.passes_on ?? []).length > 0) failField('/passes_on', 'is not for applications');
  const secret = (input.fields ?? []).findIndex((field) => field.private === true);
  if (secret !== -1) failField(`/fields/${secret}/private`, 'is not for applications, which chiefs read');
}

/** A form copied from a project without dates still has last year's days. */
export function requireDaysAhead(fields: readonly Field[], { until }: Disclosure, now: Date): void {
  const today = timestamp(now).slice(0, 10);
  if (until !== null && until <= today) refuseEnabling(`private data was shared until ${until}`);
  const late = fields.find(({ erase_after }) => erase_after !== null && erase_after <= today);
  if (late === undefined) return;
  refuseEnabling(`${late.key} was to be erased after ${late.erase_after}`);
}

const refuseEnabling = (reason: string): never => refuseField('/enabled', `${reason}: choose another day first`);

/** The last day that a built-in form asks about. */
export const lastDayIn = (kind: string, fields: readonly Field[]): string | undefined =>
  definesFields(kind) ? undefined : daysIn(fields)?.toSorted().at(-1);

/** The last minute of the last day: midnight is easily taken for a day later. Null without days. */
export const usualClosing = (lastDay: string | undefined, timezone: string): string | null =>
  lastDay === undefined ? null : timestamp(addSeconds(new Date(dayRange(lastDay, timezone).to), -minutes(1)));

type Window = { opens_at: string | null; closes_at: string | null };
type Given = { opens_at?: string | null; closes_at?: string | null };
/** The usual closing times before and after the days change. */
type Closings = { before: string | null; after: string | null };

const read = (pointer: string, given: string | null | undefined, kept: string | null) => {
  if (given === undefined) return kept;
  return given === null ? null : toUtc(pointer, given);
};

/** When a new or changed form can be answered. It closes with its last day, unless owners say otherwise. */
export function windowOf(input: Given, kept: Window, closings: Closings, now: Date): Window {
  const opens = read('/opens_at', input.opens_at, kept.opens_at);
  const closes = read('/closes_at', input.closes_at, closingOf({ ...kept, opens_at: opens }, closings, now));
  if (opens !== null && closes !== null && closes <= opens) failField('/closes_at', 'must be after opens_at');
  return { opens_at: opens, closes_at: closes };
}

function closingOf({ opens_at, closes_at }: Window, { before, after }: Closings, now: Date): string | null {
  if (after === null || after === before || closes_at !== before) return closes_at;
  return after > timestamp(now) && after > (opens_at ?? '') ? after : closes_at;
}

type CopiedDates = EventDates & { timezone: string };

/** When a copied form closes: a deadline that owners chose moves with the event, any other follows from the days. */
export function copiedClosing(
  closes: string | null,
  { before, after }: Closings,
  { from, to, now }: { from: CopiedDates; to: CopiedDates; now: Date },
): string | null {
  const moved = closes === null || closes === before ? null : movedWithEvent(closes, from, to);
  return moved !== null && moved > timestamp(now) ? moved : closingOf(noWindow, { before: null, after }, now);
}

const noWindow = { opens_at: null, closes_at: null };

/**
 * At the same time of day, as many days from the first day of the event. Null if one of the events has no dates, or it is
 * too late to be stored.
 */
function movedWithEvent(moment: string, from: CopiedDates, to: CopiedDates): string | null {
  const [first, next] = [from.starts_on ?? from.ends_on, to.starts_on ?? to.ends_on];
  if (first === null || next === null) return null;
  const distance = Temporal.PlainDate.from(first).until(Temporal.PlainDate.from(next), { largestUnit: 'days' });
  const wall = Temporal.Instant.from(moment).toZonedDateTimeISO(from.timezone).toPlainDateTime().add(distance);
  const moved = wall.toZonedDateTime(to.timezone).toInstant().toString({ fractionalSecondDigits: 3 });
  return isStorable(moved) ? moved : null;
}
