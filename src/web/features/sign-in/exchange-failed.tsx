import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { problemCode } from '../../ui/problems/api-problem.ts';
import { AlertIcon } from '../../ui/icons.tsx';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { dropLinkToken } from './link-token.ts';
import { SignInCard } from './sign-in-card.tsx';

export function ExchangeFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
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
