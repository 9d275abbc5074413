import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { HandOut } from '../../../../client/client.ts';
import { formatDateTimeAt } from '../../../../locales/format/dates.ts';
import { shownName } from '../../../../locales/format/names.ts';
import { TitledCard } from '../../../ui/cards/titled-card.tsx';
import { uncountedQuery } from '../queries.ts';

type UncountedCardProps = { pid: string; handOut: HandOut; timezone: string };

/** What devices handed out although it did not count. Nothing if there is none. */
export function UncountedCard({ pid, handOut: { id, not_counted: count }, timezone }: UncountedCardProps) {
  const { t, i18n } = useTranslation();
  const list = useQuery({ ...uncountedQuery(pid, id), enabled: count > 0 }).data?.data ?? [];
  if (count === 0 || list.length === 0) return null;
  return (
    <TitledCard id="uncounted" title={t('goods.uncounted.title')} lead={t('goods.uncounted.lead')}>
      <Stack component="ul" className="muster-plain-list" gap="xs">
        {list.map((one) => {
          const when = formatDateTimeAt(one.at, i18n.language, timezone);
          return (
            <Group key={one.id} component="li" justify="space-between">
              <Text fw={600} className="muster-breaks">
                {shownName(t, one.name)}
              </Text>
              <Text size="sm" c="dimmed">
                {[t(`goods.uncounted.${one.result}`), when, ...(one.device === null ? [] : [one.device])].join(' · ')}
              </Text>
            </Group>
          );
        })}
      </Stack>
    </TitledCard>
  );
}
