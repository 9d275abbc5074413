import { Anchor, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Application, Call, DecisionResults, Project } from '../../../../client/client.ts';
import { formatDate } from '../../../../locales/format/dates.ts';
import { shownName } from '../../../../locales/format/names.ts';
import { useChange } from '../../../ui/change.ts';
import { DownloadButton } from '../../../ui/download.tsx';
import { PeopleIcon } from '../../../ui/icons.tsx';
import { ButtonLink, PageLink } from '../../../ui/links.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { usePageTitle } from '../../../ui/page.tsx';
import { EmptyList, Loaded } from '../../../ui/page-state.tsx';
import { useRows } from '../../../ui/paging.ts';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { SelectionBar } from '../../../ui/table/selection-bar.tsx';
import { useTableSearch } from '../../../ui/table/table-search.tsx';
import { applicantStates } from '../../messages/search.ts';
import { loadManaged, useManagedProject } from '../../projects/managed-project.ts';
import { teamsQuery } from '../queries.ts';
import { Reader } from './application-reader.tsx';
import { answerText, decidedOf, decisions } from './decisions.ts';
import type { Decision } from './decisions.ts';
import { NextWaiting } from './next-waiting.tsx';
import { callQuery, decideApplications, exportApplications, projectApplicationsQuery } from './queries.ts';
import { applicationsSearch, listedStates } from './search.ts';
import type { ListedState } from './search.ts';

const keyOf = ({ tid, uid }: { tid: string; uid: string }): string => `${tid} ${uid}`;

export const loadApplicationsPage = loadManaged('recruit', ({ load, loadPages, params: { pid }, search }) => {
  const { state = 'open', tid, q } = applicationsSearch(search);
  return Promise.all([
    load(callQuery(pid)),
    loadPages(projectApplicationsQuery(pid, { state, tid, q })),
    load(teamsQuery(pid)),
  ]);
});

export function ApplicationsPage() {
  const { t } = useTranslation();
  const { project } = useManagedProject();
  const { pid, rights } = project;
  const call = useQuery(callQuery(pid));
  usePageTitle(`${t('apply.table.title')} · ${project.name}`);
  return (
    <>
      <PageHead title={t('apply.table.title')} help={t('apply.table.lead')}>
        <DownloadButton
          variant="default"
          name={`${pid}-applications.csv`}
          text={t('apply.table.csv')}
          load={exportApplications(pid)}
        />
        {rights.send_messages ? <WriteToThem pid={pid} /> : null}
        {rights.recruit_all && project.decisions === 'together' ? (
          <ButtonLink to="/projects/$pid/manage/applications/publish" params={{ pid }}>
            {t('apply.publish.action')}
          </ButtonLink>
        ) : null}
      </PageHead>
      <Loaded query={call} embedded>
        {(found) => <Applications project={project} call={found} />}
      </Loaded>
    </>
  );
}

/** A message to the people of the list, as far as they know what became of their application. */
function WriteToThem({ pid }: { pid: string }) {
  const { t } = useTranslation();
  const { state = 'open', tid } = useSearch({ from: '/signed-in/projects/$pid/manage/applications' });
  const applicants = applicantStates.find((one) => one === (state === 'open' ? 'sent' : state));
  if (applicants === undefined) return null;
  return (
    <ButtonLink
      to="/projects/$pid/manage/messages/new"
      params={{ pid }}
      search={{ applicants, ...(tid !== undefined && { applied_to: tid }) }}
      variant="default"
    >
      {t('apply.table.write')}
    </ButtonLink>
  );
}

function Applications({ project, call }: { project: Project; call: Call }) {
  const { t, i18n } = useTranslation();
  const { pid } = project;
  const search = useSearch({ from: '/signed-in/projects/$pid/manage/applications' });
  const { q, onSearch, sort = 'since', onSort } = useTableSearch();
  const { state = 'open', tid } = search;
  const list = useInfiniteQuery(projectApplicationsQuery(pid, { state, tid, q: q === '' ? undefined : q }));
  const { rows, total, more } = useRows(list, search.sort !== undefined);
  const teams = useQuery(teamsQuery(pid)).data ?? [];
  const team = teams.find((one) => one.tid === tid);
  const names = new Map(teams.map((one) => [one.tid, one.name]));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<string>();
  const reading = rows.findIndex((row) => keyOf(row) === opened);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const decide = useChange(decideApplications(pid), {
    onDone: (_, { results }) => {
      const done = results.filter(({ result }) => result === 'decided').length;
      const noted = results.some(({ result }) => result === 'noted');
      if (noted) notifications.show({ message: t('apply.table.noted') });
      if (done > 0) notifications.show({ message: t('apply.table.decided', { count: done }) });
      setProblems(results.filter(isProblem));
      setChosen(new Set(results.filter(isProblem).map(keyOf)));
    },
  });
  const run = (some: readonly Application[], decision: Decision) =>
    decide.mutate(some.map((row) => ({ uid: row.uid, tid: row.tid, decision, seen: decidedOf(row) })));
  const move = (step: number) => {
    const next = rows[reading === -1 ? 0 : reading + step];
    if (next !== undefined) setOpened(keyOf(next));
  };
  useReadingKeys(move);
  const picked = rows.filter((row) => chosen.has(keyOf(row)));
  const open = rows[reading];
  return (
    <Stack gap="md">
      <Filters {...{ project, state, tid, q, onSearch }} teams={teams} />
      {decide.isError ? <OrganiserProblem error={decide.error} /> : null}
      {problems.length === 0 ? null : (
        <Problems problems={problems} rows={rows} pending={decide.isPending} onWait={(some) => run(some, 'wait')} />
      )}
      {state === 'waiting' && team !== undefined ? <NextWaiting pid={pid} team={team} /> : null}
      {open === undefined ? null : (
        <Reader
          key={keyOf(open)}
          pid={pid}
          application={open}
          call={call}
          team={names.get(open.tid) ?? open.tid}
          place={t('apply.table.place', { number: reading + 1, count: total })}
          pending={decide.isPending}
          onDecide={(decision, note, onDone) =>
            decide.mutate(
              [
                {
                  uid: open.uid,
                  tid: open.tid,
                  seen: decidedOf(open),
                  ...(decision === undefined ? {} : { decision }),
                  ...(note === undefined ? {} : { note, seen_note: open.note }),
                },
              ],
              {
                onSuccess: ({ results }) => {
                  if (results.some(isProblem)) return;
                  onDone();
                  // What is decided goes from the list of what is to be decided.
                  const following = rows[reading + 1] ?? rows[reading - 1];
                  if (decision !== undefined && state === 'open') setOpened(following && keyOf(following));
                },
              },
            )
          }
          onMove={move}
          onClose={() => setOpened(undefined)}
        />
      )}
      <Loaded query={list} embedded>
        {() =>
          rows.length === 0 ? (
            <EmptyList
              icon={<PeopleIcon size={28} />}
              title={t('apply.table.none')}
              description={t('apply.table.noneText')}
            />
          ) : (
            <>
              <SelectionBar count={picked.length} disabled={decide.isPending} onClear={() => setChosen(new Set())}>
                {decisions.map((decision) => (
                  <Button
                    key={decision}
                    size="xs"
                    variant={decision === 'accept' ? 'filled' : 'default'}
                    loading={decide.isPending}
                    onClick={() => run(picked, decision)}
                  >
                    {t(`apply.table.decisions.${decision}`)}
                  </Button>
                ))}
              </SelectionBar>
              <DataTable
                label={t('apply.manage.count', { count: total })}
                columns={columnsOf(t, (at) => formatDate(at, i18n.language, project.timezone), call, names, setOpened)}
                rows={rows}
                keyOf={keyOf}
                sort={sort}
                isSorted={search.sort === undefined}
                onSort={onSort}
                more={more}
                selection={{ chosen, onChoose: setChosen, nameOf: ({ name }) => shownName(t, name) }}
              />
              <Text size="sm" c="dimmed" visibleFrom="sm">
                {t('apply.table.keys')}
              </Text>
            </>
          )
        }
      </Loaded>
    </Stack>
  );
}

/** j and k, as in mail programs, wherever nobody is typing. */
function useReadingKeys(move: (step: number) => void): void {
  const latest = useRef(move);
  useEffect(() => {
    latest.current = move;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event;
      const isTyping = target instanceof HTMLElement && target.closest('input, textarea, select, [role="dialog"]');
      if (isTyping !== null && isTyping !== false) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'j') latest.current(1);
      if (event.key === 'k') latest.current(-1);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

type Problem = DecisionResults['results'][number] & {
  result: Exclude<DecisionResults['results'][number]['result'], 'decided' | 'noted'>;
};
const isProblem = (one: DecisionResults['results'][number]): one is Problem =>
  one.result !== 'decided' && one.result !== 'noted';

type FiltersProps = {
  project: Project;
  teams: readonly { tid: string; name: string; rights: { add_members: boolean } }[];
  state: ListedState;
  tid: string | undefined;
  q: string;
  onSearch: (text: string) => void;
};

function Filters({ project, teams, state, tid = '', q, onSearch }: FiltersProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const set = (change: { state?: ListedState | undefined; tid?: string | undefined }) =>
    void navigate({
      to: '/projects/$pid/manage/applications',
      params: { pid: project.pid },
      search: { state, ...(tid === '' ? {} : { tid }), ...(q === '' ? {} : { q }), ...change },
      replace: true,
    });
  const led = teams.filter(({ rights }) => rights.add_members);
  return (
    <Group gap="md" align="flex-end">
      <NativeSelect
        w={{ base: '100%', xs: '14rem' }}
        label={t('apply.table.state')}
        value={state}
        onChange={({ currentTarget: { value } }) => set({ state: listedStates.find((one) => one === value) })}
        data={listedStates.map((value) => ({ value, label: t(`apply.table.states.${value}`) }))}
      />
      <NativeSelect
        w={{ base: '100%', xs: '14rem' }}
        label={t('apply.call.team')}
        value={tid}
        onChange={({ currentTarget: { value } }) => set({ tid: value === '' ? undefined : value })}
        data={[
          { value: '', label: t('apply.table.allTeams') },
          ...led.map((team) => ({ value: team.tid, label: team.name })),
        ]}
      />
      <TextInput
        type="search"
        label={t('apply.table.search')}
        value={q}
        onChange={({ currentTarget: { value } }) => onSearch(value)}
      />
    </Group>
  );
}

type ProblemsProps = {
  problems: readonly Problem[];
  rows: readonly Application[];
  pending: boolean;
  onWait: (applications: readonly Application[]) => void;
};

/** Why some were not decided: somebody else was faster, or the team is full and they can wait for a place. */
function Problems({ problems, rows, pending, onWait }: ProblemsProps) {
  const { t } = useTranslation();
  const rowOf = (one: { tid: string; uid: string }) => rows.find((row) => keyOf(row) === keyOf(one));
  const full = problems.filter(({ result }) => result === 'team_full').flatMap((one) => rowOf(one) ?? []);
  return (
    <Stack gap="sm" className="muster-notice" role="alert" align="flex-start">
      <ul className="muster-plain-list">
        {problems.map((one) => (
          <li key={keyOf(one)}>
            {t(`apply.table.results.${one.result}`, {
              name: shownName(t, rowOf(one)?.name ?? ''),
              decision: one.current === null ? '' : t(`apply.states.${one.current}`),
            })}
          </li>
        ))}
      </ul>
      {full.length === 0 ? null : (
        <Button size="xs" loading={pending} onClick={() => onWait(full)}>
          {t('apply.table.letWait', { count: full.length })}
        </Button>
      )}
    </Stack>
  );
}

function columnsOf(
  t: TFunction,
  dateOf: (at: string) => string,
  { forms }: Call,
  teams: ReadonlyMap<string, string>,
  onOpen: (key: string) => void,
): Column<Application>[] {
  return [
    {
      key: 'name',
      label: t('tables.name'),
      sortBy: (one) => shownName(t, one.name),
      cell: (one) => (
        <Anchor component="button" type="button" inherit ta="start" onClick={() => onOpen(keyOf(one))}>
          {shownName(t, one.name)}
        </Anchor>
      ),
    },
    {
      key: 'team',
      label: t('apply.call.team'),
      cut: true,
      sortBy: ({ tid }) => teams.get(tid) ?? tid,
      cell: ({ tid, wish, wishes }) =>
        wish > 1 || wishes.length > 1
          ? t('apply.table.teamAndWish', { team: teams.get(tid) ?? tid, number: wish })
          : (teams.get(tid) ?? tid),
    },
    {
      key: 'state',
      label: t('apply.table.state'),
      sortBy: (one) => decidedOf(one) ?? one.state,
      cell: (one) =>
        one.decide_again ? t('apply.table.decideAgain') : t(`apply.states.${decidedOf(one) ?? one.state}`),
    },
    ...forms.flatMap(({ form, fields }) =>
      fields.map((field): Column<Application> => ({
        key: `${form}-${field.key}`,
        label: field.label,
        cut: true,
        phone: 'label',
        sortBy: ({ answers }) => answerText(t, field, answers[form]?.[field.key]),
        cell: ({ answers }) => answerText(t, field, answers[form]?.[field.key]),
      })),
    ),
    { key: 'message', label: t('tables.message'), cut: true, cell: ({ message }) => message },
    {
      key: 'person',
      label: t('tables.email'),
      cut: true,
      cell: ({ uid, email }) =>
        email === '' ? null : (
          <PageLink to="/people/$uid" params={{ uid }} inherit>
            {email}
          </PageLink>
        ),
    },
    {
      key: 'since',
      label: t('tables.applied'),
      width: '6.5rem',
      date: true,
      phone: 'label',
      sortBy: ({ applied_at: since }) => since,
      cell: ({ applied_at: since }) => dateOf(since),
    },
  ];
}
