import { List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PageLink } from '../../ui/links.tsx';
import { documentsQuery } from './queries.ts';

type ToSignProps = { pid: string; documents: readonly { id: string; title: string }[]; text: string };

/** What has to be signed first, with a link to each, from where signing leads back. */
export function ToSign({ pid, documents, text }: ToSignProps) {
  const { t } = useTranslation();
  const next = useLocation({ select: ({ href }) => href });
  return (
    <Stack gap={4} flex="1 0 100%">
      <Text size="sm">{text}</Text>
      <List size="sm">
        {documents.map(({ id, title }) => (
          <List.Item key={id}>
            <PageLink to="/projects/$pid/documents/$id" params={{ pid, id }} search={{ next }} size="sm">
              {t('documents.readAndSign', { title })}
            </PageLink>
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}

/** Instead of the form to apply, as long as there is something to sign first. */
export function SignedFirst({ pid, children }: { pid: string; children: ReactNode }) {
  const { t } = useTranslation();
  const { data: documents = [] } = useQuery(documentsQuery(pid));
  const toSign = documents.filter((one) => one.to_sign && one.required_for === 'applying');
  if (toSign.length === 0) return children;
  return <ToSign pid={pid} documents={toSign} text={t('documents.firstForApplying')} />;
}
