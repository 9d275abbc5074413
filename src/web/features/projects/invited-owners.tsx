import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Invitation } from '../../../client/client.ts';
import { formatDate } from '../../../locales/format/dates.ts';
import { useChange } from '../../ui/change.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { OrganiserProblem } from '../../ui/problems/organiser-problem.tsx';
import { looksLikeUsualEmail } from '../sign-in/email-pattern.ts';
import { invitedAsQuery, revokeInvitation } from '../teams/invitations/queries.ts';
import { currentLanguage } from '../../ui/i18n.ts';
import { useInvite } from '../teams/invitations/use-invite.ts';
import { teamsQuery } from '../teams/queries.ts';
import { useShownZone } from './event/event-zone.tsx';

/** In place of people who were not found: where they sign in, so that they can be found by name. */
export function AskToSignIn({ typed }: { typed: string }) {
  const { t } = useTranslation();
  if (!looksLikeUsualEmail(typed)) return null;
  const { origin } = window.location;
  return (
    <Group gap="xs" wrap="nowrap">
      <Text size="sm" className="muster-breaks">
        {t('manage.owners.askToSignIn', { email: typed, address: origin })}
      </Text>
      <CopyButton value={origin} what={t('manage.owners.address')} />
    </Group>
  );
}

type InviteOwnerProps = { pid: string; typed: string; mayInvite: boolean; onInvited: () => void };

/** For an email address: invites it as owner. An invitation belongs to a team, so there has to be one. */
export function InviteOwner({ pid, typed, mayInvite, onInvited }: InviteOwnerProps) {
  const teams = useQuery(teamsQuery(pid)).data ?? [];
  const team = teams.find(({ disabled, rights }) => !disabled && rights.add_members);
  if (!looksLikeUsualEmail(typed)) return null;
  if (team === undefined || !mayInvite) return <AskToSignIn typed={typed} />;
  return <InviteAddress key={typed} pid={pid} tid={team.tid} email={typed} onInvited={onInvited} />;
}

type InviteAddressProps = Pick<InviteOwnerProps, 'pid' | 'onInvited'> & { tid: string; email: string };

function InviteAddress({ pid, tid, email, onInvited }: InviteAddressProps) {
  const { t, i18n } = useTranslation();
  const invite = useInvite(pid, tid, {
    role: 'owner',
    language: currentLanguage(i18n),
    onEnd: (left, refused) => {
      if (left.length + refused.length === 0) onInvited();
    },
  });
  return (
    <>
      <Group gap="sm">
        <Text size="sm" className="muster-breaks">
          {t('manage.owners.inviteText', { email })}
        </Text>
        <Button size="xs" loading={invite.running} onClick={() => invite.run([{ email }])}>
          {t('manage.owners.invite')}
        </Button>
      </Group>
      {invite.error === undefined ? null : <OrganiserProblem error={invite.error} />}
    </>
  );
}

/** Who was invited to run the project and has not answered. */
export function InvitedOwners({ pid }: { pid: string }) {
  const open = useQuery(invitedAsQuery(pid, 'owner')).data ?? [];
  return open.map((invitation) => <InvitedOwner key={invitation.id} pid={pid} invitation={invitation} />);
}

function InvitedOwner({ pid, invitation }: { pid: string; invitation: Invitation }) {
  const { t, i18n } = useTranslation();
  const zone = useShownZone();
  const { email, expires_at: until } = invitation;
  const revoke = useChange(revokeInvitation(pid), { message: () => t('invite.revoked', { email }) });
  return (
    <Group component="li" className="muster-row" justify="space-between">
      <div>
        <Text className="muster-breaks">{email}</Text>
        <Text size="sm" c="dimmed">
          {t('manage.owners.invitedUntil', { date: formatDate(until, i18n.language, zone) })}
        </Text>
        {revoke.isError ? <OrganiserProblem error={revoke.error} /> : null}
      </div>
      <Button
        size="xs"
        variant="default"
        loading={revoke.isPending}
        aria-label={t('invite.revokeOf', { email })}
        onClick={() => revoke.mutate(invitation)}
      >
        {t('invite.revoke')}
      </Button>
    </Group>
  );
}
