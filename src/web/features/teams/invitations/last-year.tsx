import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project, ReturningPerson } from '../../../../client/client.ts';
import { formatList } from '../../../../locales/format/lists.ts';
import { BatchProgress } from '../../../ui/batch-progress.tsx';
import { Loaded } from '../../../ui/page-state.tsx';
import { useRows } from '../../../ui/paging.ts';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { teamQuery, teamsQuery } from '../queries.ts';
import { returningQuery } from './queries.ts';
import { RoomWarning } from './room-warning.tsx';
import { useInviteAgain } from './use-invite.ts';

type LastYearProps = {
  project: Pick<Project, 'pid' | 'state'>;
  /** Projects whose people the person may list, the latest first. */
  earlier: readonly Pick<Project, 'pid' | 'name'>[];
  /** Limits the people to those of this team. */
  tid?: string;
};

/** Invites the people of an earlier project to the same teams. */
export function InviteLastYear({ project, earlier, tid }: LastYearProps) {
  const { t, i18n } = useTranslation();
  const { pid } = project;
  const [chosenProject, setProject] = useState<string>();
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const from = earlier.find((one) => one.pid === chosenProject) ?? earlier[0];
  const list = useInfiniteQuery({ ...returningQuery(pid, from?.pid ?? '', tid), enabled: from !== undefined });
  const { rows, total, more, loadRest } = useRows(list);
  const queryClient = useQueryClient();
  const [isLoading, setLoading] = useState(false);
  const again = useInviteAgain<ReturningPerson>(pid);
  const team = useQuery({ ...teamQuery(pid, tid ?? ''), enabled: tid !== undefined }).data?.name ?? tid ?? '';
  const show = ({ pages }: NonNullable<typeof list.data>) => {
    const open = rows.filter(({ state }) => state === 'open');
    const openCount = pages[0]?.open ?? 0;
    const ready = openCount - leftOut.size;
    const missing = tid === undefined ? (pages[0]?.missing_teams ?? []) : [];
    /** Those who are not loaded yet are invited as well. */
    const send = async () => {
      setLoading(true);
      try {
        await loadRest?.();
      } finally {
        setLoading(false);
      }
      const all = queryClient.getQueryData(returningQuery(pid, from?.pid ?? '', tid).queryKey)?.pages ?? pages;
      again.run(all.flatMap(({ data }) => data).filter((row) => row.state === 'open' && !leftOut.has(keyOf(row))));
    };
    return (
      <Stack gap="md">
        {total === 0 && from !== undefined ? (
          tid === undefined ? (
            <Text>{t('invite.lastYear.nobody')}</Text>
          ) : (
            <NobodyOfTeam from={from} tid={tid} team={team} />
          )
        ) : (
          <DataTable
            label={t('invite.lastYear.title')}
            columns={columnsOf(t, tid === undefined)}
            rows={rows}
            keyOf={keyOf}
            more={more}
            selection={{
              chosen: new Set(open.map(keyOf).filter((key) => !leftOut.has(key))),
              onChoose: (chosen) => setLeftOut(new Set(open.map(keyOf).filter((key) => !chosen.has(key)))),
              nameOf: ({ name, email, state }) => (state === 'open' ? name || email : undefined),
            }}
          />
        )}
        {total > 0 && openCount === 0 ? <Text>{t('invite.lastYear.nobodyLeft')}</Text> : null}
        {missing.length === 0 ? null : (
          <Text size="sm" c="dimmed">
            {t('invite.lastYear.otherTeams', { teams: formatList(missing, i18n.language) })}
          </Text>
        )}
        {tid === undefined ? null : <RoomWarning pid={pid} tid={tid} people={ready} />}
        {again.running ? (
          <BatchProgress label={t('invite.title')} done={again.done} all={again.all} onStop={again.stop} />
        ) : (
          <Group>
            <Button disabled={ready === 0} loading={isLoading} onClick={() => void send()}>
              {t('invite.send', { count: ready })}
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
      <Loaded query={list} embedded>
        {show}
      </Loaded>
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

const keyOf = ({ tid, email }: ReturningPerson): string => `${tid}/${email}`;
const stateTexts = {
  in_team: 'inTeam',
  in_project: 'inProject',
  applied: 'applied',
  invited: 'invited',
  asked: 'asked',
  said_no: 'saidNo',
  suspended: 'suspended',
} as const;

const columnsOf = (t: TFunction, withTeam: boolean): Column<ReturningPerson>[] => [
  { key: 'name', label: t('tables.name'), cell: ({ name }) => name },
  ...(withTeam
    ? [{ key: 'team', label: t('invite.lastYear.team'), width: '18%', cell: ({ team }: ReturningPerson) => team }]
    : []),
  { key: 'role', label: t('tables.role'), width: '11%', cell: ({ role }) => t(`invite.roles.${role}`) },
  { key: 'email', label: t('tables.email'), cut: true, cell: ({ email }) => email },
  {
    key: 'status',
    label: t('tables.status'),
    width: '15%',
    cell: ({ state }) => (state === 'open' ? '' : t(`invite.lastYear.states.${stateTexts[state]}`)),
  },
];
