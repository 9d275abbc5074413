import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsSlow } from '../../ui/page-state.tsx';
import { useAfterSignIn } from './after-sign-in.ts';
import { ConfirmAccount } from './confirm-account.tsx';
import { ExchangeFailed } from './exchange-failed.tsx';
import { linkExchangeQuery, linkInspectionQuery } from './queries.ts';
import { SignInCard } from './sign-in-card.tsx';

export function LinkExchange({ token }: { token: string }) {
  const inspection = useQuery(linkInspectionQuery(token));
  if (inspection.isError) return <ExchangeFailed error={inspection.error} onRetry={() => void inspection.refetch()} />;
  if (inspection.data === undefined) return <Exchanging />;
  return inspection.data.confirm ? (
    <ConfirmAccount token={token} account={inspection.data} />
  ) : (
    <SilentExchange token={token} />
  );
}

function Exchanging() {
  const { t } = useTranslation();
  // No button to reload the page: it would lose the token, which is no longer in the address bar.
  const text = useIsSlow() ? t('ui.slow') : t('signIn.exchangingText');
  return <SignInCard icon={<Loader size={22} />} title={t('signIn.exchanging')} text={text} />;
}

function SilentExchange({ token }: { token: string }) {
  const afterSignIn = useAfterSignIn();
  const exchange = useQuery(linkExchangeQuery(token));
  const onSignedIn = useEffectEvent(() => void afterSignIn(exchange.data));
  useEffect(() => {
    if (exchange.isSuccess) onSignedIn();
  }, [exchange.isSuccess]);

  if (exchange.isError) return <ExchangeFailed error={exchange.error} onRetry={() => void exchange.refetch()} />;
  return <Exchanging />;
}
