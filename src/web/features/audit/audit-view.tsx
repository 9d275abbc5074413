import { Box, CloseButton, Group, Select, Stack, Text, Anchor } from '@mantine/core';
import { useQuery, useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AuditRecord } from '../../../client/client.ts';
import { formatFullDate, formatTimeAt, localTimeZone } from '../../../locales/format/dates.ts';
import { auditKinds } from '../../../shared/audit-kinds.ts';
import { DownloadButton } from '../../ui/download.tsx';
import { LoadingPlaceholder } from '../../ui/page-state.tsx';
import { morePages } from '../../ui/paging.ts';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/column.ts';
import { userQuery } from '../users/queries.ts';
import { exportAudit, auditQuery } from './queries.ts';
import type { AuditFilter, AuditOrder } from './queries.ts';
import { sentenceOf } from './sentences.ts';
import { detailOf } from './details.ts';
import type { Translator } from './labels.ts';

type AuditViewProps = {
  /** The filters, and the order if it is not the usual one. */
  filter: AuditFilter & { order?: 'oldest' };
  /** The project whose log it is; the log of everything without it. */
  inside?: { pid: string; name: string; timezone: string };
  /** The projects to filter by; none in the log of one project. */
  projects?: readonly { pid: string; name: string }[];
  onFilter: (filter: AuditFilter & { order?: 'oldest' }) => void;
};

/** The log with its filters, which are kept in the address. */
export function AuditView({ filter: search, inside, projects, onFilter }: AuditViewProps) {
  const { t } = useTranslation();
  const { order, ...filter } = search;
  const { actor, kind, project } = filter;
  const person = useQuery({ ...userQuery(actor ?? ''), enabled: actor !== undefined, retry: false });
  const known = projects ?? (inside === undefined ? [] : [inside]);
  const set = (name: keyof AuditFilter, value: string | null) => {
    const { [name]: _, ...rest } = search;
    onFilter(value === null ? rest : { ...rest, [name]: value });
  };
  return (
    <Stack gap="md">
      <Group align="flex-end" gap="md">
        {projects === undefined ? null : (
          <Select
            label={t('admin.audit.project')}
            placeholder={t('admin.audit.allProjects')}
            data={projects.map(({ pid, name }) => ({ value: pid, label: name }))}
            value={project ?? null}
            onChange={(value) => set('project', value)}
            clearable
            searchable
          />
        )}
        <Select
          label={t('admin.audit.kind')}
          placeholder={t('admin.audit.all')}
          data={auditKinds.map((value) => ({ value, label: t(`admin.audit.kinds.${value}`) }))}
          value={kind ?? null}
          onChange={(value) => set('kind', value)}
          clearable
          searchable
        />
        {actor === undefined ? null : (
          <Group gap="xs" mih={36}>
            <Text size="sm">{t('admin.audit.byWhom', { name: person.data?.name ?? '…' })}</Text>
            <CloseButton
              aria-label={t('admin.audit.clearActor')}
              title={t('admin.audit.clearActor')}
              onClick={() => set('actor', null)}
            />
          </Group>
        )}
        <Box ms="auto">
          <DownloadButton name="audit.csv" text={t('admin.audit.export')} load={exportAudit(filter)} />
        </Box>
      </Group>
      <AuditList
        filter={filter}
        timezone={inside?.timezone}
        projects={new Map(known.map(({ pid, name }) => [pid, name]))}
        onActor={(uid) => set('actor', uid)}
        order={order ?? 'newest'}
        onOrder={(next) => onFilter({ ...filter, ...(next === 'oldest' ? { order: next } : {}) })}
      />
    </Stack>
  );
}

type AuditListProps = {
  filter: AuditFilter;
  timezone: string | undefined;
  /** The names of the projects by identifier. */
  projects: ReadonlyMap<string, string>;
  onActor: (uid: string) => void;
  order: AuditOrder;
  onOrder: (order: AuditOrder) => void;
};

/** The entries with a title for each day. */
function AuditList(props: AuditListProps) {
  const { filter, timezone, order, onOrder } = props;
  const { t, i18n } = useTranslation();
  const list = useInfiniteQuery(auditQuery(filter, order));
  if (list.isError) return <ProblemAlert error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <LoadingPlaceholder />;
  const entries = list.data.pages.flatMap((page) => page.data);
  if (entries.length === 0) {
    const isFiltered = (filter.actor ?? filter.kind) !== undefined;
    return <Text c="dimmed">{isFiltered ? t('admin.audit.none') : t('admin.audit.empty')}</Text>;
  }
  return (
    <DataTable
      label={t('admin.parts.audit')}
      columns={columnsOf({ t, i18n }, props)}
      rows={entries}
      keyOf={({ id }) => id}
      sort={order === 'oldest' ? 'time' : '-time'}
      isSorted
      onSort={(sort) => onOrder(sort === 'time' ? 'oldest' : 'newest')}
      groupOf={({ at }) => formatFullDate(at, i18n.language, timezone)}
      more={morePages(list)}
    />
  );
}

const columnsOf = (
  translator: Translator,
  { filter, timezone, projects, onActor }: AuditListProps,
): Column<AuditRecord>[] => [
  {
    key: 'time',
    label: translator.t('tables.time'),
    width: '4.5rem',
    phone: 'inline',
    sortBy: ({ at }) => at,
    cell: ({ at }) => <time dateTime={at}>{formatTimeAt(at, translator.i18n.language, timezone)}</time>,
  },
  {
    key: 'event',
    label: translator.t('tables.event'),
    cell: (entry) => {
      const zone = timezone ?? localTimeZone();
      const view = { projects, inProject: filter.project !== undefined, timezone: zone };
      return <Event sentence={sentenceOf(translator, entry, zone)} detail={detailOf(translator, entry, view)} />;
    },
  },
  {
    key: 'by',
    label: translator.t('tables.by'),
    width: '26%',
    cut: true,
    phone: (entry) => (isNamed(translator, entry) ? 'hidden' : 'label'),
    cell: (entry) => <Actor {...{ entry, filter, onActor }} />,
  },
];

/** Whether the sentence already says who it was. */
const isNamed = (translator: Translator, entry: AuditRecord): boolean =>
  entry.token === null &&
  (entry.actor_name === null || sentenceOf(translator, entry, 'UTC').includes(entry.actor_name));

function Event({ sentence, detail }: { sentence: string; detail: string }) {
  return (
    <>
      <span>{sentence}</span>{' '}
      {detail === '' ? null : (
        <Text component="span" inherit c="dimmed">
          {detail}
        </Text>
      )}
    </>
  );
}

type ActorProps = { entry: AuditRecord; filter: AuditFilter; onActor: (uid: string) => void };

/** The person's name; pressing it shows only what they did. */
function Actor({ entry, filter, onActor }: ActorProps) {
  const { t } = useTranslation();
  const { token, token_name: tokenName } = entry;
  const withToken = t('admin.audit.withToken', { name: tokenName || t('access.unnamed') });
  return (
    <>
      <ActorName {...{ entry, filter, onActor }} />{' '}
      {token === null ? null : (
        <Text component="span" inherit c="dimmed" title={withToken}>
          {withToken}
        </Text>
      )}
    </>
  );
}

function ActorName({ entry: { actor, actor_name: name }, filter, onActor }: ActorProps) {
  const { t } = useTranslation();
  if (actor === null || name === null) return null;
  if (filter.actor === actor) return name;
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      ta="start"
      aria-label={t('admin.audit.onlyBy', { name })}
      title={t('admin.audit.onlyBy', { name })}
      onClick={() => onActor(actor)}
    >
      {name}
    </Anchor>
  );
}
