import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CertificateBatch, HoursRow, Project } from '../../../client/client.ts';
import { hoursKeys } from '../../keys.ts';
import { useChange } from '../../ui/change.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { NotOver } from '../projects/event/not-over.tsx';
import { batchQuery, issueAll } from './queries.ts';
import { useTold } from '../notices/told.ts';

const pollMs = 1500;

/** Certificates for everybody who has hours and none yet. */
export function Issuing({ project, rows }: { project: Project; rows: readonly HoursRow[] }) {
  const { t } = useTranslation();
  const told = useTold();
  const { pid } = project;
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const start = useChange(issueAll(pid), { onDone: () => setAsking(false) });
  const withoutOne = rows.filter(({ certificate, minutes }) => certificate === null && minutes > 0);
  const count = withoutOne.length;
  const unchecked = withoutOne.filter(({ not_checked_in: tasks }) => tasks > 0).length;
  const hasNone = rows.some(({ certificate, tasks }) => certificate === null && tasks > 0);
  const batch = useQuery({
    ...batchQuery(pid),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? pollMs : false),
  });
  const ended = batch.data?.ended_at;
  useEffect(() => {
    if (ended != null) void queryClient.invalidateQueries({ queryKey: hoursKeys.list(pid) });
  }, [ended, pid, queryClient]);
  return (
    <Stack gap="sm">
      <Group>
        <Button disabled={count === 0 || batch.data?.state === 'running'} onClick={() => setAsking(true)}>
          {t('hours.manage.issueAll')}
        </Button>
        {count === 0 ? (
          <Text size="sm">{t(hasNone ? 'hours.manage.noneWithout' : 'hours.manage.allIssued')}</Text>
        ) : null}
      </Group>
      <ConfirmDialog
        opened={asking}
        title={t('hours.manage.issueAllTitle')}
        text={told(t('hours.manage.issueAllText', { count }))}
        confirm={t('hours.manage.issueAll')}
        color="spruce"
        pending={start.isPending}
        error={start.error}
        onConfirm={() => start.mutate()}
        onClose={() => {
          setAsking(false);
          start.reset();
        }}
      >
        <NotOver project={project} effect={t('hours.manage.issueEarly')} />
        {unchecked === 0 ? null : <Text>{t('hours.manage.issueUnchecked', { count: unchecked })}</Text>}
      </ConfirmDialog>
      {batch.data == null ? null : <BatchState batch={batch.data} />}
    </Stack>
  );
}

function BatchState({ batch }: { batch: CertificateBatch }) {
  const { t } = useTranslation();
  const { state, total, considered, issued, unprintable } = batch;
  if (state === 'running')
    return (
      <Stack gap={4}>
        <Progress value={(considered / total) * 100} aria-label={t('hours.manage.running', { considered, total })} />
        <Text size="sm">{t('hours.manage.running', { considered, total })}</Text>
      </Stack>
    );
  return (
    <Stack gap={4}>
      <Text size="sm">{t('hours.manage.done', { count: issued })}</Text>
      {state === 'failed' ? <Text size="sm">{t('hours.manage.failed')}</Text> : null}
      {unprintable === 0 ? null : <Text size="sm">{t('hours.manage.unprintable', { count: unprintable })}</Text>}
    </Stack>
  );
}
