import { Button, Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { BatchProgress } from '../../../ui/batch-progress.tsx';
import { EmailField } from './email-field.tsx';
import { useEmailList } from './email-list.ts';
import { maxEmails } from './emails.ts';
import { useInvite } from './use-invite.ts';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';

/** Invites mail addresses to a team. Addresses that could not be invited stay in the field. */
export function InviteForm({ pid, tid }: { pid: string; tid: string }) {
  const { t } = useTranslation();
  const list = useEmailList(`invite:${pid}/${tid}`);
  const { emails } = list;
  const invite = useInvite(pid, tid, list.settle);
  return (
    <Stack gap="md">
      <EmailField list={list} disabled={invite.running} />
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
