/** Local time of the daily message. */
const summaryHour = 9;
/** When somebody leaves a task that starts within this time, the channel gets a message at once. */
export const urgentHours = 24;
/** The daily message names tasks that start within this time. */
export const summaryHours = 48;

type Task = { id: string; starts_at: string; capacity: number; attendee_count: number };
type Seen = Readonly<Record<string, number>>;
type State = { summary_on: string | null; seen: Seen };
type Now = { moment: string; timezone: string; urgentUntil: string };

/** What to tell a channel now, and what it has been told then. Within one look, all changes are one message. */
export function gapsToTell<T extends Task>(tasks: readonly T[], { summary_on, seen }: State, now: Now) {
  const local = Temporal.Instant.from(now.moment).toZonedDateTimeISO(now.timezone);
  const today = local.toPlainDate().toString();
  const isTime = local.hour >= summaryHour && summary_on !== today;
  const short = tasks.filter(({ attendee_count, capacity }) => attendee_count < capacity);
  const urgent = tasks.filter(({ starts_at }) => starts_at <= now.urgentUntil);
  const left = short.filter((task) => urgent.includes(task) && task.attendee_count < (seen[task.id] ?? 0));
  const counts = Object.fromEntries(urgent.map(({ id, attendee_count }) => [id, attendee_count]));
  const told = isTime && short.length > 0 ? { kind: 'summary' as const, tasks: short } : undefined;
  return {
    tell: told ?? (left.length > 0 ? { kind: 'left' as const, tasks: left } : undefined),
    state: { summary_on: isTime ? today : summary_on, seen: counts },
  };
}
