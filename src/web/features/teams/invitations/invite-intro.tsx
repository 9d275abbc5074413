import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMailWay } from '../../sign-in/queries.ts';

/** What an invitation does; where no mail is sent, what is left to the person who invites. */
export function InviteLead() {
  const { t } = useTranslation();
  const address = `${window.location.origin}/invitations`;
  return (
    <Text c="dimmed" className="muster-breaks">
      {t('invite.text', { context: useMailWay(), address })}
    </Text>
  );
}
