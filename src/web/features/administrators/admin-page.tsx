import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { FirstSteps } from '../projects/set-up/first-steps.tsx';
import { ServiceStateCard } from '../health/service-state.tsx';
import { SignInRules } from '../passkeys/sign-in-rules.tsx';

export function AdminPage() {
  const { t } = useTranslation();
  usePageTitle(t('admin.title'));
  return (
    <>
      <PageHeading title={t('admin.title')} lead={t('admin.lead')} />
      <Stack gap="xl">
        <FirstSteps />
        <ServiceStateCard />
        <SignInRules />
      </Stack>
    </>
  );
}
