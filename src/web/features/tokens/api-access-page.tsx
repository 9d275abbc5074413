import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { CredentialsPanel } from './credentials-panel.tsx';
import { TokenList } from './token-list.tsx';
import type { Loading } from '../../loading.ts';
import { projectsQuery } from '../projects/queries.ts';
import { tokensQuery } from './queries.ts';

export const loadApiAccessPage = ({ loadPages }: Loading) =>
  Promise.all([loadPages(projectsQuery), loadPages(tokensQuery)]);

export function ApiAccessPage() {
  const { t } = useTranslation();
  const [active, setActive] = useState(false);
  usePageTitle(t('access.title'));
  return (
    <>
      <PageHeading title={t('access.title')} lead={t('access.lead')} />
      <Stack gap={48}>
        <CredentialsPanel onActive={setActive} />
        <TokenList watching={active} />
        <section aria-labelledby="documentation">
          <Title order={2} size="h3" mb={4} id="documentation">
            {t('access.docsTitle')}
          </Title>
          <Text c="dimmed" mb="sm">
            {t('access.docsText')}
          </Text>
          <Group gap="lg">
            <Anchor href="/api/docs">{t('shell.interactiveDocs')}</Anchor>
            <Anchor href="/api/redoc">{t('shell.readingDocs')}</Anchor>
          </Group>
        </section>
      </Stack>
    </>
  );
}
