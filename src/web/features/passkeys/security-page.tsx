import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EmailCard } from '../email-change/email-card.tsx';
import { IdentityList } from '../oidc/identity-list.tsx';
import { Section } from '../profile/record-page.tsx';
import { FrozenNotice } from './frozen-notice.tsx';
import { PasskeyList } from './passkey-list.tsx';
import { ownSignInQuery, passkeysQuery, recoveryCodesQuery } from './queries.ts';
import { RecoveryCodeCard } from './recovery-codes.tsx';
import type { Loading } from '../../loading.ts';
import { identitiesQuery } from '../oidc/queries.ts';
import { signInWaysQuery } from '../sign-in/queries.ts';

/** How the person signs in. */
export const loadSecurityPage = ({ load }: Loading) =>
  Promise.all([
    load(ownSignInQuery),
    load(signInWaysQuery),
    load(passkeysQuery),
    load(recoveryCodesQuery),
    load(identitiesQuery),
  ]);

export function SecurityPage() {
  const { t } = useTranslation();
  const own = useQuery(ownSignInQuery).data;
  return (
    <Section title={t('person.nav.security')} lead={t('security.lead')}>
      <FrozenNotice />
      <EmailCard fixed={own?.email_fixed === true} />
      <PasskeyList />
      <RecoveryCodeCard />
      <IdentityList />
    </Section>
  );
}
