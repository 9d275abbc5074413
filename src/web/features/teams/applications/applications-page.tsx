import {
  Anchor,
  Badge,
  Button,
  Group,
  NativeSelect,
  Paper,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
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
import { callQuery, decideApplications, exportApplications, projectApplicationsQuery } from './queries.ts';
import { applicationsSearch, listedStates } from './search.ts';
import type { ListedState } from './search.ts';

type Decision = 'accept' | 'wait' | 'decline';
const decisions = ['accept', 'wait', 'decline'] as const satisfies Decision[];

/** What has been decided, published or not. */
const decidedOf = ({ state, pending }: Application) =>
  pending ?? (state === 'accepted' || state === 'waiting' || state === 'declined' ? state : null);
const keyOf = ({ tid, uid }: { tid: string; uid: string }): string => `${tid} ${uid}`;

export const loadApplicationsPage = loadManaged('plan_tasks', ({ load, loadPages, params: { pid }, search }) => {
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
        <WriteToThem pid={pid} />
        {rights.edit && project.decisions === 'together' ? (
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
  const names = new Map(teams.map((team) => [team.tid, team.name]));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<string>();
  const reading = rows.findIndex((row) => keyOf(row) === opened);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const decide = useChange(decideApplications(pid), {
    onDone: (_, { results }) => {
      const done = results.filter(({ result }) => result === 'decided').length;
      if (done > 0) notifications.show({ message: t('apply.table.decided', { count: done }) });
      setProblems(results.filter(isProblem));
      setChosen(new Set(results.filter(isProblem).map(keyOf)));
    },
  });
  const run = (some: readonly Application[], decision: Decision, note?: string) =>
    decide.mutate(
      some.map((row) => ({
        uid: row.uid,
        tid: row.tid,
        decision,
        seen: decidedOf(row),
        ...(note === undefined ? {} : { note }),
      })),
    );
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
      {problems.length === 0 ? null : <Problems problems={problems} rows={rows} />}
      <NextWaiting {...{ pid, tid, state }} onAccept={(one) => run([one], 'accept')} pending={decide.isPending} />
      {open === undefined ? null : (
        <Reader
          key={keyOf(open)}
          application={open}
          call={call}
          team={names.get(open.tid) ?? open.tid}
          place={t('apply.table.place', { number: reading + 1, count: total })}
          pending={decide.isPending}
          onDecide={(decision, note) => run([open], decision, note)}
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
                    onClick={() => run(picked.slice(0, 200), decision)}
                  >
                    {t(`apply.table.decisions.${decision}`)}
                  </Button>
                ))}
              </SelectionBar>
              <DataTable
                label={t('apply.manage.count', { count: total })}
                columns={columnsOf(t, i18n.language, call, names, setOpened)}
                rows={rows}
                keyOf={keyOf}
                sort={sort}
                isSorted={search.sort === undefined}
                onSort={onSort}
                more={more}
                selection={{ chosen, onChoose: setChosen, nameOf: ({ name }) => shownName(t, name) }}
              />
              <Text size="sm" c="dimmed">
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
  result: Exclude<DecisionResults['results'][number]['result'], 'decided'>;
};
const isProblem = (one: DecisionResults['results'][number]): one is Problem => one.result !== 'decided';

type FiltersProps = {
  project: Project;
  teams: readonly { tid: string; name: string; rights: { edit: boolean } }[];
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
  const led = teams.filter(({ rights }) => rights.edit);
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

/** Why some were not decided: somebody else was faster, or the team is full. */
function Problems({ problems, rows }: { problems: readonly Problem[]; rows: readonly Application[] }) {
  const { t } = useTranslation();
  const nameOf = (one: { tid: string; uid: string }) =>
    shownName(t, rows.find((row) => keyOf(row) === keyOf(one))?.name ?? '');
  return (
    <Stack gap={4} component="ul" className="muster-notice" role="alert">
      {problems.map((one) => (
        <li key={keyOf(one)}>
          {t(`apply.table.results.${one.result}`, {
            name: nameOf(one),
            decision: one.current === null ? '' : t(`apply.states.${one.current}`),
          })}
        </li>
      ))}
    </Stack>
  );
}

type NextWaitingProps = {
  pid: string;
  tid: string | undefined;
  state: ListedState;
  pending: boolean;
  onAccept: (application: Application) => void;
};

/** When a team has room again: the person who has waited longest. */
function NextWaiting({ pid, tid, state, pending, onAccept }: NextWaitingProps) {
  const { t } = useTranslation();
  const team = (useQuery(teamsQuery(pid)).data ?? []).find((one) => one.tid === tid);
  const hasRoom = team !== undefined && team.open_places !== 0;
  const waiting = useInfiniteQuery({
    ...projectApplicationsQuery(pid, { state: 'waiting', tid, q: undefined }),
    enabled: hasRoom && state === 'waiting',
  });
  const next = waiting.data?.pages[0]?.data[0];
  if (!hasRoom || state !== 'waiting' || next === undefined) return null;
  const name = shownName(t, next.name);
  return (
    <Group className="muster-notice" justify="space-between" gap="md">
      <Text>{t('apply.table.next', { team: team.name, name })}</Text>
      <Button loading={pending} onClick={() => onAccept(next)}>
        {t('apply.manage.acceptWhom', { name })}
      </Button>
    </Group>
  );
}

type ReaderProps = {
  application: Application;
  call: Call;
  team: string;
  place: string;
  pending: boolean;
  onDecide: (decision: Decision, note: string) => void;
  onMove: (step: number) => void;
  onClose: () => void;
};

/** One application with all that was written, to decide about it. */
function Reader({ application, call, team, place, pending, onDecide, onMove, onClose }: ReaderProps) {
  const { t } = useTranslation();
  const [note, setNote] = useState(application.note);
  const decided = decidedOf(application);
  const name = shownName(t, application.name);
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby="reader">
      <Group justify="space-between" gap="sm" mb="sm">
        <Title order={2} size="h4" id="reader">
          {t('apply.own.team', { team: name, project: team })}
        </Title>
        <Text size="sm" c="dimmed">
          {place}
        </Text>
      </Group>
      <Stack gap="sm">
        {decided === null ? null : (
          <Group gap="xs">
            <Badge variant="light">{t(`apply.states.${decided}`)}</Badge>
            {application.decided_by === null ? null : <Text size="sm">{application.decided_by}</Text>}
            {application.decide_again ? <Text size="sm">{t('apply.table.decideAgain')}</Text> : null}
          </Group>
        )}
        {application.message === '' ? null : <Text style={{ whiteSpace: 'pre-wrap' }}>{application.message}</Text>}
        {call.forms.flatMap(({ form, fields }) =>
          fields.map((field) => {
            const answer = answerText(t, field, application.answers[form]?.[field.key]);
            return answer === '' ? null : (
              <div key={`${form}/${field.key}`}>
                <Text size="sm" c="dimmed">
                  {field.label}
                </Text>
                <Text style={{ whiteSpace: 'pre-wrap' }}>{answer}</Text>
              </div>
            );
          }),
        )}
        <Textarea
          label={t('apply.table.note')}
          description={t('apply.table.noteHint')}
          value={note}
          onChange={({ currentTarget: { value } }) => setNote(value)}
          maxLength={2000}
          autosize
        />
        <Group gap="sm">
          {decisions.map((decision) => (
            <Button
              key={decision}
              variant={decision === 'accept' ? 'filled' : 'default'}
              loading={pending}
              onClick={() => onDecide(decision, note)}
            >
              {t(`apply.table.decisions.${decision}`)}
            </Button>
          ))}
          <Group gap="xs" ms="auto">
            <Button variant="default" onClick={() => onMove(-1)}>
              {t('apply.table.previous')}
            </Button>
            <Button variant="default" onClick={() => onMove(1)}>
              {t('apply.table.following')}
            </Button>
            <Button variant="subtle" onClick={onClose}>
              {t('apply.table.close')}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Paper>
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

type Asked = { options: { value: string; label: string }[] | null };

function answerText(t: TFunction, { options }: Asked, answer: unknown): string {
  if (answer === undefined) return '';
  if (typeof answer === 'boolean') return t(answer ? 'project.forms.yes' : 'project.forms.no');
  const labels = new Map((options ?? []).map(({ value, label }) => [value, label]));
  const values: unknown[] = Array.isArray(answer) ? answer : [answer];
  return values
    .map((value) => (typeof value === 'number' ? String(value) : (labels.get(textOf(value)) ?? textOf(value))))
    .join(', ');
}

function columnsOf(
  t: TFunction,
  language: string,
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
      cell: ({ applied_at: since }) => formatDate(since, language),
    },
  ];
}
