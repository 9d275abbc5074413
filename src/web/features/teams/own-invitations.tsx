import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnInvitation } from '../../../client/client.ts';
import { ApiProblem, call } from '../../api.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { formatDate } from '../../ui/dates.ts';
import { AlertIcon } from '../../ui/icons.tsx';
import { ProblemAlert } from '../../ui/problem.tsx';

/** More than a handful are not open for one person at a time. */
export const ownInvitationsQuery = queryOptions({
  queryKey: ['own', 'invitations'],
  queryFn: async () => (await call('list_own_invitations', { query: { limit: 50 } })).data,
});

export function InvitationList({ invitations }: { invitations: readonly OwnInvitation[] }) {
  return (
    <Stack gap="md" component="ul" className="muster-plain-list">
      {invitations.map((invitation) => (
        <InvitationCard key={invitation.id} invitation={invitation} />
      ))}
    </Stack>
  );
}

function InvitationCard({ invitation }: { invitation: OwnInvitation }) {
  const { t, i18n } = useTranslation();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [asked, ask] = useState(false);
  const { id, pid, tid, team, project, invited_by: name } = invitation;
  const accept = useMutation({
    mutationFn: () => call('accept_invitation', { path: { id } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries();
      notifications.show({ message: t('invite.own.accepted', { team }) });
      await navigate({ to: '/projects/$pid/teams/$tid', params: { pid, tid } });
    },
  });
  const decline = useMutation({
    mutationFn: () => call('decline_invitation', { path: { id } }),
    onSuccess: async () => {
      ask(false);
      notifications.show({ message: t('invite.own.declined') });
      await queryClient.invalidateQueries({ queryKey: ownInvitationsQuery.queryKey });
    },
  });
  return (
    <Paper className="muster-surface" p="lg" component="li">
      <Title order={3} size="h5">
        {t('invite.own.team', { team, project })}
      </Title>
      <Text mb="sm">
        {name === null || name === '' ? t('invite.own.nameless') : t('invite.own.from', { name })}{' '}
        <Text span c="dimmed">
          {t('invite.until', { date: formatDate(invitation.expires_at, i18n.language) })}
        </Text>
      </Text>
      {accept.isError ? <Refusal error={accept.error} /> : null}
      <Group gap="sm">
        <Button
          loading={accept.isPending}
          aria-label={t('invite.own.acceptWhat', { team })}
          onClick={() => accept.mutate()}
        >
          {t('invite.own.accept')}
        </Button>
        <Button variant="default" aria-label={t('invite.own.declineWhat', { team })} onClick={() => ask(true)}>
          {t('invite.own.decline')}
        </Button>
      </Group>
      <ConfirmDialog
        opened={asked}
        title={t('invite.own.declineTitle', { team })}
        text={t('invite.own.declineText')}
        confirm={t('invite.own.decline')}
        pending={decline.isPending}
        error={decline.error}
        onConfirm={() => decline.mutate()}
        onClose={() => {
          ask(false);
          decline.reset();
        }}
      />
    </Paper>
  );
}

function Refusal({ error }: { error: unknown }) {
  const { t } = useTranslation();
  if (!(error instanceof ApiProblem) || error.code !== 'team_full') return <ProblemAlert error={error} />;
  return (
    <Alert color="yellow" variant="outline" icon={<AlertIcon />} role="alert" mb="sm">
      {t('invite.own.full')}
    </Alert>
  );
}
