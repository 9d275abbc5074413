import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../ui/change.ts';
import { KeyIcon } from '../../ui/icons.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { PasskeyProblem } from './passkey-problem.tsx';
import { supportsPasskeys } from './passkey.ts';
import { confirmWithPasskey, ownSignInQuery } from './queries.ts';
import { RecoveryForm } from './recovery-form.tsx';

/** Shown on every page while the person's rights are withheld. */
export function WithheldNotice() {
  const { t } = useTranslation();
  const own = useQuery(ownSignInQuery).data;
  const confirming = useChange(confirmWithPasskey, { message: () => t('security.withheld.back') });
  if (own === undefined) return null;
  if (own.passkeys === 0) return <PasskeyMissing />;
  return (
    <section aria-label={t('security.withheld.title')}>
      <Alert color="yellow" variant="outline" icon={<KeyIcon />} title={t('security.withheld.title')} mb="xl">
        <Stack gap="sm" align="flex-start">
          <Text size="sm">{t('security.withheld.text')}</Text>
          <PasskeyProblem error={confirming.error} />
          <Group gap="sm">
            {supportsPasskeys() ? (
              <Button size="xs" loading={confirming.isPending} onClick={() => confirming.mutate()}>
                {t('security.withheld.confirm')}
              </Button>
            ) : null}
            <ButtonLink size="xs" variant="default" to="/me/security">
              {t('security.withheld.manage')}
            </ButtonLink>
          </Group>
          {own.recovery_codes > 0 ? <RecoveryForm /> : null}
        </Stack>
      </Alert>
    </section>
  );
}

/** Shown to somebody who has none yet, or whose passkeys were removed. */
function PasskeyMissing() {
  const { t } = useTranslation();
  return (
    <section aria-label={t('security.withheld.missingTitle')}>
      <Alert color="yellow" variant="outline" icon={<KeyIcon />} title={t('security.withheld.missingTitle')} mb="xl">
        <Stack gap="sm" align="flex-start">
          <Text size="sm">{t('security.withheld.missingText')}</Text>
          <ButtonLink size="xs" to="/me/security">
            {t('security.withheld.addNow')}
          </ButtonLink>
        </Stack>
      </Alert>
    </section>
  );
}
