import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Team } from '../../../../client/client.ts';
import { useChange } from '../../../ui/change.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { ReleasedPlaces } from '../../tasks/released-places.tsx';
import { useMe } from '../../people/queries.ts';
import { removeMember } from './queries.ts';

type LeaveTeamProps = { pid: string; team: Pick<Team, 'tid' | 'name'>; text?: string };

export function LeaveTeam({ pid, team, text }: LeaveTeamProps) {
  const { t } = useTranslation();
  const uid = useMe()?.uid ?? '';
  const [opened, setOpened] = useState(false);
  const leaving = useChange(removeMember(pid, team.tid), {
    message: () => t('project.teams.left', { team: team.name }),
    onDone: () => setOpened(false),
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
        change={leaving}
        onConfirm={() => leaving.mutate({ uid, name: '' })}
        onClose={() => setOpened(false)}
      >
        {opened ? <ReleasedPlaces departure={{ of: 'self', pid, tid: team.tid, uid }} /> : null}
      </ConfirmDialog>
    </div>
  );
}
