import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readCookie, writeCookie } from '../../cookies.ts';
import { KeyIcon } from '../../ui/icons.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { useMe } from '../people/queries.ts';
import { supportsPasskeys } from './passkey.ts';
import { passkeysQuery } from './queries.ts';

const cookieName = 'muster_passkey_reminder';
const pauseSeconds = 7 * 86_400;

/** Whether the person wants to be reminded later. */
export const isReminderPaused = (): boolean => readCookie(cookieName) === 'later';

/** Asks administrators and owners on the home page to add a passkey, until they have one. */
export function SecondFactorNotice() {
  const { t } = useTranslation();
  const me = useMe();
  const [paused, setPaused] = useState(isReminderPaused);
  const passkeys = useQuery({ ...passkeysQuery, enabled: !paused });
  if (paused || !supportsPasskeys() || passkeys.data?.data.length !== 0) return null;
  const later = () => {
    writeCookie(cookieName, 'later', pauseSeconds);
    setPaused(true);
  };
  return (
    <section aria-label={t('security.secondFactor.title')}>
      <Alert variant="outline" icon={<KeyIcon />} title={t('security.secondFactor.title')}>
        <Stack gap="sm" align="flex-start">
          <Text size="sm">
            {t(
              me?.roles.includes('administrator')
                ? 'security.secondFactor.textAdministrator'
                : 'security.secondFactor.text',
            )}
          </Text>
          <Group gap="sm">
            <ButtonLink size="xs" to="/me/security">
              {t('security.secondFactor.add')}
            </ButtonLink>
            <Button size="xs" variant="default" onClick={later}>
              {t('security.secondFactor.later')}
            </Button>
          </Group>
        </Stack>
      </Alert>
    </section>
  );
}
