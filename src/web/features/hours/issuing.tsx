import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifications } from '@mantine/notifications';
import type { CertificateBatch, HoursSummary, Project } from '../../../client/client.ts';
import { shownName } from '../../../locales/format/names.ts';
import { hoursKeys } from '../../keys.ts';
import { useChange } from '../../ui/change.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useEach } from '../../ui/table/each.ts';
import { EachState } from '../../ui/table/selection-bar.tsx';
import { NotOver } from '../projects/event/not-over.tsx';
import { batchQuery, collectRenewable, issueAll, replaceEach } from './queries.ts';

const pollMs = 1500;

type IssuingProps = { project: Project; counts: HoursSummary };

/** Certificates for everybody who has hours and none yet. */
export function Issuing({ project, counts }: IssuingProps) {
  const { t } = useTranslation();
  const { pid } = project;
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const start = useChange(issueAll(pid), { onDone: () => setAsking(false) });
  const { issuable: count, not_checked_in: unchecked, uncertified, unwanted } = counts;
  const batch = useQuery({
    ...batchQuery(pid),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? pollMs : false),
  });
  const ended = batch.data?.ended_at;
  useEffect(() => {
    if (ended != null) void queryClient.invalidateQueries({ queryKey: hoursKeys.all(pid) });
  }, [ended, pid, queryClient]);
  return (
    <Stack gap="sm">
      <Group>
        <Button disabled={count === 0 || batch.data?.state === 'running'} onClick={() => setAsking(true)}>
          {t('hours.manage.issueAll')}
        </Button>
        {count === 0 ? (
          <Text size="sm">{t(uncertified > 0 ? 'hours.manage.noneWithout' : 'hours.manage.allIssued')}</Text>
        ) : null}
        {unwanted === 0 ? null : <Text size="sm">{t('hours.manage.unwanted', { count: unwanted })}</Text>}
      </Group>
      <ConfirmDialog
        opened={asking}
        title={t('hours.manage.issueAllTitle')}
        text={t('hours.manage.issueAllText', { count })}
        confirm={t('hours.manage.issueAll')}
        color="spruce"
        change={start}
        onConfirm={() => start.mutate()}
        onClose={() => setAsking(false)}
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

/** New certificates for everybody whose hours changed since theirs was issued. */
export function Renewing({ project, counts: { outdated, renewable: count } }: IssuingProps) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const each = useEach(replaceEach(project.pid), (done) => {
    if (done > 0) notifications.show({ message: t('hours.manage.done', { count: done }) });
  });
  const collect = useChange(collectRenewable(project.pid), {
    onDone: (_, rows) => {
      setAsking(false);
      each.run(rows);
    },
  });
  return (
    <>
      {outdated === 0 ? null : (
        <Group>
          {count === 0 ? null : (
            <Button variant="default" disabled={each.running} onClick={() => setAsking(true)}>
              {t('hours.manage.renewAll')}
            </Button>
          )}
          <Text size="sm">{t('hours.manage.outdated', { count: outdated })}</Text>
        </Group>
      )}
      <EachState
        each={each}
        label={t('hours.manage.renewAll')}
        result={(done, all) => t('hours.manage.renewedOf', { done, count: all })}
        keyOf={({ uid }) => uid}
        nameOf={({ name }) => shownName(t, name)}
      />
      <ConfirmDialog
        opened={asking}
        title={t('hours.manage.renewAllTitle')}
        text={t('hours.manage.renewAllText', { count })}
        confirm={t('hours.manage.renewAll')}
        change={collect}
        onConfirm={() => collect.mutate()}
        onClose={() => setAsking(false)}
      >
        <NotOver project={project} effect={t('hours.manage.issueEarly')} />
      </ConfirmDialog>
    </>
  );
}
