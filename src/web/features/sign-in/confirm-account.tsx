import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { InspectedLink } from '../../../client/client.ts';
import { PersonIcon } from '../../ui/icons.tsx';
import { useMe } from '../people/queries.ts';
import { useAfterSignIn } from './after-sign-in.ts';
import { ExchangeFailed } from './exchange-failed.tsx';
import { dropLinkToken } from './link-token.ts';
import { signInConfirmed } from './queries.ts';
import { SignInCard } from './sign-in-card.tsx';

/**
 * Asks before a link signs in that this browser did not request, or that would replace a session. Another site may have
 * opened it, so that what the person enters next goes to somebody else's account.
 */
export function ConfirmAccount({ token, account }: { token: string; account: InspectedLink }) {
  const { t } = useTranslation();
  const router = useRouter();
  const me = useMe();
  const afterSignIn = useAfterSignIn();
  const exchange = useMutation({ mutationFn: () => signInConfirmed(token), onSuccess: afterSignIn });
  const decline = async (): Promise<void> => {
    await router.navigate({ href: '/', replace: true });
    dropLinkToken();
  };

  if (exchange.isError) return <ExchangeFailed error={exchange.error} onRetry={() => exchange.mutate()} />;
  const shown = account.name === '' ? account.email : `${account.name} (${account.email})`;
  return (
    <SignInCard icon={<PersonIcon size={24} />} title={t('signIn.confirmTitle')} text={t('signIn.confirmText')}>
      <Text fw={600}>{shown}</Text>
      {me === null ? null : (
        <Text size="sm">
          {me.email === account.email ? t('signIn.confirmSame') : t('signIn.confirmOther', { email: me.email })}
        </Text>
      )}
      <Stack gap="sm">
        <Button
          size="md"
          loading={exchange.isPending || exchange.isSuccess}
          onClick={() => exchange.mutate()}
          fullWidth
        >
          {t('signIn.confirmButton')}
        </Button>
        <Button
          variant="default"
          disabled={exchange.isPending || exchange.isSuccess}
          onClick={() => void decline()}
          fullWidth
        >
          {t('signIn.confirmNot')}
        </Button>
      </Stack>
    </SignInCard>
  );
}
