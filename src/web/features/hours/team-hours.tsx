import { Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { TeamHoursRow } from '../../../client/client.ts';
import { formatNumber, toHours } from '../../../locales/format/numbers.ts';
import { joinSentences } from '../../../locales/format/sentences.ts';
import { Loaded } from '../../ui/page-state.tsx';
import { useRows } from '../../ui/paging.ts';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { useTableSearch } from '../../ui/table/table-search.tsx';
import type { Translator } from '../audit/labels.ts';
import { PersonLink, useOpenable } from '../roster/person-link.tsx';
import { AddHoursLink } from '../event-day/work/add-hours-link.tsx';
import { teamHoursQuery } from './queries.ts';
import { useNames } from '../roster/namesakes.ts';

type TeamHoursProps = { pid: string; tid: string; archived: boolean };

/** For chiefs: what everybody has done on the tasks of the team, beside what was planned. */
export function TeamHours({ pid, tid, archived }: TeamHoursProps) {
  const { t, i18n } = useTranslation();
  const { sort, onSort } = useTableSearch();
  const list = useInfiniteQuery(teamHoursQuery(pid, tid, sort !== undefined));
  // Any order but that of the API needs everybody first.
  const { rows, more } = useRows(list, sort !== undefined);
  const openable = useOpenable(pid, rows);
  const nameOf = useNames(pid, rows);
  const hoursOf = (minutes = 0) => formatNumber(toHours(minutes), i18n.language);
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Text flex="1 1 20rem">{joinSentences([t('hours.team.lead'), t('hours.when')], i18n.language)}</Text>
        {archived ? null : <AddHoursLink {...{ pid, tid }} />}
      </Group>
      <Loaded query={list} embedded>
        {({ pages: [first] }) =>
          rows.length === 0 ? (
            <Text>{t('hours.none')}</Text>
          ) : (
            <>
              <Text fw={600}>
                {t('hours.team.total', {
                  worked: hoursOf(first?.totals?.minutes),
                  planned: hoursOf(first?.totals?.planned),
                })}
              </Text>
              <DataTable
                label={t('manage.team.tabs.hours')}
                columns={columnsOf({ t, i18n }, { pid, openable, nameOf })}
                rows={rows}
                keyOf={({ uid }) => uid}
                // The order of the API.
                sort={sort ?? 'name'}
                isSorted={sort === undefined}
                onSort={onSort}
                more={more}
              />
            </>
          )
        }
      </Loaded>
    </Stack>
  );
}

type Names = { pid: string; openable: ReadonlySet<string>; nameOf: (row: TeamHoursRow) => string };

const columnsOf = ({ t, i18n }: Translator, { pid, openable, nameOf }: Names): Column<TeamHoursRow>[] => [
  {
    key: 'name',
    label: t('hours.manage.name'),
    sortBy: nameOf,
    cell: (row) => (
      <PersonLink {...{ pid, openable }} uid={row.uid}>
        {nameOf(row)}
      </PersonLink>
    ),
  },
  {
    key: 'planned',
    label: t('hours.team.planned'),
    width: '18%',
    phone: 'label',
    sortBy: ({ planned }) => planned,
    cell: ({ planned }) => formatNumber(toHours(planned), i18n.language),
  },
  {
    key: 'worked',
    label: t('hours.worked'),
    width: '24%',
    phone: 'label',
    sortBy: ({ minutes }) => minutes,
    cell: ({ minutes, not_checked_in: unchecked }) => (
      <>
        {formatNumber(toHours(minutes), i18n.language)}
        {unchecked === 0 ? null : (
          <Text size="sm" c="dimmed">
            {t('hours.manage.notCheckedIn', { count: unchecked })}
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'no_shows',
    label: t('hours.manage.noShows'),
    width: '14%',
    phone: 'label',
    sortBy: ({ no_shows: missed }) => missed,
    cell: ({ no_shows: missed }) => missed,
  },
];
