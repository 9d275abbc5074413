import { Paper, Stack, Text, Title } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Loading } from '../../loading.ts';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import { documentQuery, documentsQuery } from './queries.ts';

const isHandbook = ({ required_for: reason }: { required_for: string }): boolean => reason === 'nothing';

export async function loadHandbooks(load: Loading['load'], pid: string): Promise<void> {
  const documents = await load(documentsQuery(pid));
  await Promise.all(documents.filter(isHandbook).map(({ id }) => load(documentQuery(pid, id))));
}

/** Shown on My day, where they can be read without a connection. */
export function Handbooks({ pid }: { pid: string }) {
  const { t } = useTranslation();
  const { data: documents = [] } = useQuery(documentsQuery(pid));
  const texts = useQueries({ queries: documents.filter(isHandbook).map(({ id }) => documentQuery(pid, id)) });
  const found = texts.flatMap(({ data }) => data ?? []);
  if (found.length === 0) return null;
  return (
    <section aria-labelledby="handbooks">
      <Title order={2} size="h4" mb="sm" id="handbooks">
        {t('documents.handbooks')}
      </Title>
      <Stack gap="sm">
        {found.map(({ id, title, body }) => (
          <Paper key={id} className="muster-surface" p="lg">
            <details>
              <Text component="summary" fw={650}>
                {title}
              </Text>
              <Markdown text={body} />
            </details>
          </Paper>
        ))}
      </Stack>
    </section>
  );
}
