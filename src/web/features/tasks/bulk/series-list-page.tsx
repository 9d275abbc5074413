import { Group, NativeSelect, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TaskSeries } from '../../../../client/client.ts';
import { formatWeekday } from '../../../../locales/format/dates.ts';
import { formatClockHours } from '../../../../locales/format/hours.ts';
import { formatList } from '../../../../locales/format/lists.ts';
import { useChange } from '../../../ui/change.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { Loaded } from '../../../ui/page-state.tsx';
import { useRows } from '../../../ui/paging.ts';
import { PageHead } from '../../../ui/page-head.tsx';
import { usePageTitle } from '../../../ui/page.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { RowActions } from '../../../ui/table/row-actions.tsx';
import { useManagedProject, loadManaged } from '../../projects/managed-project.ts';
import { OwnersOnly } from '../../projects/owners-only.tsx';
import { teamsQuery } from '../../teams/queries.ts';
import { useTeamOrProject } from '../../teams/team-names.ts';
import { deleteSeries, seriesListQuery } from './queries.ts';
import { useUndoable } from './undo.tsx';

export const loadSeriesListPage = loadManaged('plan_tasks', ({ load, loadPages, params: { pid } }) =>
  Promise.all([loadPages(seriesListQuery(pid)), load(teamsQuery(pid))]),
);

/** All series of a project. */
export function SeriesListPage() {
  const { t, i18n } = useTranslation();
  const { pid, project } = useManagedProject();
  const list = useInfiniteQuery({ ...seriesListQuery(pid), enabled: project.rights.plan_tasks });
  const { tid } = useSearch({ from: '/signed-in/projects/$pid/manage/tasks/series' });
  // The API cannot list those of one team.
  const { rows: loaded, more, isComplete } = useRows(list, tid !== undefined);
  const teamName = useTeamOrProject(pid);
  const [removing, setRemoving] = useState<TaskSeries>();
  usePageTitle(`${t('series.list.title')} · ${project.name}`);
  if (!project.rights.plan_tasks) return <OwnersOnly project={project} />;
  const rows = tid === undefined ? loaded : loaded.filter((series) => series.tid === tid);
  const columns = columnsOf(t, i18n.language, (series) => teamName(series.tid), setRemoving);
  return (
    <>
      <PageHead title={t('series.list.title')} help={t('series.list.lead')}>
        <ButtonLink to="/projects/$pid/manage/tasks/new-series" params={{ pid }} search={{ tid }} size="sm">
          {t('series.add')}
        </ButtonLink>
      </PageHead>
      <Group mb="md" align="flex-end">
        <TeamFilter pid={pid} tid={tid} />
      </Group>
      <Loaded query={list} embedded>
        {() =>
          rows.length === 0 && isComplete ? (
            <Text c="dimmed">{t(tid === undefined ? 'series.list.none' : 'series.list.noneOfTeam')}</Text>
          ) : (
            <DataTable
              label={t('series.list.title')}
              columns={columns}
              rows={rows}
              keyOf={({ id }) => id}
              more={more}
            />
          )
        }
      </Loaded>
      {removing === undefined ? null : (
        <RemoveSeries pid={pid} series={removing} onClose={() => setRemoving(undefined)} />
      )}
    </>
  );
}

function TeamFilter({ pid, tid }: { pid: string; tid: string | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const teams = useQuery(teamsQuery(pid)).data ?? [];
  return (
    <NativeSelect
      size="sm"
      label={t('homes.tasks.team')}
      value={tid ?? ''}
      onChange={(event) =>
        void navigate({
          to: '/projects/$pid/manage/tasks/series',
          params: { pid },
          search: { tid: event.currentTarget.value || undefined },
          replace: true,
        })
      }
      data={[
        { value: '', label: t('project.tasks.allTeams') },
        ...teams.map((team) => ({ value: team.tid, label: team.name })),
      ]}
    />
  );
}

const columnsOf = (
  t: TFunction,
  language: string,
  teamOf: (series: TaskSeries) => string,
  onRemove: (series: TaskSeries) => void,
): Column<TaskSeries>[] => [
  { key: 'title', label: t('series.fields.title'), sortBy: ({ title }) => title, cell: ({ title }) => title },
  { key: 'team', label: t('series.fields.team'), width: '15%', phone: 'label', sortBy: teamOf, cell: teamOf },
  {
    key: 'days',
    label: t('series.fields.days'),
    cell: ({ days }) =>
      formatList(
        days.map((day) => formatWeekday(day, language)),
        language,
      ),
  },
  {
    key: 'times',
    label: t('homes.tasks.when'),
    width: '12rem',
    cell: ({ from, to }) => formatClockHours({ t, i18n: { language } }, from, to),
  },
  {
    key: 'tasks',
    label: t('homes.tasks.title'),
    width: '5rem',
    phone: 'label',
    cell: ({ task_count: count }) => count,
  },
  {
    key: 'actions',
    label: t('homes.tasks.actions'),
    width: '5.5rem',
    actions: true,
    phone: 'corner',
    cell: (series) => <Actions series={series} onRemove={() => onRemove(series)} />,
  },
];

type ActionsProps = { series: TaskSeries; onRemove: () => void };

function Actions({ series: { pid, id, title, rights }, onRemove }: ActionsProps) {
  const { t } = useTranslation();
  if (!rights.edit)
    return (
      <Text size="sm" c="dimmed" component="span">
        {t('series.list.notYours')}
      </Text>
    );
  return (
    <RowActions
      name={title}
      actions={[
        {
          key: 'edit',
          text: t('manage.edit'),
          label: t('manage.tasks.editWhat', { title }),
          link: { to: '/projects/$pid/manage/tasks/series/$id', params: { pid, id } },
        },
        {
          key: 'delete',
          text: t('series.list.delete'),
          label: t('series.list.deleteWhat', { title }),
          onClick: onRemove,
        },
      ]}
    />
  );
}

type RemoveSeriesProps = { pid: string; series: TaskSeries; onClose: () => void };

function RemoveSeries({ pid, series, onClose }: RemoveSeriesProps) {
  const { t } = useTranslation();
  const undoable = useUndoable(pid);
  const remove = useChange(deleteSeries(pid), {
    onDone: (_, { step, removed, stay }) => {
      onClose();
      undoable(step, t('series.list.deleted', { removed: removed.length, stay: stay.length }));
    },
  });
  return (
    <ConfirmDialog
      opened
      title={t('series.list.deleteTitle', { title: series.title })}
      text={t('series.list.deleteText')}
      confirm={t('series.list.deleteAction')}
      change={remove}
      onConfirm={() => remove.mutate(series.id)}
      onClose={onClose}
    />
  );
}
