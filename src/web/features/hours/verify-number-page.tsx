import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';

/** People with a certificate on paper type its number here. Its QR code leads to the result without this page. */
export function VerifyNumberPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  usePageTitle(t('hours.verify.title'));
  return (
    <>
      <PageHeading title={t('hours.verify.title')} lead={t('hours.verify.lead')} />
      {/* The page arrives from the server: the form also works before the application does, and without it. */}
      <form
        action="/verify"
        onSubmit={(event) => {
          event.preventDefault();
          const typed = new FormData(event.currentTarget).get('number');
          const number = typeof typed === 'string' ? typed.replaceAll(/[^0-9A-Za-z]/g, '') : '';
          if (number !== '') void navigate({ to: '/verify/$number', params: { number } });
        }}
      >
        <Stack gap="md" maw="32rem">
          <TextInput
            label={t('hours.verify.number')}
            name="number"
            required
            withAsterisk={false}
            maxLength={60}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
          <Group>
            <Button type="submit">{t('hours.check')}</Button>
          </Group>
        </Stack>
      </form>
    </>
  );
}
