import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DownloadButton } from '../../ui/download.tsx';
import { useMe } from '../people/queries.ts';
import { EraseDialog } from '../erasure/erase-dialog.tsx';
import { exportMe } from '../erasure/queries.ts';
import { retentionQuery } from '../retention/queries.ts';
import { Section } from './record-page.tsx';
import { ConsentsCard } from '../disclosure/consents-card.tsx';
import { PrivateReadsCard } from '../audit/private-reads-card.tsx';

export function PrivacyPage() {
  const { t } = useTranslation();
  const me = useMe();
  const { erase = false } = useSearch({ from: '/signed-in/me/privacy' });
  const navigate = useNavigate();
  const ask = (open: boolean) =>
    void navigate({ to: '/me/privacy', search: open ? { erase: true } : {}, replace: true, resetScroll: false });
  return (
    <Section title={t('person.nav.privacy')} lead={t('person.privacy.lead')}>
      <KeepingCard />
      <ConsentsCard />
      <PrivateReadsCard />
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

/** How long personal data is kept. */
function KeepingCard() {
  const { t } = useTranslation();
  const kept = useQuery(retentionQuery);
  if (kept.data === undefined) return null;
  const { private_months: own, answers_months: answers } = kept.data;
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby="keeping">
      <Stack gap="sm" align="flex-start">
        <Title order={2} size="h4" id="keeping">
          {t('person.privacy.keepingTitle')}
        </Title>
        <Text c="dimmed">
          {own === null ? t('person.privacy.keptForever') : t('person.privacy.keptMonths', { count: own })}
        </Text>
        <Text c="dimmed">
          {answers === null
            ? t('person.privacy.answersForever')
            : t('person.privacy.answersMonths', { count: answers })}
        </Text>
      </Stack>
    </Paper>
  );
}

function ExportCard() {
  const { t } = useTranslation();
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby="export">
      <Stack gap="sm" align="flex-start">
        <Title order={2} size="h4" id="export">
          {t('person.privacy.exportTitle')}
        </Title>
        <Text c="dimmed">{t('person.privacy.exportText')}</Text>
        <DownloadButton name="muster-export.json" text={t('person.privacy.export')} load={exportMe} />
      </Stack>
    </Paper>
  );
}
