import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnApplication } from '../../../../client/client.ts';
import { useChange } from '../../../ui/change.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { formatDate } from '../../../../locales/format/dates.ts';
import { PageLink } from '../../../ui/links.tsx';
import { withdrawApplication } from './queries.ts';

export function ApplicationList({ applications }: { applications: readonly OwnApplication[] }) {
  return (
    <Stack gap="md" component="ul" className="muster-plain-list">
      {applications.map((application) => (
        <ApplicationCard key={`${application.pid}/${application.tid}`} application={application} />
      ))}
    </Stack>
  );
}

function ApplicationCard({ application }: { application: OwnApplication }) {
  const { t, i18n } = useTranslation();
  const { pid, tid, team, project, applied_at: since, state } = application;
  return (
    <Paper className="muster-surface" p="lg" component="li">
      <Group justify="space-between" gap="sm">
        <div>
          <Title order={3} size="h5">
            <PageLink to="/projects/$pid/teams/$tid" params={{ pid, tid }} inherit>
              {t('apply.own.team', { team, project })}
            </PageLink>
          </Title>
          <Text c="dimmed">
            {state === 'waiting'
              ? t('apply.own.onList')
              : t('apply.own.waiting', { date: formatDate(since, i18n.language) })}
          </Text>
        </div>
        <Withdraw pid={pid} tid={tid} team={team} />
      </Group>
    </Paper>
  );
}

type WithdrawProps = { pid: string; tid: string; team: string; onDone?: () => void };

export function Withdraw({ pid, tid, team, onDone }: WithdrawProps) {
  const { t } = useTranslation();
  const [confirming, setConfirming] = useState(false);
  const withdrawal = useChange(withdrawApplication(pid, tid), {
    message: () => t('apply.withdrawn', { team }),
    onDone: () => {
      setConfirming(false);
      onDone?.();
    },
  });
  return (
    <>
      <Button variant="default" aria-label={t('apply.withdrawFrom', { team })} onClick={() => setConfirming(true)}>
        {t('apply.withdraw')}
      </Button>
      <ConfirmDialog
        opened={confirming}
        title={t('apply.withdrawTitle', { team })}
        text={t('apply.withdrawText')}
        confirm={t('apply.withdraw')}
        change={withdrawal}
        onConfirm={() => withdrawal.mutate()}
        onClose={() => setConfirming(false)}
      />
    </>
  );
}
