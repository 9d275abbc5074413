import { useTranslation } from 'react-i18next';
import { AlertIcon } from '../../ui/icons.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { SignInCard } from './sign-in-card.tsx';
import type { ProviderProblem } from './provider-problems.ts';

/** Why signing in with the provider failed, and what to do. */
export function ProviderProblemCard({ problem }: { problem: ProviderProblem }) {
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
