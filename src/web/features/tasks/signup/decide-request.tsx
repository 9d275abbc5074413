import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { JoinRequest } from '../../../../client/client.ts';
import { shownName } from '../../../../locales/format/names.ts';
import { useChange } from '../../../ui/change.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import { decideRequest } from './queries.ts';

/** Approves a request for a place, or declines it after a question. */
export function DecideRequest({ pid, request }: { pid: string; request: JoinRequest }) {
  const { t } = useTranslation();
  const { uid, task, title, refusal } = request;
  const name = shownName(t, request.name);
  const [declining, setDeclining] = useState(false);
  const decide = useChange(decideRequest(pid, task), {
    message: ({ approved }) => t(approved ? 'signup.approved' : 'signup.declined', { name, title }),
    onDone: () => setDeclining(false),
  });
  const nameOf = (action: string) => t('helping.action', { action, title: name });
  return (
    <div>
      <Group gap="xs">
        <Button
          size="xs"
          aria-label={nameOf(t('signup.approve'))}
          loading={decide.isPending}
          onClick={() => decide.mutate({ uid, approved: true })}
        >
          {t('signup.approve')}
        </Button>
        <Button
          size="xs"
          variant="default"
          aria-label={nameOf(t('signup.decline'))}
          disabled={decide.isPending}
          onClick={() => setDeclining(true)}
        >
          {t('signup.decline')}
        </Button>
      </Group>
      {refusal === null ? null : (
        <Text size="sm" c="dimmed">
          {t(`awaited.refusal.${refusal}`)}
        </Text>
      )}
      {decide.error === null ? null : <OrganiserProblem error={decide.error} />}
      <ConfirmDialog
        opened={declining}
        title={t('signup.declineTitle', { name })}
        text={t('signup.declineText', { title })}
        confirm={t('signup.decline')}
        pending={decide.isPending}
        onConfirm={() => decide.mutate({ uid, approved: false })}
        onClose={() => setDeclining(false)}
      />
    </div>
  );
}
