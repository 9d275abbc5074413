import { queryOptions } from '@tanstack/react-query';
import type { CalendarAddress, CalendarState } from '../../../client/client.ts';
import { call } from '../../api.ts';
import { calendarKeys } from '../../keys.ts';
import type { Change } from '../../ui/change.ts';
import type { Download } from '../../ui/download.tsx';

/** Whose tasks a calendar has: one's own, those of a team, or those of a project. */
export type CalendarSubject = { of: 'own' } | { of: 'project'; pid: string } | { of: 'team'; pid: string; tid: string };

function load(subject: CalendarSubject): Promise<CalendarState> {
  if (subject.of === 'own') return call('get_own_calendar', {});
  const { pid } = subject;
  return subject.of === 'project'
    ? call('get_project_calendar', { path: { pid } })
    : call('get_team_calendar', { path: { pid, tid: subject.tid } });
}

function create(subject: CalendarSubject): Promise<CalendarAddress> {
  if (subject.of === 'own') return call('create_own_calendar', {});
  const { pid } = subject;
  return subject.of === 'project'
    ? call('create_project_calendar', { path: { pid } })
    : call('create_team_calendar', { path: { pid, tid: subject.tid } });
}

function remove(subject: CalendarSubject): Promise<unknown> {
  if (subject.of === 'own') return call('delete_own_calendar', {});
  const { pid } = subject;
  return subject.of === 'project'
    ? call('delete_project_calendar', { path: { pid } })
    : call('delete_team_calendar', { path: { pid, tid: subject.tid } });
}

export const calendarQuery = (subject: CalendarSubject) =>
  queryOptions({ queryKey: calendarKeys.of(subject), queryFn: () => load(subject) });

export const createCalendar = (subject: CalendarSubject): Change<void, CalendarAddress> => ({
  run: () => create(subject),
  affects: [calendarKeys.of(subject)],
});

export const removeCalendar = (subject: CalendarSubject): Change<void, unknown> => ({
  run: () => remove(subject),
  affects: [calendarKeys.of(subject)],
});

export const downloadEvent =
  (pid: string, id: string): Download =>
  (download) =>
    download('download_task_event', { path: { pid, id } });
