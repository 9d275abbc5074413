import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../../client/client.ts';
import { formatList } from '../../../../locales/format/lists.ts';
import { BatchProgress } from '../../../ui/batch-progress.tsx';
import { Loaded } from '../../../ui/page-state.tsx';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { projectPeopleQuery } from '../../roster/queries.ts';
import { useMe } from '../../people/queries.ts';
import { teamsQuery } from '../queries.ts';
import { keyOf, missingTeams, returning } from './returning.ts';
import type { Returning } from './returning.ts';
import { projectInvitationsQuery, teamInvitationsQuery } from './queries.ts';
import { RoomWarning } from './room-warning.tsx';
import { useInviteAgain } from './use-invite.ts';

type LastYearProps = {
  project: Pick<Project, 'pid' | 'state' | 'rights'>;
  /** Projects whose people the person may list, the latest first. */
  earlier: readonly Pick<Project, 'pid' | 'name'>[];
  /** Only people of this team. */
  tid?: string;
};

/** Invites the people of an earlier project to the same teams. */
export function InviteLastYear({ project, earlier, tid }: LastYearProps) {
  const { t, i18n } = useTranslation();
  const { pid, rights } = project;
  const me = useMe();
  const [chosenProject, setProject] = useState<string>();
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const from = earlier.find((one) => one.pid === chosenProject) ?? earlier[0];
  const before = useQuery({ ...projectPeopleQuery(from?.pid ?? ''), enabled: from !== undefined });
  const [teams, now, invited] = useQueries({
    queries: [
      teamsQuery(pid),
      projectPeopleQuery(pid),
      tid === undefined ? projectInvitationsQuery(pid) : teamInvitationsQuery(pid, tid),
    ],
  });
  const pending = [teams, now, invited].find(({ data }) => data === undefined);
  const again = useInviteAgain<Returning>(pid);
  const known = (teams.data ?? []).filter((team) => !team.disabled && team.rights.add_members);
  const wanted = known.filter((team) => tid === undefined || team.tid === tid);
  const show = (people: NonNullable<typeof before.data>) => {
    const rows = returning(people, { teams: wanted, now: now.data ?? [], invited: invited.data ?? [], me, rights });
    const open = rows.filter(({ state }) => state === 'open');
    const ready = open.filter((row) => !leftOut.has(keyOf(row)));
    const missing = tid === undefined ? missingTeams(people, teams.data ?? []) : [];
    return (
      <Stack gap="md">
        {rows.length === 0 && from !== undefined ? (
          tid === undefined ? (
            <Text>{t('invite.lastYear.nobody')}</Text>
          ) : (
            <NobodyOfTeam from={from} tid={tid} team={wanted[0]?.name ?? tid} />
          )
        ) : (
          <DataTable
            label={t('invite.lastYear.title')}
            columns={columnsOf(t, tid === undefined)}
            rows={rows}
            keyOf={keyOf}
            selection={{
              chosen: new Set(ready.map(keyOf)),
              onChoose: (chosen) => setLeftOut(new Set(open.map(keyOf).filter((key) => !chosen.has(key)))),
              nameOf: ({ name, email, state }) => (state === 'open' ? name || email : undefined),
            }}
          />
        )}
        {rows.length > 0 && open.length === 0 ? <Text>{t('invite.lastYear.nobodyLeft')}</Text> : null}
        {missing.length === 0 ? null : (
          <Text size="sm" c="dimmed">
            {t('invite.lastYear.otherTeams', { teams: formatList(missing, i18n.language) })}
          </Text>
        )}
        {tid === undefined ? null : <RoomWarning pid={pid} tid={tid} people={ready.length} />}
        {again.running ? (
          <BatchProgress label={t('invite.title')} done={again.done} all={again.all} onStop={again.stop} />
        ) : (
          <Group>
            <Button disabled={ready.length === 0} onClick={() => again.run(ready)}>
              {t('invite.send', { count: ready.length })}
            </Button>
          </Group>
        )}
        {again.error === undefined ? null : <OrganiserProblem error={again.error} />}
      </Stack>
    );
  };
  return (
    <Stack gap="md">
      {project.state === 'draft' ? <Text>{t('invite.draft')}</Text> : null}
      <Select
        label={t('invite.lastYear.from')}
        data={earlier.map((one) => ({ value: one.pid, label: one.name }))}
        value={from?.pid ?? null}
        onChange={(value) => {
          setProject(value ?? undefined);
          setLeftOut(new Set());
        }}
        allowDeselect={false}
        maw={{ xs: '20rem' }}
      />
      {pending === undefined ? (
        <Loaded query={before} embedded>
          {show}
        </Loaded>
      ) : (
        <Loaded<unknown> query={pending} embedded>
          {() => null}
        </Loaded>
      )}
    </Stack>
  );
}

type NobodyProps = { from: Pick<Project, 'pid' | 'name'>; tid: string; team: string };

/** Why nobody of this team is listed. */
function NobodyOfTeam({ from, tid, team }: NobodyProps) {
  const { t } = useTranslation();
  const teams = useQuery(teamsQuery(from.pid)).data;
  if (teams === undefined) return null;
  const then = teams.find((one) => one.tid === tid);
  const why = then === undefined ? 'noTeam' : then.rights.edit ? 'empty' : 'notLed';
  return <Text>{t(`invite.lastYear.${why}`, { team, project: from.name })}</Text>;
}

const columnsOf = (t: TFunction, withTeam: boolean): Column<Returning>[] => [
  { key: 'name', label: t('tables.name'), cell: ({ name }) => name },
  ...(withTeam
    ? [{ key: 'team', label: t('invite.lastYear.team'), width: '18%', cell: ({ team }: Returning) => team }]
    : []),
  { key: 'role', label: t('tables.role'), width: '11%', cell: ({ role }) => t(`invite.roles.${role}`) },
  { key: 'email', label: t('tables.email'), cut: true, cell: ({ email }) => email },
  {
    key: 'status',
    label: t('tables.status'),
    width: '15%',
    cell: ({ state }) => (state === 'open' ? '' : t(`invite.lastYear.states.${state}`)),
  },
];
