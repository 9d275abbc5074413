import { List, Stack, Text } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formsQuery } from '../queries.ts';
import { paymentsQuery } from './queries.ts';

/** The people who have not been paid yet, by form, for the dialog that archives a project. */
export function OpenPayments({ pid }: { pid: string }) {
  const { t } = useTranslation();
  const forms = (useQuery(formsQuery(pid)).data ?? []).filter(({ kind }) => kind === 'travel_money');
  const lists = useQueries({ queries: forms.map(({ form }) => paymentsQuery(pid, form)) });
  const open = forms.flatMap(({ form, title }, index) => {
    const count = lists[index]?.data?.filter(({ amount, paid }) => amount !== null && paid === null).length ?? 0;
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
