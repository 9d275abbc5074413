import { Alert, Box, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnInvitation } from '../../../../client/client.ts';
import { affectedByProfile } from '../../../keys.ts';
import { problemCode } from '../../../ui/problems/api-problem.ts';
import { invalidate, useChange } from '../../../ui/change.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { formatDate } from '../../../ui/format/dates.ts';
import { focusFirstError } from '../../../ui/editing/field-errors.ts';
import { AlertIcon } from '../../../ui/icons.tsx';
import { ProblemAlert } from '../../../ui/problems/problem.tsx';
import { ListingChoice } from '../../members/listing-choice.tsx';
import { useMe } from '../../people/queries.ts';
import { acceptInvitation, declineInvitation } from './queries.ts';
import { OwnNameField } from '../../profile/own-name-field.tsx';

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
  const [confirming, setConfirming] = useState(false);
  const { id, pid, team, project, invited_by: name } = invitation;
  const decline = useChange(declineInvitation(id, pid), {
    message: () => t('invite.own.declined'),
    onDone: () => setConfirming(false),
  });
  return (
    <Paper className="muster-surface" p="lg" component="li">
      <Title order={3} size="h5">
        {t('invite.own.team', { team, project })}
      </Title>
      <Text mb="sm">
        {name === null || name === '' ? t('invite.own.nameless') : t('invite.own.from', { name })}{' '}
        {invitation.role === 'member' ? null : `${t(`invite.own.as.${invitation.role}`)} `}
        <Text span c="dimmed">
          {t('invite.own.until', { date: formatDate(invitation.expires_at, i18n.language) })}
        </Text>
      </Text>
      <Box mb="md">
        <ListingChoice pid={pid} />
      </Box>
      <Join invitation={invitation}>
        <Button
          variant="default"
          aria-label={t('invite.own.declineWhat', { team })}
          onClick={() => setConfirming(true)}
        >
          {t('invite.own.decline')}
        </Button>
      </Join>
      <ConfirmDialog
        opened={confirming}
        title={t('invite.own.declineTitle', { team })}
        text={t('invite.own.declineText')}
        confirm={t('invite.own.decline')}
        pending={decline.isPending}
        error={decline.error}
        onConfirm={() => decline.mutate()}
        onClose={() => {
          setConfirming(false);
          decline.reset();
        }}
      />
    </Paper>
  );
}

/** Accepts the invitation; somebody without a name has to enter one. */
function Join({ invitation, children }: { invitation: OwnInvitation; children: ReactNode }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const formId = useId();
  const me = useMe();
  const nameless = me?.name === '';
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (name) => (nameless && name.trim() === '' ? t('person.profile.nameMissing') : null) },
  });
  const { id, pid, tid, team } = invitation;
  const { run, affects } = acceptInvitation(id, pid);
  const accept = useMutation({
    mutationFn: (name: string) => run({ name: nameless ? name : undefined }),
    onSuccess: async () => {
      await invalidate(queryClient, affects);
      notifications.show({ message: t('invite.own.accepted', { team }) });
      await navigate({ to: '/projects/$pid/teams/$tid', params: { pid, tid } });
    },
    // The name may have been saved all the same.
    onError: () => invalidate(queryClient, affectedByProfile),
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
      {nameless ? <OwnNameField {...form.getInputProps('name')} mb="md" /> : null}
      <Text size="sm" mb="sm">
        {t('invite.own.shows', { email: me?.email ?? '' })}
      </Text>
      {accept.isError ? <AcceptError error={accept.error} /> : null}
      <Group gap="sm">
        <Button type="submit" loading={accept.isPending} aria-label={t('invite.own.acceptWhat', { team })}>
          {t('invite.own.accept')}
        </Button>
        {children}
      </Group>
    </form>
  );
}

function AcceptError({ error }: { error: unknown }) {
  const { t } = useTranslation();
  if (problemCode(error) !== 'team_full') return <ProblemAlert error={error} />;
  return (
    <Alert color="yellow" variant="outline" icon={<AlertIcon />} role="alert" mb="sm">
      {t('invite.own.full')}
    </Alert>
  );
}
