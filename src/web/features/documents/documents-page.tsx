import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { DocumentSummary } from '../../../client/client.ts';
import { formatDate } from '../../../locales/format/dates.ts';
import type { Loading } from '../../loading.ts';
import { ListIcon } from '../../ui/icons.tsx';
import { PageLink } from '../../ui/links.tsx';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { EmptyList, Loaded } from '../../ui/page-state.tsx';
import { projectQuery } from '../projects/queries.ts';
import { documentsQuery } from './queries.ts';
import { useShownZone } from '../projects/event/event-zone.tsx';

export const loadDocumentsPage = ({ load, params: { pid } }: Loading<'pid'>) =>
  Promise.all([load(projectQuery(pid)), load(documentsQuery(pid))]);

/** What people read and sign, first what they still have to sign. */
export function DocumentsPage() {
  const { t } = useTranslation();
  const { pid } = useParams({ from: '/projects/$pid/documents' });
  const project = useQuery(projectQuery(pid)).data;
  const list = useQuery(documentsQuery(pid));
  usePageTitle(`${t('documents.title')} · ${project?.name ?? ''}`);
  return (
    <>
      <PageHeading title={t('documents.title')} />
      <Loaded query={list} embedded>
        {(documents) =>
          documents.length === 0 ? (
            <EmptyList icon={<ListIcon size={28} />} title={t('documents.none')} />
          ) : (
            <DocumentCards documents={documents} order={2} />
          )
        }
      </Loaded>
    </>
  );
}

type DocumentCardsProps = { documents: readonly DocumentSummary[]; order: 2 | 3 };

export function DocumentCards({ documents, order }: DocumentCardsProps) {
  return (
    <Stack gap="md" component="ul" className="muster-plain-list">
      {documents
        .toSorted((one, other) => Number(other.to_sign) - Number(one.to_sign))
        .map((document) => (
          <DocumentCard key={document.id} document={document} order={order} />
        ))}
    </Stack>
  );
}

function DocumentCard({ document, order }: { document: DocumentSummary; order: 2 | 3 }) {
  const { t } = useTranslation();
  const { pid, id, title, required_for: reason } = document;
  return (
    <Paper className="muster-surface" p="lg" component="li">
      <Group justify="space-between" align="flex-start" gap="xs">
        <Title order={order} size="h4">
          <PageLink to="/projects/$pid/documents/$id" params={{ pid, id }} inherit>
            {title}
          </PageLink>
        </Title>
        {document.to_sign ? <Badge>{t('documents.toSign')}</Badge> : null}
        {document.signature === null ? null : <Badge variant="light">{t('documents.signed')}</Badge>}
      </Group>
      <Text c="dimmed" size="sm">
        {t(`documents.neededFor.${reason}`)}
      </Text>
      <SignedAt document={document} />
    </Paper>
  );
}

/** When the person signed it, and until when that is valid. */
export function SignedAt({ document: { signature } }: { document: Pick<DocumentSummary, 'signature'> }) {
  const { t, i18n } = useTranslation();
  const zone = useShownZone();
  if (signature === null) return null;
  const date = formatDate(signature.signed_at, i18n.language, zone);
  return (
    <Text c="dimmed" size="sm">
      {signature.valid_until === null
        ? t('documents.signedAt', { date })
        : t('documents.signedUntil', { date, until: formatDate(signature.valid_until, i18n.language, zone) })}
    </Text>
  );
}
