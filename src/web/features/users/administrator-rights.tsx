import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '../../../client/client.ts';
import { shownName } from '../../../locales/format/names.ts';
import { useChange } from '../../ui/change.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { OrganiserProblem } from '../../ui/problems/organiser-problem.tsx';
import { useMailMode } from '../sign-in/queries.ts';
import { appointAdministrator, dismissAdministrator } from './queries.ts';

/** Makes the person an administrator, or dismisses them. */
export function AdministratorRights({ user }: { user: User }) {
  const { t } = useTranslation();
  const context = useMailMode();
  const { uid } = user;
  const name = shownName(t, user.name);
  const who = user.email === undefined ? name : `${name} (${user.email})`;
  const [confirming, setConfirming] = useState(false);
  const done = () => setConfirming(false);
  const appoint = useChange(appointAdministrator(uid), {
    message: () => t('admin.people.appointed', { name }),
    onDone: done,
  });
  const dismiss = useChange(dismissAdministrator(uid), {
    message: () => t('admin.people.dismissed', { name }),
    onDone: done,
  });
  const dismisses = user.administrator === true;
  const change = dismisses ? dismiss : appoint;
  const action = dismisses ? t('admin.people.dismiss') : t('admin.people.appoint');
  return (
    <Group>
      <Button variant="default" size="xs" onClick={() => setConfirming(true)}>
        {action}
      </Button>
      <ConfirmDialog
        opened={confirming}
        title={action}
        text={t(dismisses ? 'admin.people.dismissText' : 'admin.people.appointText', { context, name: who })}
        confirm={action}
        color={dismisses ? 'red' : 'spruce'}
        pending={change.isPending}
        onConfirm={() => change.mutate()}
        onClose={() => {
          setConfirming(false);
          change.reset();
        }}
      >
        {change.isError ? <OrganiserProblem error={change.error} /> : null}
      </ConfirmDialog>
    </Group>
  );
}
