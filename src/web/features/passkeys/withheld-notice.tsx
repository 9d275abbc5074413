import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../ui/change.ts';
import { KeyIcon } from '../../ui/icons.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { PasskeyProblem } from './passkey-problem.tsx';
import { supportsPasskeys } from './passkey.ts';
import { confirmWithPasskey } from './queries.ts';
import { RecoveryForm } from './recovery-form.tsx';

/** Shown on every page while the person's rights are withheld. */
export function WithheldNotice() {
  const { t } = useTranslation();
  const confirming = useChange(confirmWithPasskey, { message: () => t('security.withheld.back') });
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
              {t('security.withheld.add')}
            </ButtonLink>
          </Group>
          <RecoveryForm />
        </Stack>
      </Alert>
    </section>
  );
}
