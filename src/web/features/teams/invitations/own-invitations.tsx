import { Alert, Box, Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnInvitation } from '../../../../client/client.ts';
import { affectedByProfile, memberKeys } from '../../../keys.ts';
import { problemCode } from '../../../ui/problems/api-problem.ts';
import { invalidate, useChange } from '../../../ui/change.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { formatDate } from '../../../../locales/format/dates.ts';
import { focusFirstError } from '../../../ui/editing/field-errors.ts';
import { AlertIcon } from '../../../ui/icons.tsx';
import { ProblemAlert } from '../../../ui/problems/problem.tsx';
import { ListingChoice } from '../../members/listing-choice.tsx';
import { keepShownListing } from '../../members/queries.ts';
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
  const { id, pid, role, project } = invitation;
  const isOwner = role === 'owner';
  // Only owners join a draft.
  const isWaiting = invitation.draft && !isOwner;
  const team = isOwner ? project : invitation.team;
  const decline = useChange(declineInvitation(id, pid), {
    message: () => t('invite.own.declined'),
    onDone: () => setConfirming(false),
  });
  const declineButton = (
    <Button variant="default" aria-label={t('invite.own.declineWhat', { team })} onClick={() => setConfirming(true)}>
      {t('invite.own.decline')}
    </Button>
  );
  return (
    <Paper className="muster-surface" p="lg" component="li">
      <Title order={3} size="h5">
        {isOwner ? project : t('invite.own.team', { team, project })}
      </Title>
      <Text mb="sm">
        {sender(t, invitation)} {role === 'chief' ? `${t('invite.own.chief')} ` : ''}
        <Text span c="dimmed">
          {t('invite.own.until', { date: formatDate(invitation.expires_at, i18n.language) })}
        </Text>
      </Text>
      {isOwner || isWaiting ? null : (
        <Box mb="md">
          <ListingChoice pid={pid} />
        </Box>
      )}
      {isWaiting ? (
        <>
          <Text mb="md">{t('invite.own.draft', { event: project })}</Text>
          {declineButton}
        </>
      ) : (
        <Join invitation={invitation}>{declineButton}</Join>
      )}
      <ConfirmDialog
        opened={confirming}
        title={t('invite.own.declineTitle', { team })}
        text={t('invite.own.declineText')}
        confirm={t('invite.own.decline')}
        change={decline}
        onConfirm={() => decline.mutate()}
        onClose={() => setConfirming(false)}
      />
    </Paper>
  );
}

function sender(t: TFunction, { role, invited_by: name }: OwnInvitation): string {
  if (name === null || name === '') return role === 'owner' ? t('invite.own.owner.nameless') : t('invite.own.nameless');
  return role === 'owner' ? t('invite.own.owner.from', { name }) : t('invite.own.from', { name });
}

/** The API stores it in international format. */
const isPhone = (text: string): boolean => text === '' || /^\+[0-9][0-9 ().-]*$/.test(text);

/** Accepts the invitation; somebody without a name has to enter one. */
function Join({ invitation, children }: { invitation: OwnInvitation; children: ReactNode }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const formId = useId();
  const me = useMe();
  const nameless = me?.name === '';
  const form = useForm({
    initialValues: { name: invitation.name, phone: invitation.phone },
    validate: {
      name: (name) => (nameless && name.trim() === '' ? t('person.profile.nameMissing') : null),
      phone: (phone) => (isPhone(phone.trim()) ? null : t('person.contact.phoneWrong')),
    },
  });
  const { id, pid, tid, team, project } = invitation;
  const isOwner = invitation.role === 'owner';
  const { run, affects } = acceptInvitation(id, pid);
  const accept = useMutation({
    mutationFn: async ({ name, phone }: { name: string; phone: string }) => {
      await run({ name: nameless ? name : undefined, phone: phone === '' ? undefined : phone });
      if (!isOwner) await keepShownListing(pid, me);
    },
    onSuccess: async () => {
      await invalidate(queryClient, [...affects, memberKeys.own]);
      notifications.show({
        message: isOwner ? t('invite.own.owner.accepted', { project }) : t('invite.own.accepted', { team }),
      });
      if (isOwner) await navigate({ to: '/projects/$pid/manage', params: { pid } });
      else await navigate({ to: '/projects/$pid/teams/$tid', params: { pid, tid } });
    },
    // The name may have been saved all the same.
    onError: () => invalidate(queryClient, affectedByProfile),
  });
  return (
    <form
      noValidate
      id={formId}
      onSubmit={form.onSubmit(
        ({ name, phone }) => accept.mutate({ name: name.trim(), phone: phone.trim() }),
        () => focusFirstError(formId),
      )}
    >
      {nameless ? <OwnNameField {...form.getInputProps('name')} mb="md" /> : null}
      {invitation.phone === '' ? null : (
        <TextInput
          {...form.getInputProps('phone')}
          label={t('invite.own.phone')}
          description={t('invite.own.phoneHint')}
          type="tel"
          maxLength={40}
          mb="md"
        />
      )}
      <Text size="sm" mb="sm">
        {t(isOwner ? 'invite.own.owner.shows' : 'invite.own.shows', { email: me?.email ?? '' })}
      </Text>
      {accept.isError ? <AcceptError error={accept.error} /> : null}
      <Group gap="sm">
        <Button
          type="submit"
          loading={accept.isPending}
          aria-label={isOwner ? t('invite.own.owner.acceptWhat', { project }) : t('invite.own.acceptWhat', { team })}
        >
          {isOwner ? t('invite.own.owner.accept') : t('invite.own.accept')}
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
