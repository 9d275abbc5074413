import { pagePath } from '../../../shared/pages.ts';
import { translateTo } from '../../../locales/server-texts.ts';
import type { Translate } from '../../../locales/server-texts.ts';
import { plainTextOf } from '../../../markdown/plain-text.ts';
import type { Reader } from '../../db/db.ts';
import { calendarFile } from '../../lib/calendar/icalendar.ts';
import type { CalendarEvent } from '../../lib/calendar/icalendar.ts';
import { addSeconds, days, timestamp } from '../../lib/clock.ts';
import { listLeftTasks, listOwnTasks, listRemovedTasks, listTasksOf, placeNameOf } from './calendar.queries.ts';
import type { FeedRow, RemovedRow, TaskRow } from './calendar.queries.ts';
import { changesOf } from './removals.queries.ts';

/** What a calendar holds at most, and how long tasks stay in it after their end. */
const maxEvents = 2000;
const pastSeconds = days(90);
const maxDescription = 500;

/** Two queries, whatever the calendar is about. */
export async function feedFile(read: Reader, feed: FeedRow, baseUrl: string, now: Date): Promise<string> {
  const t = translateTo(feed.language);
  const tasks = await liveTasks(read, feed, now);
  const gone = await removedTasks(read, feed, now);
  const events = [
    ...tasks.map((task) => eventOf(task, baseUrl)),
    ...newestOf(gone).map((task) => cancelledEvent(t, task)),
  ];
  return calendarFile(events.slice(0, maxEvents), nameOf(t, feed));
}

const windowAt = (now: Date) => ({ since: timestamp(addSeconds(now, -pastSeconds)), limit: maxEvents });

const liveTasks = (read: Reader, { uid, pid, tid }: FeedRow, now: Date): Promise<TaskRow[]> =>
  pid === null ? listOwnTasks(read, uid, windowAt(now)) : listTasksOf(read, pid, tid, windowAt(now));

const removedTasks = (read: Reader, { uid, pid, tid, created_at }: FeedRow, now: Date): Promise<RemovedRow[]> =>
  pid === null
    ? listLeftTasks(read, uid, created_at, windowAt(now))
    : listRemovedTasks(read, { pid, tid, created_at }, windowAt(now));

const nameOf = (t: Translate, { pid, project, team }: FeedRow): string =>
  pid === null ? t('calendarFile.ownTasks') : [team, project].filter((name) => name !== null).join(' · ');

/** A task that moved between teams before it was deleted is there once for each of them. */
const newestOf = (rows: readonly RemovedRow[]): RemovedRow[] => [
  ...new Map(rows.toSorted((a, b) => a.revision - b.revision).map((row) => [row.id, row])).values(),
];

/** The same in mails, downloads and calendars, so that programs recognise the event. */
export const eventUid = (taskId: string): string => `${taskId}@muster`;

type EventTask = Pick<
  TaskRow,
  'id' | 'pid' | 'title' | 'description' | 'starts_at' | 'ends_at' | 'revision' | 'created_at' | 'changes'
> & { changed_at?: string | null; project?: string; team?: string | null; location?: string | null };

/** The event of a task as the person's own calendar shows it. */
export const taskEvent = async (read: Reader, uid: string, task: EventTask, baseUrl: string): Promise<CalendarEvent> =>
  eventOf(
    { ...task, changes: await changesOf(read, task.id, uid), location: await placeNameOf(read, task.id) },
    baseUrl,
  );

function eventOf(task: EventTask, baseUrl: string): CalendarEvent {
  const { id, pid, title, description, starts_at, ends_at, revision, created_at, changed_at, changes } = task;
  const url = `${baseUrl}${pagePath('/projects/$pid/tasks/$id', { pid, id })}`;
  const about = [task.project, task.team].filter(Boolean).join(' · ');
  return {
    uid: eventUid(id),
    sequence: revision + (changes ?? 0),
    title,
    description: [about, shortened(plainTextOf(description.slice(0, 2 * maxDescription))), url]
      .filter((part) => part !== '')
      .join('\n\n'),
    url,
    location: task.location ?? null,
    starts_at,
    ends_at,
    changed_at: changed_at ?? created_at,
    isCancelled: false,
  };
}

/** Many programs show cancelled events like all others, so the title says it too. */
function cancelledEvent(t: Translate, task: RemovedRow): CalendarEvent {
  const { id, title, starts_at, ends_at, revision, removed_at, changes, project } = task;
  return {
    uid: eventUid(id),
    sequence: changes === undefined ? revision : revision + changes - 1,
    title: t('calendarFile.cancelled', { title }),
    description: project,
    starts_at,
    ends_at,
    changed_at: removed_at,
    isCancelled: true,
  };
}

function shortened(text: string): string {
  const characters = Array.from(text.slice(0, maxDescription * 2));
  return characters.length <= maxDescription ? text.trim() : `${characters.slice(0, maxDescription - 1).join('')}…`;
}
