import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDraft } from '../../ui/drafts.ts';
import { WorkProgress } from '../../ui/work-progress.tsx';
import { AddressField } from './address-field.tsx';
import { addressesIn, mostAddresses } from './addresses.ts';
import { useInvite } from './invite.ts';
import { WhyAlert } from './why.tsx';

/** Addresses to be invited to a team. What could not be sent stays in the field. */
export function InviteForm({ pid, tid }: { pid: string; tid: string }) {
  const { t } = useTranslation();
  // Addresses of other people stay in this tab.
  const draft = useDraft<string>(`invite:${pid}/${tid}`, 'tab');
  const [text, setText] = useState(draft.found?.values ?? '');
  const type = (value: string) => {
    setText(value);
    if (value === '') draft.drop();
    else draft.keep({ values: value, base: undefined });
  };
  const invite = useInvite(pid, tid, (left) => type(left.join('\n')));
  const { addresses } = addressesIn(text);
  return (
    <Stack gap="md">
      <AddressField value={text} disabled={invite.running} onChange={type} />
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
