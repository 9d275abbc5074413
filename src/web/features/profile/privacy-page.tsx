import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DownloadButton } from '../../ui/download.tsx';
import { LoadingPlaceholder } from '../../ui/page-state.tsx';
import { TitledCard } from '../../ui/cards/titled-card.tsx';
import { useMe } from '../people/queries.ts';
import { EraseDialog } from '../erasure/erase-dialog.tsx';
import { exportMe } from '../erasure/queries.ts';
import { retentionQuery } from '../retention/queries.ts';
import { FrozenNotice } from '../passkeys/frozen-notice.tsx';
import { Section } from './record-page.tsx';
import { ownGroupConsentsQuery } from '../group-sync/queries.ts';
import { ownClaimConsentsQuery } from '../money/queries.ts';
import { ConsentsCard } from './consents-card.tsx';
import { PrivateReadsCard } from '../audit/private-reads-card.tsx';
import type { Loading } from '../../loading.ts';
import { ownConsentsQuery } from '../forms/disclosure/queries.ts';
import { ownSignInQuery } from '../passkeys/queries.ts';

export const loadPrivacyPage = ({ load }: Loading) =>
  Promise.all([
    load(ownSignInQuery),
    load(retentionQuery),
    load(ownConsentsQuery),
    load(ownClaimConsentsQuery),
    load(ownGroupConsentsQuery),
  ]);

export function PrivacyPage() {
  const { t } = useTranslation();
  const me = useMe();
  const { erase = false } = useSearch({ from: '/signed-in/me/privacy' });
  const navigate = useNavigate();
  const ask = (open: boolean) =>
    void navigate({ to: '/me/privacy', search: open ? { erase: true } : {}, replace: true, resetScroll: false });
  return (
    <Section title={t('person.nav.privacy')} lead={t('person.privacy.lead')}>
      <FrozenNotice />
      <KeepingCard />
      <ConsentsCard />
      <PrivateReadsCard />
      <ExportCard />
      <TitledCard id="erase" title={t('person.privacy.eraseTitle')} lead={t('person.privacy.eraseText')}>
        <Button color="red" variant="outline" onClick={() => ask(true)}>
          {t('person.privacy.erase')}
        </Button>
      </TitledCard>
      {me === null ? null : <EraseDialog opened={erase} email={me.email} onClose={() => ask(false)} />}
    </Section>
  );
}

/** How long personal data is kept. */
function KeepingCard() {
  const { t } = useTranslation();
  const kept = useQuery(retentionQuery);
  if (kept.isPending) return <LoadingPlaceholder />;
  if (kept.data === undefined) return null;
  const { private_months: own, answers_months: answers } = kept.data;
  const lead = own === null ? t('person.privacy.keptForever') : t('person.privacy.keptMonths', { count: own });
  return (
    <TitledCard id="keeping" title={t('person.privacy.keepingTitle')} lead={lead}>
      <Text c="dimmed">
        {answers === null ? t('person.privacy.answersForever') : t('person.privacy.answersMonths', { count: answers })}
      </Text>
    </TitledCard>
  );
}

function ExportCard() {
  const { t } = useTranslation();
  return (
    <TitledCard id="export" title={t('person.privacy.exportTitle')} lead={t('person.privacy.exportText')}>
      <DownloadButton name="muster-export.json" text={t('person.privacy.export')} load={exportMe} />
    </TitledCard>
  );
}
