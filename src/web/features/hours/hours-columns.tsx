import { Text } from '@mantine/core';
import type { HoursRow } from '../../../client/client.ts';
import { shownName } from '../../../locales/format/names.ts';
import { formatNumber, toHours } from '../../../locales/format/numbers.ts';
import { PageLink } from '../../ui/links.tsx';
import type { Column } from '../../ui/table/column.ts';
import type { Translator } from '../audit/labels.ts';

/** The columns of everybody's hours. `actions`: what owners can do with the certificate of a row. */
export const hoursColumns = (
  { t, i18n }: Translator,
  { pid, nameOf }: { pid: string; nameOf: (row: HoursRow) => string },
  actions: Column<HoursRow>['cell'] | undefined,
): Column<HoursRow>[] => [
  {
    key: 'name',
    label: t('hours.manage.name'),
    sortBy: nameOf,
    cell: (row) => (
      <PageLink to="/projects/$pid/manage/hours/$uid" params={{ pid, uid: row.uid }} inherit>
        {nameOf(row)}
      </PageLink>
    ),
  },
  {
    key: 'hours',
    label: t('hours.hours'),
    width: '20%',
    phone: 'label',
    sortBy: ({ minutes }) => minutes,
    cell: ({ uid, name, minutes, tasks, not_checked_in: unchecked, by_themselves: own }) => (
      <>
        {formatNumber(toHours(minutes), i18n.language)}
        {minutes > 0 || tasks === 0 ? null : (
          <PageLink
            to="/projects/$pid/manage/hours/$uid"
            params={{ pid, uid }}
            ms="xs"
            inherit
            aria-label={t('ui.actionOn', { action: t('hours.manage.why'), name: shownName(t, name) })}
          >
            {t('hours.manage.why')}
          </PageLink>
        )}
        {unchecked === 0 ? null : (
          <Text size="sm" c="dimmed">
            {t(unchecked === tasks ? 'hours.state.not_checked_in' : 'hours.manage.notCheckedIn', { count: unchecked })}
          </Text>
        )}
        {own === 0 ? null : (
          <Text size="sm" c="dimmed">
            {t('hours.manage.byThemselves', { count: own })}
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'tasks',
    label: t('hours.manage.tasks'),
    width: '12%',
    phone: 'label',
    sortBy: ({ tasks }) => tasks,
    cell: ({ tasks }) => tasks,
  },
  {
    key: 'no_shows',
    label: t('hours.manage.noShows'),
    width: '12%',
    phone: 'label',
    sortBy: ({ no_shows: missed }) => missed,
    cell: ({ no_shows: missed }) => missed,
  },
  ...(actions === undefined
    ? []
    : ([
        {
          key: 'certificate',
          label: t('hours.certificate'),
          width: '15rem',
          actions: true,
          sortBy: ({ certificate }) => certificate?.issued_at ?? '',
          cell: actions,
        },
      ] satisfies Column<HoursRow>[])),
];
