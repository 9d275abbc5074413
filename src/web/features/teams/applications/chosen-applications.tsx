import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Application, Team } from '../../../../client/client.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useEach } from '../../../ui/table/each.ts';
import { EachState, SelectionBar } from '../../../ui/table/selection-bar.tsx';
import { shownName } from '../../../../locales/format/names.ts';
import { acceptApplication, declineApplication } from './queries.ts';
import { useTold } from '../../notices/told.ts';

type ChosenApplicationsProps = {
  pid: string;
  team: Team;
  applications: readonly Application[];
  /** Called with the applications that are still open. */
  onEnd: (left: readonly Application[]) => void;
};

/** Accepts or declines the selected applications. */
export function ChosenApplications({ pid, team, applications, onEnd }: ChosenApplicationsProps) {
  const { t } = useTranslation();
  const told = useTold();
  const [declining, setDeclining] = useState(false);
  const { tid, name } = team;
  const count = applications.length;
  const end = (text: 'acceptedAll' | 'declinedAll') => (done: number, left: readonly Application[]) => {
    if (done > 0) notifications.show({ message: told(t(`apply.manage.${text}`, { count: done, team: name })) });
    setDeclining(false);
    onEnd(left);
  };
  const accept = useEach(acceptApplication(pid, tid), end('acceptedAll'));
  const decline = useEach(declineApplication(pid, tid), end('declinedAll'));
  const running = accept.running || decline.running;
  const nameOf = (one: Application) => shownName(t, one.name);
  return (
    <>
      <SelectionBar count={count} disabled={running} onClear={() => onEnd([])}>
        <Button
          size="xs"
          disabled={running}
          onClick={() => {
            decline.reset();
            accept.run(applications);
          }}
        >
          {t('apply.manage.acceptAll', { count })}
        </Button>
        <Button size="xs" variant="default" disabled={running} onClick={() => setDeclining(true)}>
          {t('apply.manage.declineAll', { count })}
        </Button>
      </SelectionBar>
      <EachState
        each={accept}
        label={t('apply.manage.accept')}
        result={(done, all) => t('apply.manage.acceptedOf', { done, count: all })}
        keyOf={({ uid }) => uid}
        nameOf={nameOf}
      />
      <EachState
        each={decline}
        label={t('apply.manage.decline')}
        result={(done, all) => t('apply.manage.declinedOf', { done, count: all })}
        keyOf={({ uid }) => uid}
        nameOf={nameOf}
      />
      <ConfirmDialog
        opened={declining}
        title={t('apply.manage.declineAllTitle', { count })}
        text={told(t('apply.manage.declineAllText'))}
        confirm={t('apply.manage.declineAll', { count })}
        pending={decline.running}
        onConfirm={() => {
          accept.reset();
          decline.run(applications);
        }}
        onClose={() => setDeclining(false)}
      />
    </>
  );
}
