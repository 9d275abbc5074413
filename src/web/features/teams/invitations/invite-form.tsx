import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { BatchProgress } from '../../../ui/batch-progress.tsx';
import { EmailField } from './email-field.tsx';
import { useEmailList } from './email-list.ts';
import { maxEmails } from './emails.ts';
import { projectQuery } from '../../projects/queries.ts';
import type { InvitationRole } from './queries.ts';
import { RoomWarning } from './room-warning.tsx';
import { useInvite } from './use-invite.ts';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';

const roles = ['member', 'chief', 'owner'] as const;

type InviteFormProps = { pid: string; tid: string; role: InvitationRole; onRole: (role: InvitationRole) => void };

/** Invites mail addresses to a team. Addresses that could not be invited stay in the field. */
export function InviteForm({ pid, tid, role, onRole }: InviteFormProps) {
  const { t } = useTranslation();
  const list = useEmailList(`invite:${pid}/${tid}`);
  const { emails } = list;
  const project = useQuery(projectQuery(pid)).data;
  const maySetRole = project?.rights.edit === true;
  const invite = useInvite(pid, tid, list.settle, maySetRole ? role : 'member');
  return (
    <Stack gap="md">
      {project?.state === 'draft' ? <Text>{t('invite.draft')}</Text> : null}
      <EmailField list={list} disabled={invite.running} />
      {maySetRole ? (
        <Select
          label={t('invite.role')}
          description={t(`invite.roleHints.${role}`)}
          data={roles.map((value) => ({ value, label: t(`invite.roles.${value}`) }))}
          value={role}
          onChange={(value) => onRole(roles.find((one) => one === value) ?? 'member')}
          allowDeselect={false}
          disabled={invite.running}
          maw={{ xs: '20rem' }}
        />
      ) : null}
      {role === 'owner' ? null : <RoomWarning pid={pid} tid={tid} people={emails.length} />}
      {invite.running ? (
        <BatchProgress label={t('invite.title')} done={invite.done} all={invite.all} onStop={invite.stop} />
      ) : (
        <Group>
          <Button disabled={emails.length === 0 || emails.length > maxEmails} onClick={() => invite.run(emails)}>
            {t('invite.send', { count: emails.length })}
          </Button>
        </Group>
      )}
      {invite.error === undefined ? null : <OrganiserProblem error={invite.error} />}
    </Stack>
  );
}
