import { Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PageLink } from '../../../ui/links.tsx';
import { SentenceGap } from '../../../ui/sentence-gap.tsx';
import { travelPaymentsQuery } from './queries.ts';
import { countOf, sumOf } from './sums.ts';

/** What is paid by the table of travel money, which no payout has. */
export function TravelPayments({ pid }: { pid: string }) {
  const { t, i18n } = useTranslation();
  const forms = useQuery(travelPaymentsQuery(pid)).data ?? [];
  if (forms.length === 0) return null;
  return (
    <section aria-labelledby="travel-payments">
      <Title order={2} size="h4" mb="sm" id="travel-payments">
        {t('money.payouts.travel')}
      </Title>
      <ul className="muster-plain-list">
        {forms.map(({ form, title, open, paid }) => (
          <Group component="li" key={form} className="muster-row" gap="sm">
            {title === null ? (
              <Text>{t('money.payouts.travelGone', { form })}</Text>
            ) : (
              <PageLink to="/projects/$pid/manage/travel-money/$form" params={{ pid, form }}>
                {t('disclosure.list.paymentsTitle', { title })}
              </PageLink>
            )}
            <Text c="dimmed">
              {t('manage.payments.open', { count: countOf(open), amount: sumOf(open, i18n.language) })}
              <SentenceGap />
              {t('manage.payments.paidSum', { count: countOf(paid), amount: sumOf(paid, i18n.language) })}
            </Text>
          </Group>
        ))}
      </ul>
    </section>
  );
}
