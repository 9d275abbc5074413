import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { KeyIcon } from '../../ui/icons.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { PasskeyProblem } from './passkey-problem.tsx';
import { browserKnowsPasskeys, confirmWithPasskey } from './passkey.ts';

/** On every page, as the rights are missing on every page. */
export function WithheldNotice() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const confirming = useMutation({
    mutationFn: confirmWithPasskey,
    onSuccess: async () => {
      await queryClient.invalidateQueries();
      notifications.show({ message: t('security.withheld.back') });
    },
  });
  return (
    <section aria-label={t('security.withheld.title')}>
      <Alert color="yellow" variant="outline" icon={<KeyIcon />} title={t('security.withheld.title')} mb="xl">
        <Stack gap="sm" align="flex-start">
          <Text size="sm">{t('security.withheld.text')}</Text>
          <PasskeyProblem error={confirming.error} />
          <Group gap="sm">
            {browserKnowsPasskeys() ? (
              <Button size="xs" loading={confirming.isPending} onClick={() => confirming.mutate()}>
                {t('security.withheld.confirm')}
              </Button>
            ) : null}
            <ButtonLink size="xs" variant="default" to="/me/security">
              {t('security.withheld.add')}
            </ButtonLink>
          </Group>
        </Stack>
      </Alert>
    </section>
  );
}
