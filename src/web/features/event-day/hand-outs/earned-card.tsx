import { Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { EarnedPerson, HandOut } from '../../../../client/client.ts';
import { formatNumber } from '../../../../locales/format/numbers.ts';
import { TitledCard } from '../../../ui/cards/titled-card.tsx';
import { Loaded } from '../../../ui/page-state.tsx';
import { useRows } from '../../../ui/paging.ts';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { earnedQuery } from '../queries.ts';
import { useVariantLabel } from './stock-card.tsx';
import { useNames } from '../../roster/namesakes.ts';

/** Who may have it by now, and how many they have had. */
export function EarnedCard({ pid, handOut }: { pid: string; handOut: HandOut }) {
  const { t } = useTranslation();
  const list = useInfiniteQuery(earnedQuery(pid, handOut.id));
  const { rows, total, more } = useRows(list);
  const nameOf = useNames(pid, rows);
  const columns = useColumns(pid, handOut, nameOf);
  const title = handOut.earned === null ? t('goods.earned.title') : t('goods.earned.titleEarned');
  return (
    <TitledCard id="earned" title={title} lead={t('goods.earned.total', { count: total })}>
      <Loaded query={list} embedded>
        {() =>
          rows.length === 0 ? (
            <Text>{t('goods.earned.nobody')}</Text>
          ) : (
            <DataTable label={title} columns={columns} rows={rows} keyOf={({ uid }) => uid} isSorted more={more} />
          )
        }
      </Loaded>
    </TitledCard>
  );
}

function useColumns(
  pid: string,
  { kind, variant_field: field }: HandOut,
  personName: (person: EarnedPerson) => string,
): Column<EarnedPerson>[] {
  const { t, i18n } = useTranslation();
  const nameOf = useVariantLabel(pid, field);
  const number = (count: number) => formatNumber(count, i18n.language);
  return [
    { key: 'name', label: t('goods.earned.name'), cell: personName },
    ...(field === null
      ? []
      : [
          {
            key: 'variant',
            label: t('goods.earned.variant'),
            cell: ({ variant }: EarnedPerson) => (variant === null ? t('goods.earned.notAnswered') : nameOf(variant)),
            phone: 'label' as const,
          },
        ]),
    ...(kind === 'item'
      ? [
          {
            key: 'may',
            label: t('goods.earned.may'),
            cell: ({ entitled }: EarnedPerson) => number(entitled),
            number: true,
            width: '8rem',
            phone: 'label' as const,
          },
          {
            key: 'had',
            label: t('goods.earned.had'),
            cell: ({ given }: EarnedPerson) => number(given),
            number: true,
            width: '8rem',
            phone: 'label' as const,
          },
        ]
      : []),
  ];
}
