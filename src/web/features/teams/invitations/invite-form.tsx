import { Button, Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { WorkProgress } from '../../../ui/batch-progress.tsx';
import { AddressField } from './email-field.tsx';
import { useAddressList } from './email-list.ts';
import { mostAddresses } from './emails.ts';
import { useInvite } from './use-invite.ts';
import { WhyAlert } from '../../../ui/organiser-problem.tsx';

/** Addresses to be invited to a team. What could not be sent stays in the field. */
export function InviteForm({ pid, tid }: { pid: string; tid: string }) {
  const { t } = useTranslation();
  const list = useAddressList(`invite:${pid}/${tid}`);
  const { addresses } = list;
  const invite = useInvite(pid, tid, list.settle);
  return (
    <Stack gap="md">
      <AddressField list={list} disabled={invite.running} />
      {invite.running ? (
        <WorkProgress label={t('invite.title')} done={invite.done} all={invite.all} onStop={invite.stop} />
      ) : (
        <Group>
          <Button
            disabled={addresses.length === 0 || addresses.length > mostAddresses}
            onClick={() => invite.run(addresses)}
          >
            {t('invite.send', { count: addresses.length })}
          </Button>
        </Group>
      )}
      {invite.error === undefined ? null : <WhyAlert error={invite.error} />}
    </Stack>
  );
}
