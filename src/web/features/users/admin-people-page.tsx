import { Badge, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { UserEntry } from '../../../client/client.ts';
import { formatDate } from '../../../locales/format/dates.ts';
import { shownName } from '../../../locales/format/names.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { LoadingPlaceholder } from '../../ui/page-state.tsx';
import { morePages } from '../../ui/paging.ts';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { RowActions } from '../../ui/table/row-actions.tsx';
import type { Column } from '../../ui/table/column.ts';
import { useTableSearch } from '../../ui/table/table-search.tsx';
import { PersonDialog } from './person-dialog.tsx';
import { looksLikeUsualEmail } from '../sign-in/email-pattern.ts';
import { usersQuery } from './queries.ts';
import type { UserFilter } from './queries.ts';
import { loadAdministered } from '../projects/managed-project.ts';

export const loadAdminPeoplePage = loadAdministered(({ loadPages, search: { q, suspended } }) =>
  loadPages(usersQuery(filterOf(typeof q === 'string' ? q : '', suspended === true || undefined))),
);

export function AdminPeoplePage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search = useSearch({ from: '/signed-in/admin/people' });
  const { q = '', suspended, uid } = search;
  const go = (next: typeof search, replace = false) => void navigate({ to: '/admin/people', search: next, replace });
  const without = (name: 'q' | 'suspended' | 'uid') => {
    const { [name]: _, ...rest } = search;
    return rest;
  };
  usePageTitle(`${t('admin.parts.people')} · ${t('admin.title')}`);
  return (
    <>
      <PageHead title={t('admin.parts.people')} help={t('admin.people.lead')} />
      <Stack gap="lg">
        <Group align="flex-end" gap="md" component="search">
          <SearchField
            label={t('admin.people.search')}
            description={t('admin.people.searchHint')}
            flex={1}
            miw="14rem"
            q={q}
            onSearch={(text) => go(text === '' ? without('q') : { ...search, q: text }, true)}
          />
          <SegmentedControl
            aria-label={t('admin.people.which')}
            value={suspended === true ? 'suspended' : 'all'}
            onChange={(value) => go(value === 'all' ? without('suspended') : { ...search, suspended: true })}
            data={[
              { value: 'all', label: t('admin.people.all') },
              { value: 'suspended', label: t('admin.people.onlySuspended') },
            ]}
          />
        </Group>
        <People q={q} suspended={suspended} onOpen={(person) => go({ ...search, uid: person })} />
      </Stack>
      <PersonDialog uid={uid} onClose={() => go(without('uid'))} />
    </>
  );
}

/** Names contain no @, so a complete address is looked up as one. */
const searchFor = (q: string): UserFilter => (q === '' ? {} : looksLikeUsualEmail(q) ? { email: q } : { q });

const filterOf = (q: string, suspended: boolean | undefined): UserFilter => ({
  ...searchFor(q),
  ...(suspended === undefined ? {} : { suspended }),
});

type PeopleProps = { q: string; suspended: boolean | undefined; onOpen: (uid: string) => void };

function People({ q, suspended, onOpen }: PeopleProps) {
  const { t, i18n } = useTranslation();
  const { sort, onSort } = useTableSearch();
  const list = useInfiniteQuery(usersQuery(filterOf(q, suspended)));
  if (list.isError) return <ProblemAlert error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <LoadingPlaceholder />;
  const people = list.data.pages.flatMap((page) => page.data);
  const more = morePages(list);
  if (people.length === 0) return <Text c="dimmed">{t('admin.people.none')}</Text>;
  return (
    <DataTable
      label={t('admin.parts.people')}
      columns={columnsOf(t, i18n.language, onOpen)}
      rows={people}
      keyOf={({ uid }) => uid}
      sort={sort}
      onSort={more === undefined ? onSort : undefined}
      more={more}
    />
  );
}

const columnsOf = (t: TFunction, language: string, onOpen: (uid: string) => void): Column<UserEntry>[] => [
  {
    key: 'name',
    label: t('tables.name'),
    width: '28%',
    sortBy: ({ name }) => shownName(t, name),
    cell: ({ name }) => shownName(t, name),
  },
  {
    key: 'email',
    label: t('tables.email'),
    width: '22%',
    sortBy: ({ email_hint: hint }) => hint ?? '',
    cell: ({ email_hint: hint }) => hint,
  },
  {
    key: 'status',
    label: t('tables.status'),
    // Administrators first, then suspended people by date, then everybody else.
    sortBy: ({ administrator, suspended_at: since }) => (administrator === true ? 'a' : since ? `b ${since}` : 'c'),
    cell: (person) => statusOf(t, language, person),
  },
  {
    key: 'actions',
    label: t('tables.actions'),
    width: '5.5rem',
    actions: true,
    phone: 'corner',
    cell: (person) => {
      const name = shownName(t, person.name);
      const open = { key: 'open', text: t('admin.people.open'), label: t('admin.people.openWhom', { name }) };
      return <RowActions name={name} actions={[{ ...open, onClick: () => onOpen(person.uid) }]} />;
    },
  },
];

function statusOf(t: TFunction, language: string, { administrator, suspended_at: since = null }: UserEntry) {
  if (administrator !== true && since === null) return null;
  return (
    <Group gap={4} component="span">
      {administrator === true ? (
        <Badge size="xs" variant="light">
          {t('admin.people.administrator')}
        </Badge>
      ) : null}
      {since === null ? null : (
        <Badge size="xs" color="red" variant="outline">
          {t('admin.people.since', { date: formatDate(since, language) })}
        </Badge>
      )}
    </Group>
  );
}
