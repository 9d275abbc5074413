import { useTranslation } from 'react-i18next';
import { EmailCard } from '../email-change/email-card.tsx';
import { IdentityList } from '../oidc/identity-list.tsx';
import { Section } from '../profile/record-page.tsx';
import { PasskeyList } from './passkey-list.tsx';
import { RecoveryCodeCard } from './recovery-codes.tsx';

/** How the person signs in. */
export function SecurityPage() {
  const { t } = useTranslation();
  return (
    <Section title={t('person.nav.security')} lead={t('security.lead')}>
      <EmailCard />
      <PasskeyList />
      <RecoveryCodeCard />
      <IdentityList />
    </Section>
  );
}
