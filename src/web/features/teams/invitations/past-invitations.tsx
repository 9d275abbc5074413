import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invitation, Team } from '../../../../client/client.ts';
import { formatDate } from '../../../../locales/format/dates.ts';
import { BatchProgress } from '../../../ui/batch-progress.tsx';
import type { More } from '../../../ui/paging.ts';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { SelectionBar } from '../../../ui/table/selection-bar.tsx';
import { projectQuery } from '../../projects/queries.ts';
import { invitedByColumn, roleColumn, shownAddress, teamColumn } from './open-invitations.tsx';
import type { InvitationState } from './search.ts';
import { useInviteAgain } from './use-invite.ts';
import { useShownZone } from '../../projects/event/event-zone.tsx';

type PastInvitationTableProps = {
  pid: string;
  teams: readonly Pick<Team, 'tid' | 'name' | 'disabled'>[];
  found: readonly Invitation[];
  total: number;
  sort: string;
  onSort: (sort: string) => void;
  more: More | undefined;
  state: InvitationState;
};

/** Invitations that were answered or have expired. Those who did not accept can be invited again. */
export function PastInvitationTable({ pid, teams, found, total, sort, onSort, more, state }: PastInvitationTableProps) {
  const { t, i18n } = useTranslation();
  const zone = useShownZone();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const maySetRole = useQuery(projectQuery(pid)).data?.rights.edit === true;
  const byTid = new Map(teams.map((team) => [team.tid, team]));
  // Those who offered to help are invited on the page of offers.
  const mayRepeat = ({ role, tid, offer }: Invitation): boolean =>
    !offer && state !== 'accepted' && (role === 'member' || maySetRole) && byTid.get(tid)?.disabled === false;
  const again = useInviteAgain<Invitation>(pid, (left) => {
    if (left.length === 0) setChosen(new Set());
  });
  const picked = found.filter(({ id }) => chosen.has(id));
  return (
    <>
      <SelectionBar count={picked.length} disabled={again.running} onClear={() => setChosen(new Set())}>
        <Button size="xs" loading={again.running} onClick={() => again.run(picked)}>
          {t('invite.again')}
        </Button>
      </SelectionBar>
      {again.running ? (
        <BatchProgress label={t('invite.again')} done={again.done} all={again.all} onStop={again.stop} />
      ) : null}
      {again.error === undefined ? null : <OrganiserProblem error={again.error} />}
      <DataTable
        label={t(`invite.ended.${state === 'declined' || state === 'accepted' ? state : 'expired'}`, { count: total })}
        columns={columnsOf(
          t,
          (at) => formatDate(at, i18n.language, zone),
          (tid) => byTid.get(tid)?.name ?? tid,
        )}
        rows={found}
        keyOf={({ id }) => id}
        more={more}
        sort={sort}
        onSort={onSort}
        selection={{ chosen, onChoose: setChosen, nameOf: (one) => (mayRepeat(one) ? one.email : undefined) }}
      />
      <Text size="sm" c="dimmed">
        {t('invite.keptFor')}
      </Text>
    </>
  );
}

const columnsOf = (
  t: TFunction,
  dateOf: (at: string) => string,
  teamName: (tid: string) => string,
): Column<Invitation>[] => [
  {
    key: 'email',
    label: t('tables.email'),
    sortBy: ({ email }) => email,
    cell: ({ email, name, offer }) =>
      offer ? shownAddress(t, { email, name, offer }) : name === '' ? email : `${name} · ${email}`,
  },
  { ...teamColumn(t, teamName), width: '18%' },
  { ...roleColumn(t), width: '14%' },
  invitedByColumn(t),
  {
    key: 'reminders',
    label: t('invite.reminders'),
    width: '8rem',
    number: true,
    phone: 'label',
    sortBy: ({ reminders }) => reminders,
    cell: ({ reminders }) => reminders,
  },
  {
    key: 'ended',
    label: t('invite.endedOn'),
    width: '7rem',
    date: true,
    phone: 'label',
    sortBy: ({ ended_at: at }) => at ?? '',
    cell: ({ ended_at: at }) => (at === null ? '–' : dateOf(at)),
  },
];
