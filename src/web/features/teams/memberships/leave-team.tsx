import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Team } from '../../../../client/client.ts';
import { call } from '../../../api.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { meQuery, useMe } from '../../people/queries.ts';

type LeaveTeamProps = { pid: string; team: Pick<Team, 'tid' | 'name'>; text?: string };

export function LeaveTeam({ pid, team, text }: LeaveTeamProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const uid = useMe()?.uid ?? '';
  const [opened, setOpened] = useState(false);
  const leaving = useMutation({
    mutationFn: () => call('remove_member', { path: { pid, tid: team.tid, uid } }),
    onSuccess: async () => {
      setOpened(false);
      notifications.show({ message: t('project.teams.left', { team: team.name }) });
      await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
      await queryClient.invalidateQueries({ queryKey: ['project', pid] });
    },
  });
  return (
    <div className="muster-no-print">
      <Button variant="outline" color="red" onClick={() => setOpened(true)}>
        {t('project.teams.leave')}
      </Button>
      <ConfirmDialog
        opened={opened}
        title={t('project.teams.leaveTitle', { team: team.name })}
        text={text ?? t('project.teams.leaveText')}
        confirm={t('project.teams.leave')}
        pending={leaving.isPending}
        error={leaving.error}
        onConfirm={() => leaving.mutate()}
        onClose={() => {
          setOpened(false);
          leaving.reset();
        }}
      />
    </div>
  );
}
