import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { problemCode } from '../../ui/problems/api-problem.ts';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { checkIn } from './queries.ts';

/** Opened by the QR code of a place. */
export function CheckInPage() {
  const { t } = useTranslation();
  const { pid, place } = useParams({ from: '/signed-in/check-in/$pid/$place' });
  const [code] = useState(() => window.location.hash.slice(1));
  const check = useMutation({ mutationFn: () => checkIn(pid, place, code) });
  usePageTitle(t('desk.checkIn.title'));
  if (check.isSuccess)
    return (
      <Stack>
        <PageHeading title={check.data.repeated ? t('desk.checkIn.again') : t('desk.checkIn.done')} />
        <Text size="xl">{`${check.data.title} · ${check.data.place}`}</Text>
      </Stack>
    );
  return (
    <Stack>
      <PageHeading title={t('desk.checkIn.title')} lead={t('desk.checkIn.lead')} />
      {problemCode(check.error) === 'no_task_here' ? (
        <Alert color="yellow">{t('desk.checkIn.none')}</Alert>
      ) : check.isError ? (
        <ProblemAlert error={check.error} />
      ) : null}
      <Group>
        <Button size="lg" loading={check.isPending} onClick={() => check.mutate()}>
          {t('desk.checkIn.button')}
        </Button>
      </Group>
    </Stack>
  );
}
