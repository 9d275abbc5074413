import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnInvitation } from '../../../../client/client.ts';
import { ApiProblem, call } from '../../../api.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { formatDate } from '../../../ui/format/dates.ts';
import { focusFirstError } from '../../../ui/editing/field-errors.ts';
import { AlertIcon } from '../../../ui/icons.tsx';
import { ProblemAlert } from '../../../ui/problem.tsx';
import { meQuery, useMe } from '../../people/queries.ts';
import { ownInvitationsQuery } from './queries.ts';
import { OwnName, saveName } from '../../profile/own-name-field.tsx';

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
  const [asked, ask] = useState(false);
  const { id, team, project, invited_by: name } = invitation;
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
          {t('invite.own.until', { date: formatDate(invitation.expires_at, i18n.language) })}
        </Text>
      </Text>
      <Join invitation={invitation}>
        <Button variant="default" aria-label={t('invite.own.declineWhat', { team })} onClick={() => ask(true)}>
          {t('invite.own.decline')}
        </Button>
      </Join>
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

/** Somebody who has just come is asked for the name by which the team will know them. */
function Join({ invitation, children }: { invitation: OwnInvitation; children: ReactNode }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const formId = useId();
  const nameless = useMe()?.name === '';
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (name) => (nameless && name.trim() === '' ? t('person.profile.nameMissing') : null) },
  });
  const { id, pid, tid, team } = invitation;
  const accept = useMutation({
    mutationFn: async (name: string) => {
      if (nameless) await saveName(name);
      await call('accept_invitation', { path: { id } });
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries();
      notifications.show({ message: t('invite.own.accepted', { team }) });
      await navigate({ to: '/projects/$pid/teams/$tid', params: { pid, tid } });
    },
    // The name may be saved all the same.
    onError: () => queryClient.invalidateQueries({ queryKey: meQuery.queryKey }),
  });
  return (
    <form
      noValidate
      id={formId}
      onSubmit={form.onSubmit(
        ({ name }) => accept.mutate(name.trim()),
        () => focusFirstError(formId),
      )}
    >
      {nameless ? <OwnName {...form.getInputProps('name')} mb="md" /> : null}
      {accept.isError ? <Refusal error={accept.error} /> : null}
      <Group gap="sm">
        <Button type="submit" loading={accept.isPending} aria-label={t('invite.own.acceptWhat', { team })}>
          {t('invite.own.accept')}
        </Button>
        {children}
      </Group>
    </form>
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
