import { Badge, Group, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project, Task } from '../../../../client/client.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { currentTime, dayAt, formatDay, formatSpanAt } from '../../../../locales/format/dates.ts';
import { formatHoursAt } from '../../../../locales/format/hours.ts';
import { ButtonLink, PageLink } from '../../../ui/links.tsx';
import type { More } from '../../../ui/paging.ts';
import type { Column, Selection } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { RowActions } from '../../../ui/table/row-actions.tsx';
import type { RowAction } from '../../../ui/table/row-actions.tsx';
import { useTeamOrProject } from '../../teams/team-names.ts';
import { inList, isByTime, sortOf } from './search.ts';
import type { PlannedSearch, TaskOrigin } from './search.ts';

const AttendeeList = lazy(async () => ({ default: (await import('../planning/manage-attendees.tsx')).AttendeeList }));

const WaitingList = lazy(async () => ({ default: (await import('../exchange/waiting-list.tsx')).WaitingList }));

type TaskTableProps = {
  project: Project;
  tasks: readonly Task[];
  search: PlannedSearch;
  onSearch: (search: PlannedSearch) => void;
  withTeam: boolean;
  more: More | undefined;
  selection: Selection<Task>;
};

export function TaskTable({ project, tasks, search, onSearch, withTeam, more, selection }: TaskTableProps) {
  const { t, i18n } = useTranslation();
  const { pid, timezone } = project;
  const teamName = useTeamOrProject(pid);
  const [opened, setOpened] = useState<string>();
  const teamOf = ({ tid }: Task): string => teamName(tid);
  const whenOf = (task: Task): string => formatSpanAt(task.starts_at, task.ends_at, i18n.language, timezone);
  const hoursOf = (task: Task): string => formatHoursAt({ t, i18n }, task.starts_at, task.ends_at, timezone);
  // In the order of time, a title says the day once.
  const byDay = search.sort === undefined || search.sort === 'when' || search.sort === '-when';
  const shown = tasks.find(({ id }) => id === opened);
  const from = withTeam ? undefined : 'team';
  const columns = [
    titleColumn(t, from),
    whenColumn(t, byDay ? hoursOf : whenOf),
    ...(withTeam ? [teamColumn(t, teamOf)] : []),
    ...(tasks.some(({ category }) => category !== '') ? [categoryColumn(t, withTeam ? '10%' : '14%')] : []),
    peopleColumn(t),
    actionsColumn(t, (task) =>
      actionsOf(t, task, {
        onAttendees: () => setOpened(task.id),
        back: { ...(withTeam || task.tid === null ? {} : { tid: task.tid }), ...inList(search) },
      }),
    ),
  ];
  return (
    <>
      <DataTable
        label={t('homes.tasks.title')}
        columns={columns}
        rows={tasks}
        keyOf={({ id }) => id}
        sort={search.sort ?? 'when'}
        isSorted={isByTime(search)}
        {...(byDay && {
          groupOf: ({ starts_at: at }: Task) => formatDay(dayAt(at, timezone), i18n.language, 'long'),
        })}
        more={more}
        onSort={(sort) => onSearch({ ...search, sort: sortOf(sort) })}
        selection={selection}
      />
      <Dialog
        opened={shown !== undefined}
        title={t('homes.tasks.attendeesOf', { title: shown?.title ?? '' })}
        onClose={() => setOpened(undefined)}
      >
        {shown === undefined ? null : (
          <>
            <Text c="dimmed">{whenOf(shown)}</Text>
            <Suspense fallback={null}>
              <AttendeeList pid={pid} task={shown} />
              {shown.rights.ask_for_help ? (
                <ButtonLink
                  to="/projects/$pid/manage/tasks/$id"
                  params={{ pid, id: shown.id }}
                  search={{ from }}
                  hash="ask-for-help"
                  variant="default"
                  mt="md"
                >
                  {t('exchange.help.ask')}
                </ButtonLink>
              ) : null}
              <WaitingList task={shown} timezone={timezone} />
            </Suspense>
          </>
        )}
      </Dialog>
    </>
  );
}

/** `from`: the list to which the page of a task leads back. */
const titleColumn = (t: TFunction, from: TaskOrigin | undefined): Column<Task> => ({
  key: 'title',
  label: t('homes.tasks.task'),
  sortBy: ({ title }) => title,
  cell: ({ pid, id, title, given }) => (
    <Group gap={6} component="span" lh="inherit">
      <PageLink to="/projects/$pid/manage/tasks/$id" params={{ pid, id }} search={{ from }} inherit>
        {title}
      </PageLink>
      {given ? (
        <Badge size="xs" variant="default">
          {t('exchange.given.mark')}
        </Badge>
      ) : null}
    </Group>
  ),
});

const whenColumn = (t: TFunction, whenOf: (task: Task) => string): Column<Task> => ({
  key: 'when',
  label: t('homes.tasks.when'),
  width: '1%',
  date: true,
  sortBy: ({ starts_at: start }) => start,
  cell: whenOf,
});

const teamColumn = (t: TFunction, teamOf: (task: Task) => string): Column<Task> => ({
  key: 'team',
  label: t('homes.tasks.team'),
  width: '14%',
  sortBy: teamOf,
  cell: (task) => <span style={{ wordBreak: 'keep-all' }}>{teamOf(task)}</span>,
});

const categoryColumn = (t: TFunction, width: string): Column<Task> => ({
  key: 'category',
  label: t('homes.tasks.category'),
  width,
  sortBy: ({ category }) => category,
  cell: ({ category }) => category,
});

/** Sorted by how many people are missing. */
const peopleColumn = (t: TFunction): Column<Task> => ({
  key: 'people',
  label: t('homes.tasks.people'),
  width: '1%',
  date: true,
  phone: 'label',
  sortBy: ({ open_places: open }) => open,
  cell: ({ attendee_count: joined, capacity, min_people: least, ends_at: end }) =>
    [
      t('homes.tasks.places', { joined, capacity }),
      ...(least > joined && end > currentTime() ? [t('helping.missing', { count: least - joined })] : []),
    ].join(' · '),
});

const actionsColumn = (t: TFunction, actionsOf: (task: Task) => RowAction[]): Column<Task> => ({
  key: 'actions',
  label: t('homes.tasks.actions'),
  width: '1%',
  actions: true,
  phone: 'corner',
  cell: (task) => <RowActions name={task.title} actions={actionsOf(task)} />,
});

type ActionsOf = {
  onAttendees: () => void;
  /** The list that a copy leads back to. */
  back: { tid?: string; list?: PlannedSearch };
};

function actionsOf(t: TFunction, { pid, id, title, rights }: Task, { onAttendees, back }: ActionsOf): RowAction[] {
  const who = {
    key: 'who',
    text: t('manage.tasks.showWho'),
    label: t('homes.tasks.attendeesOf', { title }),
    onClick: onAttendees,
  };
  const changes: RowAction[] = [
    {
      key: 'edit',
      text: t('manage.edit'),
      label: t('manage.tasks.editWhat', { title }),
      link: { to: '/projects/$pid/tasks/$id/edit', params: { pid, id } },
    },
    {
      key: 'duplicate',
      text: t('manage.tasks.duplicate'),
      label: t('manage.tasks.duplicateWhat', { title }),
      link: { to: '/projects/$pid/tasks/new', params: { pid }, search: { from: id, ...back } },
      // Two actions leave the number of people in sight.
      menuOnly: true,
    },
  ];
  return [...(rights.see_attendees ? [who] : []), ...(rights.edit ? changes : [])];
}
