import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../client/client.ts';
import { formatDate, formatTimeAt } from '../../../locales/format/dates.ts';
import { formatHoursAt } from '../../../locales/format/hours.ts';
import { formatNumber, toHours } from '../../../locales/format/numbers.ts';
import type { Column } from '../../ui/table/column.ts';
import { countedSpan, reasonsOf, shownStateOf } from './reasons.ts';
import type { HoursEntry } from './reasons.ts';

/** What somebody did, with the times that count and why these are not the planned ones. */
export function useEntryColumns({ timezone }: Project): Column<HoursEntry>[] {
  const { t, i18n } = useTranslation();
  return [
    {
      key: 'task',
      label: t('hours.task'),
      cell: ({ title, team }) => (team === null ? title : `${title} · ${team}`),
    },
    {
      key: 'day',
      label: t('hours.day'),
      width: '14%',
      phone: 'inline',
      cell: ({ starts_at: from }) => formatDate(from, i18n.language, timezone),
    },
    {
      key: 'times',
      label: t('hours.times'),
      width: '28%',
      phone: 'inline',
      cell: (entry) => <Times entry={entry} timezone={timezone} />,
    },
    {
      key: 'state',
      label: t('hours.state.label'),
      width: '16%',
      phone: 'inline',
      cell: (entry) => t(`hours.state.${shownStateOf(entry)}`),
    },
    {
      key: 'hours',
      label: t('hours.hours'),
      width: '10%',
      phone: 'label',
      cell: ({ minutes }) => formatNumber(toHours(minutes), i18n.language),
    },
  ];
}

function Times({ entry, timezone }: { entry: HoursEntry; timezone: string }) {
  const { t, i18n } = useTranslation();
  const { starts_at: starts, ends_at: ends, arrived_at: arrived } = entry;
  const { from, to } = countedSpan(entry);
  const planned = formatHoursAt({ t, i18n }, starts, ends, timezone);
  const reasons = reasonsOf(entry).map((reason) =>
    t(`hours.reasons.${reason}`, {
      times: planned,
      time: formatTimeAt(arrived ?? starts, i18n.language, timezone),
      weight: formatNumber(entry.weight, i18n.language),
    }),
  );
  return (
    <>
      {from < to ? formatHoursAt({ t, i18n }, from, to, timezone) : planned}
      {reasons.map((reason) => (
        <Text key={reason} span display="block" size="sm" c="dimmed">
          {reason}
        </Text>
      ))}
    </>
  );
}
