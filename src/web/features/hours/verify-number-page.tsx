import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';

/** For people with a certificate on paper. Its QR code leads to the result without this page. */
export function VerifyNumberPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  usePageTitle(t('hours.verify.title'));
  const number = typed.replaceAll(/[^0-9A-Za-z]/g, '');
  return (
    <>
      <PageHeading title={t('hours.verify.title')} lead={t('hours.verify.lead')} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (number !== '') void navigate({ to: '/verify/$number', params: { number } });
        }}
      >
        <Stack gap="md" maw="32rem">
          <TextInput
            label={t('hours.verify.number')}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            maxLength={60}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
          <Group>
            <Button type="submit" disabled={number === ''}>
              {t('hours.check')}
            </Button>
          </Group>
        </Stack>
      </form>
    </>
  );
}
