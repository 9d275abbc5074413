import { List, Stack, Text } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formsQuery } from '../queries.ts';
import { paymentTotalsQuery } from './queries.ts';
import { countOf } from './sums.ts';

/** The people who have not been paid yet, by form, for the dialog that archives a project. */
export function OpenPayments({ pid }: { pid: string }) {
  const { t } = useTranslation();
  const forms = (useQuery(formsQuery(pid)).data ?? []).filter(({ kind }) => kind === 'travel_money');
  const totals = useQueries({ queries: forms.map(({ form }) => paymentTotalsQuery(pid, form)) });
  const open = forms.flatMap(({ form, title }, index) => {
    const count = countOf(totals[index]?.data?.open ?? []);
    return count === 0 ? [] : [{ form, title, count }];
  });
  if (open.length === 0) return null;
  return (
    <Stack gap="xs">
      <Text>{t('manage.states.unpaid')}</Text>
      <List size="sm">
        {open.map(({ form, title, count }) => (
          <List.Item key={form}>{t('manage.states.unpaidIn', { title, count })}</List.Item>
        ))}
      </List>
    </Stack>
  );
}
