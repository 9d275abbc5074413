import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PageHead } from '../../ui/page-head.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { FirstSteps, loadFirstSteps } from '../projects/set-up/first-steps.tsx';
import { ServiceStateCard } from '../health/service-state.tsx';
import { SignInRules } from '../passkeys/sign-in-rules.tsx';
import { loadAdministered } from '../projects/managed-project.ts';
import { serviceStateQuery } from '../health/queries.ts';
import { signInWaysQuery } from '../sign-in/queries.ts';
import { signInRulesQuery } from '../passkeys/queries.ts';

export const loadAdminPage = loadAdministered((loading) =>
  Promise.all([
    loadFirstSteps(loading),
    loading.load(serviceStateQuery),
    loading.load(signInRulesQuery),
    loading.load(signInWaysQuery),
  ]),
);

export function AdminPage() {
  const { t } = useTranslation();
  usePageTitle(t('admin.title'));
  return (
    <>
      <PageHead title={t('admin.title')} help={t('admin.lead')} />
      <Stack gap="xl">
        <FirstSteps />
        <ServiceStateCard />
        <SignInRules />
      </Stack>
    </>
  );
}
