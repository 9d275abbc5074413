import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMailMode } from '../../sign-in/queries.ts';

/** What an invitation does; where the service sends no mail, what the inviting person has to do. */
export function InviteIntro() {
  const { t } = useTranslation();
  const address = `${window.location.origin}/invitations`;
  return (
    <Text c="dimmed" className="muster-breaks">
      {t('invite.text', { context: useMailMode(), address })}
    </Text>
  );
}
