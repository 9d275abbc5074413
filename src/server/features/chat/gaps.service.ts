import { translateTo } from '../../../locales/server-texts.ts';
import { formatSpanAt } from '../../../locales/format/dates.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/db.ts';
import { addSeconds, hours, timestamp } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Outbox } from '../outbox/outbox.service.ts';
import { gapsToTell, summaryHours, urgentHours } from './gaps.policy.ts';
import { listGapChannels, listUpcoming, updateSeen } from './gaps.queries.ts';
import type { GapChannel, UpcomingTask } from './gaps.queries.ts';
import type { ChatMessage } from './message.policy.ts';
import { chatJob } from './sending.service.ts';

type Services = { db: Db; clock: Clock; config: Config; outbox: Outbox };

const batchSize = 100;
/** Later, a message about tasks that need people is no longer true. */
const usefulSeconds = hours(3);

/**
 * Compares the tasks of each channel with what it was last told. It looks at the tasks and not at who left how, so that
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
  const { tell, state } = gapsToTell(tasks, before, {
    moment,
    timezone: channel.timezone,
    urgentUntil: until(urgentHours),
  });
  const tasks_seen = JSON.stringify(state.seen);
  if (tasks_seen === channel.tasks_seen && state.summary_on === channel.summary_on) return false;
  return db.transaction(async (trx) => {
    if (!(await updateSeen(trx, channel, { summary_on: state.summary_on, tasks_seen }))) return false;
    if (tell === undefined) return false;
    const message = gapMessage(config, channel, tell.kind, tell.tasks);
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
    link: { label: t('chatMessages.openTasks'), href: `${baseUrl}/projects/${pid}/tasks?${search}` },
  };
}
