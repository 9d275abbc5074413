import { QueryClient } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import type { Task } from '../../../client/client.ts';
import { taskKeys } from '../../keys.ts';
import { asksForPlace } from './attendance.ts';
import { showTask, withAttendance } from './optimistic.ts';

const task = (id: string): Task => ({
  id,
  pid: 'camp',
  tid: 'venue',
  title: id,
  description: '',
  category: '',
  starts_at: '2026-08-08T09:00:00Z',
  ends_at: '2026-08-08T11:00:00Z',
  capacity: 3,
  attendee_count: 1,
  open_places: 2,
  joined: false,
  replaced: false,
  place: null,
  kind: null,
  grants_skill: null,
  series: null,
  min_people: 0,
  visibility: 'project',
  joining: 'open',
  opens_at: null,
  briefing: '',
  requested: false,
  conflicts: [],
  refusal: null,
  refusals: [],
  missing_skills: [],
  granted_skills: [],
  missing_documents: [],
  time_rule: null,
  created_at: '2026-01-01T00:00:00Z',
  waiting_count: 0,
  given: false,
  waiting: null,
  offering: false,
  asked: null,
  rights: {
    join: true,
    leave: false,
    wait: false,
    offer: false,
    ask_for_help: false,
    see_attendees: true,
    edit: false,
    add_attendees: false,
  },
});

const page = (...tasks: Task[]) => ({ pages: [{ data: tasks, next: null }], pageParams: [null] });
const all = taskKeys.list('camp', {});
const open = taskKeys.list('camp', { open: true });
const elsewhere = taskKeys.list('fair', {});
const detail = taskKeys.detail('camp', 'build');

function cacheWith(...tasks: Task[]) {
  const queryClient = new QueryClient();
  queryClient.setQueryData(all, page(...tasks));
  queryClient.setQueryData(open, page(...tasks));
  queryClient.setQueryData(elsewhere, page(...tasks));
  queryClient.setQueryData(detail, { body: tasks[0], etag: '"1"' });
  return queryClient;
}

const snapshot = (queryClient: QueryClient) =>
  [all, open, elsewhere, detail].map((key) => queryClient.getQueryData(key));

describe('joining and leaving', () => {
  test('joining takes a place, leaving gives it back', () => {
    const joined = withAttendance(task('build'), true);
    expect(joined).toMatchObject({ joined: true, attendee_count: 2, open_places: 1 });
    expect(joined.rights).toMatchObject({ join: false, leave: true, see_attendees: true });
    const left = withAttendance(joined, false);
    expect(left).toMatchObject({ joined: false, attendee_count: 1, open_places: 2 });
    expect(left.rights).toMatchObject({ join: true, leave: false, see_attendees: false });
  });

  test('planners see the attendees after leaving, too', () => {
    const own = task('build');
    const planned = { ...own, rights: { ...own.rights, add_attendees: true } };
    expect(withAttendance(planned, false).rights.see_attendees).toBe(true);
  });
});

describe('showing a change before the server has answered', () => {
  const changed = withAttendance(task('build'), true);

  test('every list of the project and the page of the task show it; other tasks and projects do not', () => {
    const queryClient = cacheWith(task('build'), task('clean'));
    showTask(queryClient, 'camp', changed);
    expect(snapshot(queryClient)).toEqual([
      page(changed, task('clean')),
      page(changed, task('clean')),
      page(task('build'), task('clean')),
      { body: changed, etag: '"1"' },
    ]);
  });

  test('rolling back restores everything', () => {
    const queryClient = cacheWith(task('build'), task('clean'));
    const before = snapshot(queryClient);
    const rollBack = showTask(queryClient, 'camp', changed);
    expect(snapshot(queryClient)).not.toEqual(before);
    rollBack();
    expect(snapshot(queryClient)).toEqual(before);
  });

  test('a page that is not loaded stays so, also after rolling back', () => {
    const queryClient = new QueryClient();
    queryClient.setQueryData(all, page(task('build')));
    const rollBack = showTask(queryClient, 'camp', changed);
    rollBack();
    expect(queryClient.getQueryState(detail)).toBeUndefined();
    expect(queryClient.getQueryData(all)).toEqual(page(task('build')));
  });

  test('rolling back after the cache was cleared brings nothing back', () => {
    const queryClient = cacheWith(task('build'));
    const rollBack = showTask(queryClient, 'camp', changed);
    queryClient.clear();
    rollBack();
    expect(queryClient.getQueryCache().getAll()).toEqual([]);
  });
});

test('people ask for a place where organisers decide, unless they have one or plan the task', () => {
  const own = task('build');
  expect(asksForPlace({ ...own, joining: 'approval' })).toBe(true);
  expect(asksForPlace({ ...own, joining: 'open' })).toBe(false);
  expect(asksForPlace({ ...own, joining: 'planners' })).toBe(false);
  expect(asksForPlace({ ...own, joining: 'approval', joined: true })).toBe(false);
  expect(asksForPlace({ ...own, joining: 'approval', rights: { ...own.rights, edit: true } })).toBe(false);
});
