import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingPlaceholder } from '../../../ui/page-state.tsx';
import { signInWaysQuery } from '../../sign-in/queries.ts';

/** The server's rendering does not know under which address the browser reached it: it writes the path alone. */
const useOrigin = (): string =>
  useSyncExternalStore(
    () => () => {},
    () => window.location.origin,
    () => '',
  );

/** What an invitation does; where the service sends no mail, what the inviting person has to do. */
export function InviteIntro() {
  const { t } = useTranslation();
  const { data: ways, isPending } = useQuery(signInWaysQuery);
  const address = `${useOrigin()}/invitations`;
  if (isPending) return <LoadingPlaceholder />;
  if (ways === undefined) return null;
  return (
    <Text c="dimmed" className="muster-breaks">
      {t('invite.text', { context: ways.mail, address })}
    </Text>
  );
}
