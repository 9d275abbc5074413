import { Button, Group, Text, Title } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invitation, Team } from '../../../../client/client.ts';
import { BatchProgress } from '../../../ui/batch-progress.tsx';
import { formatDate } from '../../../../locales/format/dates.ts';
import { shownName } from '../../../../locales/format/names.ts';
import { useChange } from '../../../ui/change.ts';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import { useRows } from '../../../ui/paging.ts';
import type { More } from '../../../ui/paging.ts';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { RowActions } from '../../../ui/table/row-actions.tsx';
import { SelectionBar } from '../../../ui/table/selection-bar.tsx';
import { SearchInput, useTableSearch } from '../../../ui/table/table-search.tsx';
import { projectQuery } from '../../projects/queries.ts';
import { revokeInvitation, teamInvitationsQuery } from './queries.ts';
import { useInvite, useInviteAgain } from './use-invite.ts';
import { useShownZone } from '../../projects/event/event-zone.tsx';

/** The open invitations to a team. */
export function OpenInvitations({ pid, team }: { pid: string; team: Team }) {
  const { t } = useTranslation();
  const { tid } = team;
  const { q, onSearch, sort, onSort } = useTableSearch('invitation_');
  const list = useInfiniteQuery({
    ...teamInvitationsQuery(pid, tid, q === '' ? undefined : q),
    placeholderData: keepPreviousData,
  });
  const { rows: found, total, more } = useRows(list, sort !== undefined);
  if (total === 0 && q === '') return null;
  return (
    <section aria-labelledby="open-invitations">
      <Group justify="space-between" align="flex-end" gap="sm">
        <Title order={2} size="h4" id="open-invitations">
          {t('invite.open', { count: total })}
        </Title>
        <SearchInput label={t('tables.search')} rows={total} q={q} onSearch={onSearch} />
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        {t('invite.openText')}
      </Text>
      <InvitationTable {...{ pid, teams: [team], found, total, onSort, more }} sort={sort ?? 'email'} />
    </section>
  );
}

type InvitationTableProps = {
  pid: string;
  teams: readonly Pick<Team, 'tid' | 'name' | 'disabled'>[];
  found: readonly Invitation[];
  total: number;
  sort: string;
  onSort: (sort: string) => void;
  more?: More | undefined;
  /** Shows to which team, and when they were invited again. */
  detailed?: boolean;
};

export function InvitationTable(props: InvitationTableProps) {
  const { pid, teams, found, total, sort, onSort, more, detailed = false } = props;
  const { t, i18n } = useTranslation();
  const zone = useShownZone();
  const dateOf = (at: string) => formatDate(at, i18n.language, zone);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const maySetRole = useQuery(projectQuery(pid)).data?.rights.edit === true;
  const byTid = new Map(teams.map((team) => [team.tid, team]));
  const mayInvite = ({ role }: Invitation): boolean => role === 'member' || maySetRole;
  // Those of a draft are sent when it is public, and a disabled team takes nobody.
  const mayRepeat = (one: Invitation): boolean =>
    mayInvite(one) && byTid.get(one.tid)?.disabled === false && one.held_because !== 'not_public' && !one.offer;
  const revoke = useChange(revokeInvitation(pid), {
    message: (one) => t('invite.revoked', { email: shownAddress(t, one) }),
  });
  const columns = [
    ...columnsOf(t, dateOf),
    ...(detailed ? detailsOf(t, dateOf, (tid) => byTid.get(tid)?.name ?? tid) : []),
    actionsOf(t, (invitation) => ({
      mayRepeat: mayRepeat(invitation),
      mayRevoke: mayInvite(invitation),
      onRevoke: () => {
        if (!revoke.isPending) revoke.mutate(invitation);
      },
      pid,
      tid: invitation.tid,
      invitation,
    })),
  ];
  return (
    <>
      {revoke.isError ? <OrganiserProblem error={revoke.error} /> : null}
      <InviteChosen
        pid={pid}
        invitations={found.filter(({ id }) => chosen.has(id))}
        onDone={() => setChosen(new Set())}
      />
      {found.length === 0 ? (
        t('tables.filterNone')
      ) : (
        <DataTable
          label={t('invite.open', { count: total })}
          columns={columns}
          rows={found}
          keyOf={({ id }) => id}
          more={more}
          sort={sort}
          onSort={onSort}
          selection={{ chosen, onChoose: setChosen, nameOf: (one) => (mayRepeat(one) ? one.email : undefined) }}
        />
      )}
      {found.every(mayInvite) ? null : (
        <Text size="sm" c="dimmed" mt="xs">
          {t('invite.onlyOwners')}
        </Text>
      )}
    </>
  );
}

export const roleColumn = (t: TFunction): Column<Invitation> => ({
  key: 'role',
  label: t('tables.role'),
  sortBy: ({ role }) => t(`invite.roles.${role}`),
  cell: ({ role }) => t(`invite.roles.${role}`),
});

export const invitedByColumn = (t: TFunction): Column<Invitation> => ({
  key: 'by',
  label: t('tables.invitedBy'),
  width: '12%',
  phone: 'label',
  sortBy: ({ invited_by: name }) => name ?? '',
  cell: ({ invited_by: name }) => name,
});

export const teamColumn = (t: TFunction, teamName: (tid: string) => string): Column<Invitation> => ({
  key: 'team',
  label: t('tables.team'),
  phone: 'label',
  sortBy: ({ tid }) => teamName(tid),
  cell: ({ tid }) => teamName(tid),
});

/** People who offered to help are known by their name until they accept. */
export const shownAddress = (
  t: TFunction,
  { email, name, offer }: Pick<Invitation, 'email' | 'name' | 'offer'>,
): string => (offer ? shownName(t, name) : email);

const columnsOf = (t: TFunction, dateOf: (at: string) => string): Column<Invitation>[] => [
  {
    key: 'email',
    label: t('tables.email'),
    width: '24%',
    sortBy: ({ email }) => email,
    cell: ({ email, name, offer, held_because: reason }) => (
      <>
        {offer ? shownAddress(t, { email, name, offer }) : name === '' ? email : `${name} · ${email}`}
        {offer ? (
          <Text component="span" display="block" size="xs" c="dimmed">
            {t('offers.hidden')}
          </Text>
        ) : null}
        {reason === null ? null : (
          <Text component="span" display="block" size="xs" c="dimmed">
            {t(`invite.heldBecause.${reason}`)}
          </Text>
        )}
      </>
    ),
  },
  { ...roleColumn(t), width: '8%' },
  invitedByColumn(t),
  {
    key: 'until',
    label: t('tables.until'),
    width: '7rem',
    date: true,
    phone: 'label',
    sortBy: ({ expires_at: until }) => until,
    cell: ({ held, expires_at: until }) => (held ? t('invite.notSent') : dateOf(until)),
  },
];

const detailsOf = (
  t: TFunction,
  dateOf: (at: string) => string,
  teamName: (tid: string) => string,
): Column<Invitation>[] => [
  { ...teamColumn(t, teamName), width: '12%' },
  {
    key: 'reminded',
    label: t('invite.reminded'),
    width: '7rem',
    date: true,
    phone: 'label',
    sortBy: ({ reminded_at: at }) => at ?? '',
    cell: ({ reminded_at: at, reminders }) =>
      at === null ? '–' : t('invite.remindedOn', { date: dateOf(at), count: reminders }),
  },
];

type ActionsProps = {
  pid: string;
  tid: string;
  invitation: Invitation;
  mayRepeat: boolean;
  mayRevoke: boolean;
  onRevoke: () => void;
};

const actionsOf = (t: TFunction, propsOf: (invitation: Invitation) => ActionsProps): Column<Invitation> => ({
  key: 'actions',
  label: t('tables.actions'),
  width: '5.5rem',
  actions: true,
  phone: 'corner',
  cell: (invitation) => <Actions {...propsOf(invitation)} />,
});

/** Only owners invite chiefs and other owners, and revoke such invitations. */
function Actions({ pid, tid, invitation, mayRepeat, mayRevoke, onRevoke }: ActionsProps) {
  const { t } = useTranslation();
  const { email, role, held } = invitation;
  const shown = shownAddress(t, invitation);
  const again = useInvite(pid, tid, { role });
  const repeat = () => {
    if (!again.running) again.run([{ email }]);
  };
  return (
    <>
      {again.error === undefined ? null : <OrganiserProblem error={again.error} />}
      <RowActions
        name={shown}
        actions={[
          ...(mayRepeat
            ? [
                {
                  key: 'again',
                  text: t(held ? 'invite.sendNow' : 'invite.again'),
                  label: t(held ? 'invite.sendNowTo' : 'invite.againTo', { email }),
                  onClick: repeat,
                },
              ]
            : []),
          ...(mayRevoke
            ? [
                {
                  key: 'revoke',
                  text: t('invite.revoke'),
                  label: t('invite.revokeOf', { email: shown }),
                  onClick: onRevoke,
                },
              ]
            : []),
        ]}
      />
    </>
  );
}

type InviteChosenProps = { pid: string; invitations: readonly Invitation[]; onDone: () => void };

/** Invites the selected people again, each to the same role. */
function InviteChosen({ pid, invitations, onDone }: InviteChosenProps) {
  const { t } = useTranslation();
  const again = useInviteAgain(pid, (left) => {
    if (left.length === 0) onDone();
  });
  return (
    <>
      <SelectionBar count={invitations.length} disabled={again.running} onClear={onDone}>
        <Button size="xs" loading={again.running} onClick={() => again.run(invitations)}>
          {t('invite.again')}
        </Button>
      </SelectionBar>
      {again.running ? (
        <BatchProgress label={t('invite.again')} done={again.done} all={again.all} onStop={again.stop} />
      ) : null}
      {again.error === undefined ? null : <OrganiserProblem error={again.error} />}
    </>
  );
}
