import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call } from '../../api.ts';
import { ProblemAlert } from '../../ui/problem.tsx';
import { useMe } from '../people/me.ts';
import { EraseDialog } from './erase-dialog.tsx';
import { Section } from './record-page.tsx';

/** Hands a text to the browser as a file. */
function saveAs(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads it after the click; a minute is plenty.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export function PrivacyPage() {
  const { t } = useTranslation();
  const me = useMe();
  const { erase = false } = useSearch({ from: '/signed-in/me/privacy' });
  const navigate = useNavigate();
  const ask = (open: boolean) =>
    void navigate({ to: '/me/privacy', search: open ? { erase: true } : {}, replace: true, resetScroll: false });
  return (
    <Section title={t('person.nav.privacy')} lead={t('person.privacy.lead')}>
      <ExportCard />
      <Paper className="muster-surface" p="lg" component="section" aria-labelledby="erase">
        <Stack gap="sm" align="flex-start">
          <Title order={2} size="h4" id="erase">
            {t('person.privacy.eraseTitle')}
          </Title>
          <Text c="dimmed">{t('person.privacy.eraseText')}</Text>
          <Button color="red" variant="outline" onClick={() => ask(true)}>
            {t('person.privacy.erase')}
          </Button>
        </Stack>
      </Paper>
      {me === null ? null : <EraseDialog opened={erase} email={me.email} onClose={() => ask(false)} />}
    </Section>
  );
}

function ExportCard() {
  const { t } = useTranslation();
  const taking = useMutation({
    mutationFn: () => call('export_me', {}),
    onSuccess: (document) => {
      saveAs('muster-export.json', JSON.stringify(document, null, 2));
      notifications.show({ message: t('person.privacy.exported') });
    },
  });
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby="export">
      <Stack gap="sm" align="flex-start">
        <Title order={2} size="h4" id="export">
          {t('person.privacy.exportTitle')}
        </Title>
        <Text c="dimmed">{t('person.privacy.exportText')}</Text>
        {taking.isError ? <ProblemAlert error={taking.error} /> : null}
        <Button variant="default" loading={taking.isPending} onClick={() => taking.mutate()}>
          {t('person.privacy.export')}
        </Button>
      </Stack>
    </Paper>
  );
}
