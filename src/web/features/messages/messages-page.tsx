import { useInfiniteQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { MessageSummary, Project } from '../../../client/client.ts';
import { formatDateTimeAt } from '../../../locales/format/dates.ts';
import { MailIcon } from '../../ui/icons.tsx';
import { ButtonLink, PageLink } from '../../ui/links.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { EmptyList, LoadError, LoadingPlaceholder } from '../../ui/page-state.tsx';
import { morePages } from '../../ui/paging.ts';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { useTableSearch } from '../../ui/table/table-search.tsx';
import type { Translator } from '../audit/labels.ts';
import { loadManaged, useManagedProject } from '../projects/managed-project.ts';
import { OwnersOnly } from '../projects/owners-only.tsx';
import { signInWaysQuery, useMailMode } from '../sign-in/queries.ts';
import { withFieldNames } from './message-values.ts';
import { messagesQuery } from './queries.ts';
import { OtherZone } from '../projects/event/event-zone.tsx';

export const loadMessagesPage = loadManaged('send_messages', ({ load, loadPages, params: { pid } }) =>
  Promise.all([loadPages(messagesQuery(pid)), load(signInWaysQuery)]),
);

export function MessagesPage() {
  const { t } = useTranslation();
  const context = useMailMode();
  const { project } = useManagedProject();
  usePageTitle(`${t('messagePages.title')} · ${project.name}`);
  if (!project.rights.send_messages) return <OwnersOnly project={project} />;
  return (
    <>
      <PageHead title={t('messagePages.title')} help={t('messagePages.lead', { context })}>
        {project.state === 'archived' ? null : (
          <ButtonLink to="/projects/$pid/manage/messages/new" params={{ pid: project.pid }} size="sm">
            {t('messagePages.new')}
          </ButtonLink>
        )}
      </PageHead>
      <OtherZone />
      <List project={project} />
    </>
  );
}

function List({ project }: { project: Project }) {
  const { t, i18n } = useTranslation();
  const { pid } = project;
  const { sort, onSort } = useTableSearch();
  const list = useInfiniteQuery(messagesQuery(pid));
  if (list.isError) return <LoadError error={list.error} embedded onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <LoadingPlaceholder />;
  const messages = list.data.pages.flatMap(({ data }) => data);
  const more = morePages(list);
  if (messages.length === 0)
    return (
      <EmptyList
        icon={<MailIcon size={28} />}
        title={t('messagePages.none')}
        description={t('messagePages.noneText')}
      />
    );
  return (
    <DataTable
      label={t('messagePages.title')}
      columns={columnsOf({ t, i18n }, project)}
      rows={messages}
      keyOf={({ id }) => id}
      sort={sort}
      onSort={more === undefined ? onSort : undefined}
      more={more}
    />
  );
}

const columnsOf = ({ t, i18n }: Translator, { pid, timezone }: Project): Column<MessageSummary>[] => [
  {
    key: 'subject',
    label: t('messagePages.subject'),
    sortBy: (message) => subjectOf(t, message),
    cell: (message) => (
      <PageLink to="/projects/$pid/manage/messages/$id" params={{ pid, id: message.id }} inherit>
        {subjectOf(t, message)}
      </PageLink>
    ),
  },
  {
    key: 'state',
    label: t('messagePages.state'),
    width: '9rem',
    phone: 'inline',
    sortBy: ({ state }) => t(`messagePages.shortStates.${state}`),
    cell: ({ state }) => t(`messagePages.shortStates.${state}`),
  },
  {
    key: 'time',
    label: t('messagePages.time'),
    width: '12rem',
    date: true,
    phone: 'inline',
    sortBy: timeOf,
    cell: (message) => (
      <time dateTime={timeOf(message)}>{formatDateTimeAt(timeOf(message), i18n.language, timezone)}</time>
    ),
  },
  {
    key: 'sender',
    label: t('messagePages.sender'),
    width: '16%',
    sortBy: ({ sender }) => sender?.name ?? '',
    cell: ({ sender }) => sender?.name ?? '',
  },
  {
    key: 'sent',
    label: t('messagePages.sentTo'),
    width: '8rem',
    phone: 'label',
    sortBy: ({ progress }) => progress.sent,
    cell: ({ state, progress }) =>
      state === 'draft' || state === 'scheduled'
        ? ''
        : t('messagePages.sentOf', { sent: progress.sent, all: progress.total }),
  },
];

const subjectOf = (t: TFunction, { subject }: MessageSummary): string =>
  withFieldNames(subject, (field) => t(`messagePages.fields.${field}`));

const timeOf = ({ started_at: started, send_at: planned, created_at: created }: MessageSummary): string =>
  started ?? planned ?? created;
