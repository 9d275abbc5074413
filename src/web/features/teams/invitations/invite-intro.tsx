import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LoadingPlaceholder } from '../../../ui/page-state.tsx';
import { signInWaysQuery } from '../../sign-in/queries.ts';

/** What an invitation does; where the service sends no mail, what the inviting person has to do. */
export function InviteIntro() {
  const { t } = useTranslation();
  const { data: ways, isPending } = useQuery(signInWaysQuery);
  if (isPending) return <LoadingPlaceholder />;
  if (ways === undefined) return null;
  const address = `${window.location.origin}/invitations`;
  return (
    <Text c="dimmed" className="muster-breaks">
      {t('invite.text', { context: ways.mail, address })}
    </Text>
  );
}
