import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams, useRouter, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Document } from '../../../client/client.ts';
import { formatDate } from '../../../locales/format/dates.ts';
import type { Loading } from '../../loading.ts';
import { useChange } from '../../ui/change.ts';
import { ButtonLink, PageLink } from '../../ui/links.tsx';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { PrintButton } from '../../ui/print-button.tsx';
import { problemCode } from '../../ui/problems/api-problem.ts';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { useMe } from '../people/queries.ts';
import { safePath } from '../sign-in/return-path.ts';
import { SignedAt } from './documents-page.tsx';
import { documentQuery, signDocument } from './queries.ts';
import { useShownZone } from '../projects/event/event-zone.tsx';

export const loadDocumentPage = ({ load, params: { pid, id } }: Loading<'pid' | 'id'>) => load(documentQuery(pid, id));

/** Where people read a document and sign it. Notices and refusals lead here. */
export function DocumentPage() {
  const { t } = useTranslation();
  const { pid, id } = useParams({ from: '/projects/$pid/documents/$id' });
  const document = useQuery(documentQuery(pid, id));
  usePageTitle(document.data?.title ?? t('documents.title'));
  return (
    <Loaded query={document}>
      {(found) => (
        <Stack gap="md" maw="44rem">
          <Text size="sm" className="muster-no-print">
            <PageLink to="/projects/$pid/documents" params={{ pid }}>
              {`‹ ${t('documents.all')}`}
            </PageLink>
          </Text>
          <DocumentText document={found} />
          <Signing key={found.version} document={found} />
        </Stack>
      )}
    </Loaded>
  );
}

function DocumentText({ document }: { document: Document }) {
  const { t, i18n } = useTranslation();
  const zone = useShownZone();
  const { title, body, changes, version, published_at: published } = document;
  return (
    <Paper className="muster-surface" p="lg" component="article" aria-labelledby="document">
      <Group justify="space-between" align="flex-start" gap="xs">
        <Title order={1} size="h2" id="document" tabIndex={-1}>
          {title}
        </Title>
        <PrintButton size="xs" />
      </Group>
      <Text c="dimmed" size="sm" mb="sm">
        {t('documents.versionOf', { version, date: formatDate(published, i18n.language, zone) })}
      </Text>
      {changes === '' ? null : (
        <Text mb="sm" className="muster-notice" style={{ whiteSpace: 'pre-line' }}>
          {t('documents.changed', { changes })}
        </Text>
      )}
      <Markdown text={body} />
    </Paper>
  );
}

function Signing({ document }: { document: Document }) {
  const { t } = useTranslation();
  const { pid, id, version } = document;
  const isVisitor = useMe() === null;
  const router = useRouter();
  const { next } = useSearch({ from: '/projects/$pid/documents/$id' });
  const sign = useChange(signDocument(pid, id), {
    message: () => t('documents.thanks'),
    onDone: () => {
      // Back to what needed it, such as the application.
      const path = safePath(next);
      if (path !== undefined) void router.navigate({ href: path });
    },
  });
  if (isVisitor) {
    return document.required_for === 'nothing' ? null : (
      <ButtonLink to="/sign-in" search={{ next: `/projects/${pid}/documents/${id}` }} className="muster-no-print">
        {t('documents.signIn')}
      </ButtonLink>
    );
  }
  return (
    <Stack gap="sm" align="flex-start">
      <SignedAt document={document} />
      {document.can_sign ? (
        <Stack gap="sm" align="flex-start" className="muster-no-print">
          <Text>{t('documents.confirm')}</Text>
          <Button loading={sign.isPending} onClick={() => sign.mutate(version)}>
            {t(document.signature === null ? 'documents.sign' : 'documents.renew')}
          </Button>
        </Stack>
      ) : null}
      {sign.error === null ? null : problemCode(sign.error) === 'document_changed' ? (
        <Changed />
      ) : (
        <ProblemAlert error={sign.error} />
      )}
    </Stack>
  );
}

function Changed() {
  const { t } = useTranslation();
  return (
    <Group className="muster-notice" gap="md" role="alert">
      <Text>{t('documents.newerVersion')}</Text>
      <Button size="xs" variant="default" onClick={() => window.location.reload()}>
        {t('documents.readNewer')}
      </Button>
    </Group>
  );
}
