import { Button, Group, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../client/client.ts';
import { DownloadButton } from '../../ui/download.tsx';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { LoadingPlaceholder } from '../../ui/page-state.tsx';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { OwnersOnly } from '../projects/owners-only.tsx';
import { projectQuery } from '../projects/queries.ts';
import { PeopleFilters } from './people-filters.tsx';
import { PeopleTable } from './people-table.tsx';
import { exportPeople, peopleQuery } from './queries.ts';
import type { PeopleSearch } from './search.ts';

/** The people of a project for owners, and of their own teams for chiefs. */
export function PeoplePage() {
  const { pid } = useParams({ from: '/projects/$pid' });
  const { t } = useTranslation();
  const project = useQuery(projectQuery(pid)).data;
  usePageTitle(`${t('people.title')} · ${project?.name ?? ''}`);
  if (project === undefined) return null;
  return project.rights.list_people ? <People project={project} /> : <OwnersOnly project={project} />;
}

function People({ project: { pid, rights } }: { project: Project }) {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const search = useSearch({ from: '/projects/$pid/people' });
  const go = (next: PeopleSearch) =>
    void navigate({ to: '/projects/$pid/people', params: { pid }, search: next, replace: true, resetScroll: false });
  return (
    <>
      <PageHeading title={t('people.title')} lead={rights.see_people ? t('people.lead') : t('people.leadChief')} />
      <PeopleFilters pid={pid} search={search} onSearch={go} />
      <Found pid={pid} search={search}>
        <DownloadButton
          size="xs"
          name={`${pid}-people.csv`}
          text={t('people.download')}
          load={exportPeople(pid, search, i18n.language)}
        />
      </Found>
    </>
  );
}

type FoundProps = { pid: string; search: PeopleSearch; children: ReactNode };

function Found({ pid, search, children }: FoundProps) {
  const { t } = useTranslation();
  const list = useInfiniteQuery(peopleQuery(pid, search));
  if (list.isError) return <ProblemAlert error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <LoadingPlaceholder />;
  const people = list.data.pages.flatMap(({ data }) => data);
  return (
    <>
      <Group justify="space-between" mb="xs">
        <Text size="sm" c="dimmed" component="output">
          {list.hasNextPage
            ? t('people.countMore', { count: people.length })
            : t('people.count', { count: people.length })}
        </Text>
        <div className="muster-no-print">{children}</div>
      </Group>
      {people.length === 0 ? null : <PeopleTable pid={pid} people={people} />}
      {list.hasNextPage ? (
        <Group justify="center" mt="lg">
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('ui.more')}
          </Button>
        </Group>
      ) : null}
    </>
  );
}
