import { Button, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatDateTimeAt } from '../../../../locales/format/dates.ts';
import { TitledCard } from '../../../ui/cards/titled-card.tsx';
import { PageLink } from '../../../ui/links.tsx';
import { useRows } from '../../../ui/paging.ts';
import { MessageAll } from '../../messages/message-people.tsx';
import { openLoansQuery } from '../queries.ts';
import { useNames } from '../../roster/namesakes.ts';

/** What is lent now, and to whom. Nothing if everything is back. */
export function OpenLoans({ pid, timezone }: { pid: string; timezone: string }) {
  const { t, i18n } = useTranslation();
  const list = useInfiniteQuery(openLoansQuery(pid));
  const { rows, total, more } = useRows(list);
  const nameOf = useNames(
    pid,
    rows.flatMap(({ holder }) => holder ?? []),
  );
  if (rows.length === 0) return null;
  return (
    <TitledCard id="open-loans" title={t('goods.open.title')} lead={t('goods.open.lead')}>
      <Stack gap="md">
        <Group>
          <Text fw={600}>{t('goods.open.count', { count: total })}</Text>
          <MessageAll pid={pid} audience={{ open_loans: true }} />
        </Group>
        <Stack component="ul" className="muster-plain-list" gap="xs">
          {rows.map(({ id, label, hand_out: handOut, holder, lent_at: lentAt }) => (
            <Group key={id} component="li" justify="space-between">
              <div>
                <Text fw={600} className="muster-breaks">
                  {label}
                </Text>
                <PageLink to="/projects/$pid/manage/hand-outs/$id" params={{ pid, id: handOut.id }} size="sm">
                  {handOut.name}
                </PageLink>
              </div>
              <Text size="sm" ta="end">
                {holder === null ? null : nameOf(holder)}
                {lentAt === null ? null : (
                  <Text span c="dimmed" size="sm" display="block">
                    {t('goods.things.since', { time: formatDateTimeAt(lentAt, i18n.language, timezone) })}
                  </Text>
                )}
              </Text>
            </Group>
          ))}
        </Stack>
        {more === undefined ? null : (
          <Button variant="default" loading={more.pending} onClick={more.onMore}>
            {t('ui.more')}
          </Button>
        )}
      </Stack>
    </TitledCard>
  );
}
