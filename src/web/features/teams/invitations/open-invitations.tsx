import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../ui/format/dates.ts';
import { useChange } from '../../../ui/change.ts';
import { projectQuery } from '../../projects/queries.ts';
import { useInvite } from './use-invite.ts';
import { revokeInvitation, teamInvitationsQuery } from './queries.ts';
import type { InvitationRole } from './queries.ts';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';

/** The open invitations to a team. */
export function OpenInvitations({ pid, tid }: { pid: string; tid: string }) {
  const { t, i18n } = useTranslation();
  const open = useQuery(teamInvitationsQuery(pid, tid)).data ?? [];
  const maySetRole = useQuery(projectQuery(pid)).data?.rights.edit === true;
  const revoke = useChange(revokeInvitation(pid, tid), { message: ({ email }) => t('invite.revoked', { email }) });
  if (open.length === 0) return null;
  return (
    <section aria-labelledby="open-invitations">
      <Title order={2} size="h4" mb="sm" id="open-invitations">
        {t('invite.open', { count: open.length })}
      </Title>
      {revoke.isError ? <OrganiserProblem error={revoke.error} /> : null}
      <Stack gap={0} component="ul" className="muster-plain-list">
        {open.map(({ id, email, role, invited_by: name, expires_at }) => (
          <Group key={id} component="li" className="muster-row" justify="space-between" gap="xs">
            <div>
              <Text className="muster-breaks">{email}</Text>
              <Text size="sm" c="dimmed">
                {[
                  ...(role === 'member' ? [] : [t(`invite.roles.${role}`)]),
                  ...(name === null || name === '' ? [] : [t('invite.by', { name })]),
                  t('invite.until', { date: formatDate(expires_at, i18n.language) }),
                ].join(' · ')}
              </Text>
            </div>
            <Group gap="xs">
              {role === 'member' || maySetRole ? <InviteAgain {...{ pid, tid, email, role }} /> : null}
              <Button
                size="xs"
                variant="default"
                loading={revoke.isPending && revoke.variables.id === id}
                aria-label={t('invite.revokeOf', { email })}
                onClick={() => revoke.mutate({ id, email })}
              >
                {t('invite.revoke')}
              </Button>
            </Group>
          </Group>
        ))}
      </Stack>
    </section>
  );
}

/** Only owners invite chiefs and other owners. */
function InviteAgain({ pid, tid, email, role }: { pid: string; tid: string; email: string; role: InvitationRole }) {
  const { t } = useTranslation();
  const again = useInvite(pid, tid, undefined, role);
  return (
    <>
      {again.error === undefined ? null : <OrganiserProblem error={again.error} />}
      <Button
        size="xs"
        variant="default"
        loading={again.running}
        aria-label={t('invite.againTo', { email })}
        onClick={() => again.run([email])}
      >
        {t('invite.again')}
      </Button>
    </>
  );
}
