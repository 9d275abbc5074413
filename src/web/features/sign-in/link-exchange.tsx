import { Button, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { problemCode } from '../../ui/problems/api-problem.ts';
import { AlertIcon } from '../../ui/icons.tsx';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { useAfterSignIn } from './after-sign-in.ts';
import { dropLinkToken } from './link-token.ts';
import { linkExchangeQuery } from './queries.ts';
import { SignInCard } from './sign-in-card.tsx';

export function LinkExchange({ token }: { token: string }) {
  const { t } = useTranslation();
  const afterSignIn = useAfterSignIn();
  const exchange = useQuery(linkExchangeQuery(token));
  const onSignedIn = useEffectEvent(() => void afterSignIn());
  useEffect(() => {
    if (exchange.isSuccess) onSignedIn();
  }, [exchange.isSuccess]);

  if (exchange.isError) return <ExchangeFailed error={exchange.error} onRetry={() => void exchange.refetch()} />;
  return <SignInCard icon={<Loader size={22} />} title={t('signIn.exchanging')} text={t('signIn.exchangingText')} />;
}

function ExchangeFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation();
  const code = problemCode(error);
  const icon = <AlertIcon size={24} />;
  if (code === 'suspended')
    return <SignInCard icon={icon} title={t('signIn.suspendedTitle')} text={t('signIn.suspendedText')} />;
  if (code === 'invalid_link' || code === 'invalid_input') {
    return (
      <SignInCard icon={icon} title={t('signIn.invalidTitle')} text={t('signIn.invalidText')}>
        <Button size="md" onClick={dropLinkToken} fullWidth>
          {t('signIn.askAgain')}
        </Button>
      </SignInCard>
    );
  }
  return (
    <SignInCard icon={icon} title={t('signIn.failedTitle')} text={null}>
      <ProblemAlert error={error} onRetry={onRetry} />
    </SignInCard>
  );
}
