import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifications } from '@mantine/notifications';
import type { Application, Team } from '../../../../client/client.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { formatDate } from '../../../../locales/format/dates.ts';
import { shownName } from '../../../../locales/format/names.ts';
import { PeopleIcon } from '../../../ui/icons.tsx';
import { ButtonLink, PageLink } from '../../../ui/links.tsx';
import { Loaded, EmptyList } from '../../../ui/page-state.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { includesText } from '../../../ui/table/search.ts';
import { SearchInput, useTableSearch } from '../../../ui/table/table-search.tsx';
import { useEach } from '../../../ui/table/each.ts';
import { EachState, SelectionBar } from '../../../ui/table/selection-bar.tsx';
import { useChange } from '../../../ui/change.ts';
import { projectQuery } from '../../projects/queries.ts';
import { setTakesApplications } from '../queries.ts';
import { SavedAtOnce } from '../../../ui/editing/saved-at-once.tsx';
import { ApplicationsSwitch } from './applications-switch.tsx';
import { acceptApplication, declineApplication, teamApplicationsQuery } from './queries.ts';
import { useRows } from '../../../ui/paging.ts';
import type { More } from '../../../ui/paging.ts';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import { useShownZone } from '../../projects/event/event-zone.tsx';

type TeamProps = { pid: string; team: Team };

/** Whether a team takes applications, and the open ones, unless decisions about them are published together. */
export function TeamApplications({ pid, team }: TeamProps) {
  const isTogether = useQuery(projectQuery(pid)).data?.decisions === 'together';
  return (
    <Stack gap="xl">
      <OpenSwitch pid={pid} team={team} />
      {isTogether ? <DecideTogether pid={pid} tid={team.tid} /> : <DecideAtOnce pid={pid} team={team} />}
    </Stack>
  );
}

/** The table of all applicants shows what is decided and not published yet. Here it would look as if people knew. */
function DecideTogether({ pid, tid }: { pid: string; tid: string }) {
  const { t } = useTranslation();
  return (
    <Group className="muster-notice" justify="space-between" gap="md">
      <Text maw="36rem">{t('apply.manage.together')}</Text>
      <ButtonLink to="/projects/$pid/manage/applications" params={{ pid }} search={{ tid }}>
        {t('apply.manage.decideThere')}
      </ButtonLink>
    </Group>
  );
}

function DecideAtOnce({ pid, team }: TeamProps) {
  const search = useTableSearch();
  const list = useInfiniteQuery(teamApplicationsQuery(pid, team.tid));
  const { rows, total, more } = useRows(list, search.q !== '' || search.sort !== undefined);
  return (
    <Loaded query={list} embedded>
      {() => <OpenApplications {...{ pid, team, total, more, search }} found={rows} />}
    </Loaded>
  );
}

function OpenSwitch({ pid, team }: TeamProps) {
  const { t } = useTranslation();
  const { tid, name } = team;
  const change = useChange(setTakesApplications(pid, tid), {
    message: (takes) => t(takes ? 'apply.manage.opened' : 'apply.manage.shut', { team: name }),
  });
  return (
    <Paper className="muster-surface" p="lg">
      <Stack gap="sm">
        <ApplicationsSwitch
          checked={change.isPending ? change.variables : team.takes_applications}
          onChange={({ currentTarget: { checked } }) => change.mutate(checked)}
          disabled={team.disabled}
        />
        <SavedAtOnce />
        {change.isError ? <OrganiserProblem error={change.error} /> : null}
      </Stack>
    </Paper>
  );
}

type OpenProps = TeamProps & {
  /** The applications that are loaded. */
  found: readonly Application[];
  total: number;
  more: More | undefined;
  search: ReturnType<typeof useTableSearch>;
};

function OpenApplications({ pid, team, found, total, more, search }: OpenProps) {
  const { t, i18n } = useTranslation();
  const zone = useShownZone();
  const { q, onSearch, sort = 'since', onSort } = search;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const heading = useRef<HTMLHeadingElement>(null);
  const [declining, setDeclining] = useState<Application>();
  const { tid } = team;
  const shown = found.filter(({ name, email, message }) => includesText(q, name, email, message));
  // The focused button was removed with its row.
  const onDone = () => {
    setDeclining(undefined);
    heading.current?.focus();
  };
  const accept = useChange(acceptApplication(pid, tid), {
    message: (one) => t('apply.manage.accepted', { name: shownName(t, one.name), team: team.name }),
    onDone,
  });
  const decline = useChange(declineApplication(pid, tid), {
    message: (one) => t('apply.manage.declined', { name: shownName(t, one.name) }),
    onDone,
  });
  return (
    <section aria-labelledby="team-applications">
      <Group justify="space-between" align="flex-end" mb="sm" gap="sm">
        <Title order={2} size="h4" id="team-applications" tabIndex={-1} ref={heading} style={{ outline: 'none' }}>
          {total === 0 ? t('manage.team.tabs.applications') : t('apply.manage.count', { count: total })}
        </Title>
        <SearchInput label={t('apply.manage.search')} rows={found.length} q={q} onSearch={onSearch} />
      </Group>
      {accept.isError ? <OrganiserProblem error={accept.error} /> : null}
      <ChosenApplications
        {...{ pid, team }}
        applications={shown.filter(({ uid }) => chosen.has(uid))}
        onEnd={(left) => {
          setChosen(new Set(left.map(({ uid }) => uid)));
          heading.current?.focus();
        }}
      />
      {found.length === 0 ? (
        <EmptyList
          icon={<PeopleIcon size={28} />}
          title={t('apply.manage.none')}
          description={team.takes_applications ? t('apply.manage.noneOpen') : t('apply.manage.noneClosed')}
        />
      ) : null}
      {found.length > 0 && shown.length === 0 ? t('tables.filterNone') : null}
      {shown.length === 0 ? null : (
        <DataTable
          label={t('apply.manage.count', { count: q === '' ? total : shown.length })}
          columns={[
            ...columnsOf(t, (at) => formatDate(at, i18n.language, zone)),
            actionsOf(t, (application) => ({
              name: shownName(t, application.name),
              pending: accept.isPending && accept.variables.uid === application.uid,
              onAccept: () => accept.mutate(application),
              onDecline: () => setDeclining(application),
            })),
          ]}
          rows={shown}
          keyOf={({ uid }) => uid}
          sort={sort}
          // The order of the API.
          isSorted={search.sort === undefined}
          onSort={onSort}
          more={more}
          selection={{ chosen, onChoose: setChosen, nameOf: ({ name }) => shownName(t, name) }}
        />
      )}
      <ConfirmDialog
        opened={declining !== undefined}
        title={t('apply.manage.declineTitle', { name: declining === undefined ? '' : shownName(t, declining.name) })}
        text={t('apply.manage.declineText')}
        confirm={t('apply.manage.decline')}
        change={decline}
        onConfirm={() => declining && decline.mutate(declining)}
        onClose={() => setDeclining(undefined)}
      />
    </section>
  );
}

const columnsOf = (t: TFunction, dateOf: (at: string) => string): Column<Application>[] => [
  {
    key: 'name',
    label: t('tables.name'),
    width: '20%',
    sortBy: (one) => shownName(t, one.name),
    cell: (one) => (
      <PageLink to="/people/$uid" params={{ uid: one.uid }} inherit>
        {shownName(t, one.name)}
      </PageLink>
    ),
  },
  {
    key: 'email',
    label: t('tables.email'),
    width: '22%',
    sortBy: ({ email }) => email,
    cell: ({ email }) => (
      <Anchor href={`mailto:${email}`} inherit>
        {email}
      </Anchor>
    ),
  },
  {
    key: 'message',
    label: t('tables.message'),
    cell: ({ message }) =>
      message === '' ? (
        <Text component="span" inherit c="dimmed">
          {t('apply.manage.noMessage')}
        </Text>
      ) : (
        <span style={{ whiteSpace: 'pre-wrap' }}>{message}</span>
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

type DecisionProps = { name: string; pending: boolean; onAccept: () => void; onDecline: () => void };

const actionsOf = (t: TFunction, propsOf: (application: Application) => DecisionProps): Column<Application> => ({
  key: 'actions',
  label: t('tables.actions'),
  width: '12rem',
  actions: true,
  cell: (application) => <Decision {...propsOf(application)} />,
});

function Decision({ name, pending, onAccept, onDecline }: DecisionProps) {
  const { t } = useTranslation();
  return (
    <Group gap={4} component="span" wrap="nowrap" justify="flex-end">
      <Button
        size="compact-xs"
        loading={pending}
        aria-label={t('apply.manage.acceptWhom', { name })}
        onClick={onAccept}
      >
        {t('apply.manage.accept')}
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={t('apply.manage.declineWhom', { name })}
        onClick={onDecline}
      >
        {t('apply.manage.decline')}
      </Button>
    </Group>
  );
}

type ChosenApplicationsProps = {
  pid: string;
  team: Team;
  applications: readonly Application[];
  /** Called with the applications that are still open. */
  onEnd: (left: readonly Application[]) => void;
};

/** Accepts or declines the selected applications. */
function ChosenApplications({ pid, team, applications, onEnd }: ChosenApplicationsProps) {
  const { t } = useTranslation();
  const [declining, setDeclining] = useState(false);
  const { tid, name } = team;
  const count = applications.length;
  const end = (text: 'acceptedAll' | 'declinedAll') => (done: number, left: readonly Application[]) => {
    if (done > 0) notifications.show({ message: t(`apply.manage.${text}`, { count: done, team: name }) });
    setDeclining(false);
    onEnd(left);
  };
  const accept = useEach(acceptApplication(pid, tid), end('acceptedAll'));
  const decline = useEach(declineApplication(pid, tid), end('declinedAll'));
  const running = accept.running || decline.running;
  const nameOf = (one: Application) => shownName(t, one.name);
  return (
    <>
      <SelectionBar count={count} disabled={running} onClear={() => onEnd([])}>
        <Button
          size="xs"
          disabled={running}
          onClick={() => {
            decline.reset();
            accept.run(applications);
          }}
        >
          {t('apply.manage.acceptAll', { count })}
        </Button>
        <Button size="xs" variant="default" disabled={running} onClick={() => setDeclining(true)}>
          {t('apply.manage.declineAll', { count })}
        </Button>
      </SelectionBar>
      <EachState
        each={accept}
        label={t('apply.manage.accept')}
        result={(done, all) => t('apply.manage.acceptedOf', { done, count: all })}
        keyOf={({ uid }) => uid}
        nameOf={nameOf}
      />
      <EachState
        each={decline}
        label={t('apply.manage.decline')}
        result={(done, all) => t('apply.manage.declinedOf', { done, count: all })}
        keyOf={({ uid }) => uid}
        nameOf={nameOf}
      />
      <ConfirmDialog
        opened={declining}
        title={t('apply.manage.declineAllTitle', { count })}
        text={t('apply.manage.declineAllText')}
        confirm={t('apply.manage.declineAll', { count })}
        pending={decline.running}
        onConfirm={() => {
          accept.reset();
          decline.run(applications);
        }}
        onClose={() => setDeclining(false)}
      />
    </>
  );
}
