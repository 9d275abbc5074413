import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RenewedServiceAccount, ServiceAccount } from '../../../client/client.ts';
import { useChange } from '../../ui/change.ts';
import { rejectsField } from '../../ui/problems/api-problem.ts';
import { OrganiserProblem } from '../../ui/problems/organiser-problem.tsx';
import { endOfDay, inOneYear, today } from './end-date.ts';
import { renewServiceAccount } from './queries.ts';

type RenewFormProps = { pid: string; account: ServiceAccount; onDone: (renewed: RenewedServiceAccount) => void };

export function RenewForm({ pid, account, onDone }: RenewFormProps) {
  const { t } = useTranslation();
  const [day, setDay] = useState(inOneYear);
  const renew = useChange(renewServiceAccount(pid), { onDone: (_, renewed) => onDone(renewed) });
  const end = endOfDay(day);
  const isRejected = renew.isError && rejectsField(renew.error, 'ends_at');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (end !== undefined) renew.mutate({ id: account.id, ends_at: end });
      }}
      noValidate
    >
      <Stack gap="md">
        <Text>{t('accounts.renewText')}</Text>
        <TextInput
          label={t('accounts.endsAt')}
          type="date"
          min={today()}
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
          error={end === undefined || isRejected ? t('accounts.endsAtInvalid') : undefined}
          required
          data-autofocus
        />
        {renew.isError && !isRejected ? <OrganiserProblem error={renew.error} /> : null}
        <Group justify="flex-end">
          <Button type="submit" loading={renew.isPending}>
            {t('accounts.renew')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
