import { Alert, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InvitationPage } from '../../../../client/client.ts';
import { BatchProgress } from '../../../ui/batch-progress.tsx';
import { useBatches } from '../../../ui/batches.ts';
import { invalidate } from '../../../ui/change.ts';
import { AlertIcon, PeopleIcon } from '../../../ui/icons.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { EmptyList, Loaded } from '../../../ui/page-state.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { usePageTitle } from '../../../ui/page.tsx';
import { useRows } from '../../../ui/paging.ts';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import { useTableSearch } from '../../../ui/table/table-search.tsx';
import { loadManaged, useManagedProject } from '../../projects/managed-project.ts';
import { OwnersOnly } from '../../projects/owners-only.tsx';
import { teamsQuery } from '../queries.ts';
import { InvitationTable } from './open-invitations.tsx';
import { PastInvitationTable } from './past-invitations.tsx';
import { projectInvitationsQuery, remindAll } from './queries.ts';
import { invitationsSearch, invitationStates } from './search.ts';
import type { InvitationState } from './search.ts';

export const loadAllInvitationsPage = loadManaged('recruit', ({ load, loadPages, params: { pid }, search }) => {
  const { state, q } = invitationsSearch(search);
  return Promise.all([loadPages(projectInvitationsQuery(pid, { state, q })), load(teamsQuery(pid))]);
});

/** All invitations of a project by what became of them; for chiefs, those to the teams that they lead. */
export function AllInvitationsPage() {
  const { t } = useTranslation();
  const { project } = useManagedProject();
  usePageTitle(`${t('manage.parts.invitations')} · ${project.name}`);
  if (!project.rights.recruit) return <OwnersOnly project={project} />;
  return (
    <>
      <PageHead title={t('manage.parts.invitations')} help={t('invite.allLead')}>
        {project.rights.create_teams ? (
          <ButtonLink size="sm" to="/projects/$pid/manage/invitations/import" params={{ pid: project.pid }}>
            {t('imports.people.action')}
          </ButtonLink>
        ) : null}
      </PageHead>
      {project.rights.recruit_all && !project.rights.edit && project.state !== 'archived' ? (
        <FillTeam pid={project.pid} />
      ) : null}
      <Invitations pid={project.pid} />
    </>
  );
}

/** Deputies who fill the teams have no entry for each of them. */
function FillTeam({ pid }: { pid: string }) {
  const { t } = useTranslation();
  const teams = (useQuery(teamsQuery(pid)).data ?? []).filter(
    ({ rights, disabled }) => rights.add_members && !disabled,
  );
  const [chosen, setChosen] = useState('');
  const tid = chosen === '' ? (teams[0]?.tid ?? '') : chosen;
  if (tid === '') return null;
  return (
    <Group gap="md" align="flex-end" mb="lg">
      <NativeSelect
        w={{ base: '100%', xs: '16rem' }}
        label={t('deputies.team')}
        value={tid}
        onChange={({ currentTarget: { value } }) => setChosen(value)}
        data={teams.map((team) => ({ value: team.tid, label: team.name }))}
      />
      <ButtonLink to="/projects/$pid/teams/$tid/manage" params={{ pid, tid }} search={{ add: 'invite' }}>
        {t('deputies.addPeople')}
      </ButtonLink>
    </Group>
  );
}

function Invitations({ pid }: { pid: string }) {
  const { t } = useTranslation();
  const { state = 'open', sort } = useSearch({ from: '/signed-in/projects/$pid/manage/invitations' });
  const { q, onSearch, onSort } = useTableSearch();
  const teams = useQuery(teamsQuery(pid)).data ?? [];
  const list = useInfiniteQuery(projectInvitationsQuery(pid, { state, q: q === '' ? undefined : q }));
  const { rows, total, more } = useRows(list, sort !== undefined);
  const first = list.data?.pages[0];
  const isEnded = state === 'accepted' || state === 'declined' || state === 'expired';
  const table = { pid, teams, more, onSort, found: rows, total, sort: sort ?? 'email' };
  return (
    <Stack gap="md">
      <Filters pid={pid} state={state} q={q} onSearch={onSearch} counts={first?.counts} />
      {state === 'open' && (first?.due ?? 0) > 0 ? <RemindAll pid={pid} due={first?.due ?? 0} /> : null}
      <Loaded query={list} embedded>
        {() =>
          total === 0 ? (
            <EmptyList
              icon={<PeopleIcon size={28} />}
              title={t('invite.none')}
              description={q === '' ? t(`invite.noneOf.${state}`) : t('tables.filterNone')}
            />
          ) : isEnded ? (
            <PastInvitationTable {...table} state={state} />
          ) : (
            <InvitationTable {...table} detailed />
          )
        }
      </Loaded>
    </Stack>
  );
}

type FiltersProps = {
  pid: string;
  state: InvitationState;
  q: string;
  onSearch: (text: string) => void;
  counts: InvitationPage['counts'];
};

function Filters({ pid, state, q, onSearch, counts }: FiltersProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const choose = (chosen: InvitationState | undefined) =>
    void navigate({
      to: '/projects/$pid/manage/invitations',
      params: { pid },
      search: { state: chosen, ...(q === '' ? {} : { q }) },
      replace: true,
    });
  return (
    <Group gap="md" align="flex-end" component="search" aria-label={t('invite.filters')}>
      <NativeSelect
        w={{ base: '100%', xs: '16rem' }}
        label={t('invite.state')}
        value={state}
        onChange={({ currentTarget: { value } }) => choose(invitationStates.find((one) => one === value))}
        data={invitationStates.map((value) => ({
          value,
          label:
            counts === undefined
              ? t(`invite.states.${value}`)
              : t('invite.stateCount', { state: t(`invite.states.${value}`), number: counts[value] }),
        }))}
      />
      <TextInput
        type="search"
        w={{ base: '100%', xs: '20rem' }}
        label={t('invite.search')}
        value={q}
        maxLength={100}
        onChange={({ currentTarget: { value } }) => onSearch(value)}
      />
    </Group>
  );
}

/** The server reminds this many at once. */
const remindedAtOnce = 500;

function RemindAll({ pid, due }: { pid: string; due: number }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { run, affects } = remindAll(pid);
  const work = useBatches({
    size: 1,
    send: () => run(),
    onEnd: (answers) => {
      const count = answers.reduce((sum, { reminded }) => sum + reminded, 0);
      const full = answers.reduce((sum, { too_many_mails }) => sum + too_many_mails, 0);
      if (answers.length > 0)
        notifications.show({
          message: [
            t('invite.remindedAll', { count }),
            ...(full > 0 ? [t('invite.remindedFull', { count: full })] : []),
          ].join(' '),
        });
      void invalidate(queryClient, affects);
    },
  });
  return (
    <Alert variant="outline" color="gray" icon={<AlertIcon />}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t('invite.due', { count: due })}</Text>
        {work.running ? null : (
          <Button size="xs" onClick={() => work.run(Array.from({ length: Math.ceil(due / remindedAtOnce) }))}>
            {t('invite.remindAll', { count: due })}
          </Button>
        )}
      </Group>
      {work.running ? (
        <BatchProgress
          label={t('invite.remindAll', { count: due })}
          done={work.done}
          all={work.all}
          onStop={work.stop}
        />
      ) : null}
      {work.error === undefined ? null : <OrganiserProblem error={work.error} />}
    </Alert>
  );
}
