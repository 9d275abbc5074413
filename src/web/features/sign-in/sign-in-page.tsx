import { useQuery, useMutation } from '@tanstack/react-query';
import { useSearch, useRouter } from '@tanstack/react-router';
import { Loader, Button, Stack, Text } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { InspectedLink } from '../../../client/client.ts';
import { useIsSlow } from '../../ui/page-state.tsx';
import { PersonIcon, AlertIcon } from '../../ui/icons.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { problemCode } from '../../ui/problems/api-problem.ts';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { EventColours } from '../projects/event/event-colours.tsx';
import type { Loading } from '../../loading.ts';
import { currentProjectQuery } from '../projects/queries.ts';
import { useMe } from '../people/queries.ts';
import { EmailForm } from './email-form.tsx';
import { useLinkToken, dropLinkToken } from './link-token.ts';
import { SetUpForm } from './set-up-form.tsx';
import { useAfterSignIn } from './after-sign-in.ts';
import { linkExchangeQuery, linkInspectionQuery, signInConfirmed, signInWaysQuery } from './queries.ts';
import { SignInCard } from './sign-in-card.tsx';
import type { ProviderProblem } from './provider-problems.ts';

export const loadSignInPage = ({ load }: Loading) => Promise.all([load(currentProjectQuery), load(signInWaysQuery)]);

export function SignInPage() {
  const event = useQuery(currentProjectQuery).data ?? null;
  return (
    <EventColours project={event}>
      <SignInSteps />
    </EventColours>
  );
}

function SignInSteps() {
  const token = useLinkToken();
  const { problem } = useSearch({ from: '/sign-in' });
  if (token === undefined) return problem === undefined ? <EmailForm /> : <ProviderProblemCard problem={problem} />;
  return token.startsWith('setup_') ? <SetUpForm token={token} /> : <LinkExchange key={token} token={token} />;
}

function LinkExchange({ token }: { token: string }) {
  const inspection = useQuery(linkInspectionQuery(token));
  if (inspection.isError) return <ExchangeFailed error={inspection.error} onRetry={() => void inspection.refetch()} />;
  if (inspection.data === undefined) return <Exchanging />;
  return inspection.data.confirm ? (
    <ConfirmAccount token={token} account={inspection.data} />
  ) : (
    <SilentExchange token={token} />
  );
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

/**
 * Asks before a link signs in that this browser did not request, or that would replace a session. Another site may have
 * opened it, so that what the person enters next goes to somebody else's account.
 */
function ConfirmAccount({ token, account }: { token: string; account: InspectedLink }) {
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

/** Why signing in with the provider failed, and what to do. */
function ProviderProblemCard({ problem }: { problem: ProviderProblem }) {
  const { t } = useTranslation();
  return (
    <SignInCard
      icon={<AlertIcon size={24} />}
      title={t('signIn.failedTitle')}
      text={t(`signIn.providerProblems.${problem}`)}
    >
      <ButtonLink to="/sign-in" fullWidth>
        {t('signIn.back')}
      </ButtonLink>
    </SignInCard>
  );
}
