import { EmptyState } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { DocumentSummary } from '../../../client/client.ts';
import { formatDate } from '../../../locales/format/dates.ts';
import { ListIcon } from '../../ui/icons.tsx';
import { ButtonLink, PageLink } from '../../ui/links.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { EmptyList, Loaded } from '../../ui/page-state.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { loadManaged, useManagedProject } from '../projects/managed-project.ts';
import { documentsQuery } from './queries.ts';
import { useShownZone } from '../projects/event/event-zone.tsx';

export const loadManageDocumentsPage = loadManaged('see_plan', ({ load, params: { pid } }) =>
  load(documentsQuery(pid)),
);

export function ManageDocumentsPage() {
  const { t } = useTranslation();
  const { pid, project } = useManagedProject();
  const list = useQuery(documentsQuery(pid));
  usePageTitle(`${t('manage.parts.documents')} · ${project.name}`);
  const create =
    project.rights.edit && project.state !== 'archived' ? (
      <ButtonLink size="sm" to="/projects/$pid/manage/documents/new" params={{ pid }}>
        {t('documents.new')}
      </ButtonLink>
    ) : null;
  return (
    <>
      <PageHead title={t('manage.parts.documents')} help={t('documents.manageLead')}>
        {(list.data?.length ?? 0) === 0 ? null : create}
      </PageHead>
      <Loaded query={list} embedded>
        {(found) =>
          found.length === 0 ? (
            <EmptyList icon={<ListIcon size={28} />} title={t('documents.none')} description={t('documents.noneText')}>
              <EmptyState.Actions>{create}</EmptyState.Actions>
            </EmptyList>
          ) : (
            <Found documents={found} />
          )
        }
      </Loaded>
    </>
  );
}

function Found({ documents }: { documents: DocumentSummary[] }) {
  const { t, i18n } = useTranslation();
  const zone = useShownZone();
  return (
    <DataTable
      label={t('manage.parts.documents')}
      columns={columnsOf(t, (at) => formatDate(at, i18n.language, zone))}
      rows={documents}
      keyOf={({ id }) => id}
    />
  );
}

const columnsOf = (t: TFunction, dateOf: (at: string) => string): Column<DocumentSummary>[] => [
  {
    key: 'title',
    label: t('documents.fields.title'),
    cell: ({ pid, id, title }) => (
      <PageLink to="/projects/$pid/manage/documents/$id" params={{ pid, id }} inherit>
        {title}
      </PageLink>
    ),
  },
  {
    key: 'required',
    label: t('documents.fields.requiredFor'),
    cell: ({ required_for: reason }) => t(`documents.fields.for.${reason}`),
  },
  { key: 'version', label: t('documents.version'), width: '7rem', phone: 'label', cell: ({ version }) => version },
  {
    key: 'published',
    label: t('documents.publishedAt'),
    phone: 'label',
    width: '10rem',
    cell: ({ published_at: published }) => dateOf(published),
  },
];
