import { useTranslation } from 'react-i18next';
import { AlertIcon } from '../../ui/icons.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { SignInCard } from './sign-in-card.tsx';
import type { Trouble } from './provider-problems.ts';

/** Why somebody came back from the provider and is not signed in, and what they can do. */
export function ProviderTrouble({ trouble }: { trouble: Trouble }) {
  const { t } = useTranslation();
  const suspended = trouble === 'suspended';
  return (
    <SignInCard
      icon={<AlertIcon size={24} />}
      title={suspended ? t('signIn.suspendedTitle') : t('signIn.failedTitle')}
      text={suspended ? t('signIn.suspendedText') : t(`signIn.trouble.${trouble}`)}
    >
      <ButtonLink to="/sign-in" fullWidth>
        {t('signIn.back')}
      </ButtonLink>
    </SignInCard>
  );
}
