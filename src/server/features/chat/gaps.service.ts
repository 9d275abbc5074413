import { pagePath } from '../../../shared/pages.ts';
import { translateTo } from '../../../locales/server-texts.ts';
import { formatSpanAt } from '../../../locales/format/dates.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/db.ts';
import { addSeconds, hours, timestamp } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Outbox } from '../outbox/outbox.service.ts';
import { listGapChannels, listUpcoming, updateSeen } from './gaps.queries.ts';
import type { GapChannel, UpcomingTask } from './gaps.queries.ts';
import type { ChatMessage } from './message.policy.ts';
import { chatJob } from './sending.service.ts';

type Services = { db: Db; clock: Clock; config: Config; outbox: Outbox };

/** Local time of the daily message. */
const summaryHour = 9;
/** When somebody leaves a task that starts within this time, the channel gets a message at once. */
const urgentHours = 24;
/** The daily message names tasks that start within this time. */
const summaryHours = 48;
const batchSize = 100;
/** Later, a message about tasks that need people is no longer true. */
const usefulSeconds = hours(3);

/**
 * Compares the tasks of each channel with its last message. It looks at the tasks and not at who left how, so that
 * no way of leaving can be forgotten, and people who leave and come back cause nothing.
 */
export async function announceGaps(services: Services, signal?: AbortSignal): Promise<number> {
  let count = 0;
  let after = '';
  for (;;) {
    signal?.throwIfAborted();
    const channels = await listGapChannels(services.db.read, after, batchSize);
    for (const channel of channels) if (await announceTo(services, channel)) count += 1;
    after = channels.at(-1)?.id ?? '';
    if (channels.length < batchSize) return count;
  }
}

/** Only this feature writes the column. */
const seenIn = (text: string): Record<string, number> => JSON.parse(text) as Record<string, number>;

async function announceTo({ db, clock, config, outbox }: Services, channel: GapChannel): Promise<boolean> {
  const now = clock.now();
  const moment = timestamp(now);
  const until = (count: number) => timestamp(addSeconds(now, hours(count)));
  const tasks = await listUpcoming(db.read, channel.pid, channel.tid, { after: moment, through: until(summaryHours) });
  const before = { summary_on: channel.summary_on, seen: seenIn(channel.tasks_seen) };
  const { news, state } = newsAbout(tasks, before, {
    moment,
    timezone: channel.timezone,
    urgentUntil: until(urgentHours),
  });
  const tasks_seen = JSON.stringify(state.seen);
  if (tasks_seen === channel.tasks_seen && state.summary_on === channel.summary_on) return false;
  return db.transaction(async (trx) => {
    if (!(await updateSeen(trx, channel, { summary_on: state.summary_on, tasks_seen }))) return false;
    if (news === undefined) return false;
    const message = gapMessage(config, channel, news.kind, news.tasks);
    const queued = { channel: channel.id, message, until: timestamp(addSeconds(now, usefulSeconds)) };
    await outbox.add(trx, [chatJob(`${channel.id}:${moment}`, queued)]);
    return true;
  });
}

function gapMessage(
  { baseUrl }: Config,
  { pid, tid, language, timezone, project }: GapChannel,
  kind: 'summary' | 'left',
  tasks: readonly UpcomingTask[],
): ChatMessage {
  const t = translateTo(language);
  const title = kind === 'summary' ? 'chatMessages.summary' : 'chatMessages.left';
  const search = tid === null ? 'open=true' : `open=true&tid=${tid}`;
  return {
    title: t(title, { count: tasks.length, project }),
    lines: tasks.map(({ title: task, starts_at, ends_at, capacity, attendee_count }) =>
      t('chatMessages.gap', {
        task,
        when: formatSpanAt(starts_at, ends_at, language, timezone),
        count: capacity - attendee_count,
      }),
    ),
    link: {
      label: t('chatMessages.openTasks'),
      href: `${baseUrl}${pagePath('/projects/$pid/tasks', { pid })}?${search}`,
    },
  };
}

type Task = { id: string; starts_at: string; capacity: number; attendee_count: number };
type Seen = Readonly<Record<string, number>>;
type State = { summary_on: string | null; seen: Seen };
type Now = { moment: string; timezone: string; urgentUntil: string };

/** What is new for a channel, and what it knows afterwards. Within one look, all changes are one message. */
function newsAbout<T extends Task>(tasks: readonly T[], { summary_on, seen }: State, now: Now) {
  const local = Temporal.Instant.from(now.moment).toZonedDateTimeISO(now.timezone);
  const today = local.toPlainDate().toString();
  const isTime = local.hour >= summaryHour && summary_on !== today;
  const short = tasks.filter(({ attendee_count, capacity }) => attendee_count < capacity);
  const urgent = tasks.filter(({ starts_at }) => starts_at <= now.urgentUntil);
  const left = short.filter((task) => urgent.includes(task) && task.attendee_count < (seen[task.id] ?? 0));
  const counts = Object.fromEntries(urgent.map(({ id, attendee_count }) => [id, attendee_count]));
  const summary = isTime && short.length > 0 ? { kind: 'summary' as const, tasks: short } : undefined;
  return {
    news: summary ?? (left.length > 0 ? { kind: 'left' as const, tasks: left } : undefined),
    state: { summary_on: isTime ? today : summary_on, seen: counts },
  };
}
