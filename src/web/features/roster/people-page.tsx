import { Group, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project, RosterEntry } from '../../../client/client.ts';
import { DownloadButton } from '../../ui/download.tsx';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { Loaded, LoadingPlaceholder } from '../../ui/page-state.tsx';
import { morePages } from '../../ui/paging.ts';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import type { Selection } from '../../ui/table/column.ts';
import { SelectionBar } from '../../ui/table/selection-bar.tsx';
import type { AudienceSearch } from '../messages/audience.ts';
import { MessageAll, MessageChosen, MessagePeople } from '../messages/message-people.tsx';
import { shownName } from '../../../locales/format/names.ts';
import { useMe } from '../people/queries.ts';
import { OwnersOnly } from '../projects/owners-only.tsx';
import { projectQuery } from '../projects/queries.ts';
import { PeopleFilters } from './people-filters.tsx';
import { PeopleTable } from './people-table.tsx';
import type { PeopleTableProps } from './people-table.tsx';
import { everybodyQuery, exportPeople, peopleQuery } from './queries.ts';
import { sortOf } from './search.ts';
import type { PeopleSearch } from './search.ts';

/** The people of a project for owners, and of their own teams for chiefs. */
export function PeoplePage() {
  const { pid } = useParams({ from: '/signed-in/organise/projects/$pid/people' });
  const { t } = useTranslation();
  const project = useQuery(projectQuery(pid)).data;
  usePageTitle(`${t('people.title')} · ${project?.name ?? ''}`);
  if (project === undefined) return null;
  return project.rights.list_people ? <People project={project} /> : <OwnersOnly project={project} />;
}

function People({ project: { pid, rights } }: { project: Project }) {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const search = useSearch({ from: '/signed-in/organise/projects/$pid/people' });
  const go = (next: PeopleSearch) =>
    void navigate({ to: '/projects/$pid/people', params: { pid }, search: next, replace: true, resetScroll: false });
  return (
    <>
      <PageHeading title={t('people.title')} lead={rights.see_people ? t('people.lead') : t('people.leadChief')} />
      <PeopleFilters pid={pid} search={search} onSearch={go} />
      <Found pid={pid} search={search} onSort={(sort) => go({ ...search, sort: sortOf(sort) })}>
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

type FoundProps = { pid: string; search: PeopleSearch; onSort: (sort: string) => void; children: ReactNode };

function Found(props: FoundProps) {
  const [chosen, onChoose] = useState<ReadonlySet<string>>(new Set());
  const listed = { ...props, chosen, onChoose };
  return props.search.sort === undefined ? <ByName {...listed} /> : <Sorted {...listed} />;
}

type ListedProps = FoundProps & Pick<Selection<RosterEntry>, 'chosen' | 'onChoose'>;

/** The order of the API, page by page. */
function ByName({ pid, search, onSort, children, ...selection }: ListedProps) {
  const { t } = useTranslation();
  const list = useInfiniteQuery(peopleQuery(pid, search));
  if (list.isError) return <ProblemAlert error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <LoadingPlaceholder />;
  const people = list.data.pages.flatMap(({ data }) => data);
  const count = people.length;
  const more = morePages(list);
  return (
    <>
      <Count text={more ? t('people.countMore', { count }) : t('people.count', { count })}>
        <MessageFound {...{ pid, search, people }} complete={more === undefined} />
        {children}
      </Count>
      {count === 0 ? null : <Selectable sort={undefined} {...{ pid, people, onSort, more }} {...selection} />}
    </>
  );
}

/** Any other order needs everybody first. */
function Sorted({ pid, search, onSort, children, ...selection }: ListedProps) {
  const { t } = useTranslation();
  const list = useQuery(everybodyQuery(pid, search));
  return (
    <Loaded query={list} embedded>
      {(people) => (
        <>
          <Count text={t('people.count', { count: people.length })}>
            <MessageFound {...{ pid, search, people }} complete />
            {children}
          </Count>
          {people.length === 0 ? null : (
            <Selectable sort={search.sort} more={undefined} {...{ pid, people, onSort }} {...selection} />
          )}
        </>
      )}
    </Loaded>
  );
}

type SelectableProps = Omit<PeopleTableProps, 'selection'> & Pick<ListedProps, 'chosen' | 'onChoose'>;

/** Selected people can be written to. */
function Selectable({ chosen, onChoose, ...table }: SelectableProps) {
  const { t } = useTranslation();
  const uids = table.people.map(({ uid }) => uid).filter((uid) => chosen.has(uid));
  return (
    <>
      <SelectionBar count={uids.length} onClear={() => onChoose(new Set())}>
        <MessageChosen pid={table.pid} uids={uids} />
      </SelectionBar>
      <PeopleTable {...table} selection={{ chosen, onChoose, nameOf: ({ name }) => shownName(t, name) }} />
    </>
  );
}

type MessageFoundProps = {
  pid: string;
  search: PeopleSearch;
  people: readonly { uid: string; helper: boolean }[];
  /** Whether these are all who match. */
  complete: boolean;
};

/** A name is no condition of a message, so people who were searched by name are named one by one. */
const maxNamed = 50;

function MessageFound({ pid, search, people, complete }: MessageFoundProps) {
  const listedTeams = useListedTeams(pid);
  const { q, tid, role, form, answered, without_tasks: idle, day } = search;
  // Messages go to owners and people in teams.
  const reached = people.filter(({ helper }) => !helper);
  const count = complete ? reached.length : undefined;
  if (role === 'helper' || count === 0) return null;
  if (q !== undefined && (count === undefined || count > maxNamed)) return null;
  const tids = tid === undefined ? listedTeams : [tid];
  const filters: AudienceSearch = {
    ...(tids !== undefined && { tids }),
    ...(role !== undefined && { roles: [role] }),
    ...(form !== undefined && { form, answered: answered ?? false }),
    ...(idle !== undefined && { without_tasks: true }),
    ...(day !== undefined && { day }),
    ...(q !== undefined && { uids: reached.map(({ uid }) => uid) }),
  };
  const audience: AudienceSearch = Object.keys(filters).length === 0 ? { everyone: true } : filters;
  if (!complete) return <MessageAll {...{ pid, audience }} />;
  return <MessagePeople {...{ pid, audience }} people={reached} />;
}

/** Chiefs see the people of the teams that they lead. Messages could also reach others on the tasks of these teams. */
function useListedTeams(pid: string): string[] | undefined {
  const me = useMe();
  const seesAll = useQuery(projectQuery(pid)).data?.rights.see_people;
  const teams = me?.projects.find((project) => project.pid === pid)?.teams ?? [];
  return seesAll === false ? teams.filter(({ role }) => role === 'chief').map(({ tid }) => tid) : undefined;
}

function Count({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Group justify="space-between" mb="xs">
      <Text size="sm" c="dimmed" component="output">
        {text}
      </Text>
      <Group gap="xs" className="muster-no-print">
        {children}
      </Group>
    </Group>
  );
}
