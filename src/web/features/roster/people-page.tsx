import { Group, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project, RosterEntry } from '../../../client/client.ts';
import { DownloadButton } from '../../ui/download.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { LoadingPlaceholder } from '../../ui/page-state.tsx';
import { useRows } from '../../ui/paging.ts';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import type { Selection } from '../../ui/table/column.ts';
import { SelectionBar } from '../../ui/table/selection-bar.tsx';
import type { AudienceSearch } from '../messages/search.ts';
import { MessageAll, MessageChosen, MessagePeople } from '../messages/message-people.tsx';
import { shownName } from '../../../locales/format/names.ts';
import { useMe } from '../people/queries.ts';
import { OwnersOnly } from '../projects/owners-only.tsx';
import { projectQuery } from '../projects/queries.ts';
import { PeopleFilters } from './people-filters.tsx';
import { PeopleTable } from './people-table.tsx';
import type { PeopleTableProps } from './people-table.tsx';
import { exportPeople, peopleQuery, seesEverybody } from './queries.ts';
import { sortOf, peopleSearch } from './search.ts';
import type { PeopleSearch } from './search.ts';
import { loadManaged } from '../projects/managed-project.ts';
import { readsTags, tagsQuery } from '../tags/queries.ts';
import { TagPeople } from '../tags/tag-people.tsx';
import { teamsQuery } from '../teams/queries.ts';
import { formsQuery } from '../forms/queries.ts';

export const loadPeoplePage = loadManaged(
  'list_people',
  ({ load, loadPages, whenOpened, params: { pid }, search }, { rights }) =>
    Promise.all([
      whenOpened(() => loadPages(peopleQuery(pid, peopleSearch(search)))),
      load(teamsQuery(pid)),
      load(formsQuery(pid)),
      readsTags(rights) && load(tagsQuery(pid)),
    ]),
);

/** The people of a project for owners, and of their own teams for chiefs. */
export function PeoplePage() {
  const { pid } = useParams({ from: '/signed-in/organise/projects/$pid/people' });
  const { t } = useTranslation();
  const project = useQuery(projectQuery(pid)).data;
  usePageTitle(`${t('people.title')} · ${project?.name ?? ''}`);
  if (project === undefined) return null;
  return project.rights.list_people ? <People project={project} /> : <OwnersOnly project={project} />;
}

function People({ project }: { project: Project }) {
  const { pid, rights, state } = project;
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const search = useSearch({ from: '/signed-in/organise/projects/$pid/people' });
  const go = (next: PeopleSearch) =>
    void navigate({ to: '/projects/$pid/people', params: { pid }, search: next, replace: true, resetScroll: false });
  return (
    <>
      <PageHead title={t('people.title')} help={t(leadOf(rights))} />
      <PeopleFilters project={project} search={search} onSearch={go} />
      <Found
        project={project}
        mayTag={rights.recruit_all && state !== 'archived'}
        search={search}
        onSort={(sort) => go({ ...search, sort: sortOf(sort) })}
      >
        {rights.plan_tasks ? (
          <DownloadButton
            size="xs"
            name={`${pid}-people.csv`}
            text={t('people.download')}
            load={exportPeople(pid, search, i18n.language)}
          />
        ) : null}
      </Found>
    </>
  );
}

const leadOf = (rights: Project['rights']) =>
  rights.see_people ? 'people.lead' : seesEverybody(rights) ? 'people.leadDeputy' : 'people.leadChief';

type FoundProps = {
  project: Project;
  mayTag: boolean;
  search: PeopleSearch;
  onSort: (sort: string) => void;
  children: ReactNode;
};

function Found({ project: { pid, rights }, mayTag, search, onSort, children }: FoundProps) {
  const { t } = useTranslation();
  const [chosen, onChoose] = useState<ReadonlySet<string>>(new Set());
  const list = useInfiniteQuery(peopleQuery(pid, search));
  // Any order but that of the API needs everybody first.
  const { rows: people, total, more } = useRows(list, search.sort !== undefined);
  if (list.isError) return <ProblemAlert error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <LoadingPlaceholder />;
  return (
    <>
      <Count text={t('people.count', { count: total })}>
        {rights.send_messages ? <MessageFound {...{ pid, search, people }} complete={more === undefined} /> : null}
        {children}
      </Count>
      {total === 0 ? null : (
        <Selectable
          sort={search.sort}
          mayWrite={rights.send_messages}
          {...{ pid, people, onSort, more, chosen, onChoose, mayTag }}
        />
      )}
    </>
  );
}

type SelectableProps = Omit<PeopleTableProps, 'selection'> &
  Pick<Selection<RosterEntry>, 'chosen' | 'onChoose'> & { mayTag: boolean; mayWrite: boolean };

/** Selected people can be written to, and get tags. */
function Selectable({ chosen, onChoose, mayTag, mayWrite, ...table }: SelectableProps) {
  const { t } = useTranslation();
  if (!mayTag && !mayWrite) return <PeopleTable {...table} />;
  const uids = table.people.map(({ uid }) => uid).filter((uid) => chosen.has(uid));
  return (
    <>
      <SelectionBar count={uids.length} onClear={() => onChoose(new Set())}>
        {mayWrite ? <MessageChosen pid={table.pid} uids={uids} /> : null}
        {mayTag ? <TagPeople pid={table.pid} uids={uids} /> : null}
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
  const { q, tid, role, form, answered, tag, without_tasks: idle, incomplete, day } = search;
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
    ...(tag !== undefined && { tags: [tag] }),
    ...(idle !== undefined && { without_tasks: true }),
    ...(incomplete !== undefined && { incomplete: true }),
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
  const seesAll = useQuery(projectQuery(pid)).data?.rights.announce;
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
