import { Button, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invitation, Team } from '../../../../client/client.ts';
import { BatchProgress } from '../../../ui/batch-progress.tsx';
import { formatDate } from '../../../../locales/format/dates.ts';
import { useChange } from '../../../ui/change.ts';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { includesText } from '../../../ui/table/search.ts';
import { SelectionBar } from '../../../ui/table/selection-bar.tsx';
import { SearchInput, useTableSearch } from '../../../ui/table/table-search.tsx';
import { projectQuery } from '../../projects/queries.ts';
import { revokeInvitation, teamInvitationsQuery } from './queries.ts';
import { useInvite, useInviteAgain } from './use-invite.ts';

/** The open invitations to a team. */
export function OpenInvitations({ pid, team }: { pid: string; team: Team }) {
  const { t } = useTranslation();
  const { tid } = team;
  const open = useQuery(teamInvitationsQuery(pid, tid)).data ?? [];
  const { q, onSearch, sort = 'email', onSort } = useTableSearch('invitation_');
  if (open.length === 0) return null;
  const found = open.filter(({ email }) => includesText(q, email));
  return (
    <section aria-labelledby="open-invitations">
      <Group justify="space-between" align="flex-end" gap="sm">
        <Title order={2} size="h4" id="open-invitations">
          {t('invite.open', { count: open.length })}
        </Title>
        <SearchInput label={t('tables.search')} rows={open.length} q={q} onSearch={onSearch} />
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        {t('invite.openText')}
      </Text>
      <Invitations {...{ pid, team, found, sort, onSort }} />
    </section>
  );
}

type InvitationsProps = {
  pid: string;
  team: Team;
  found: readonly Invitation[];
  sort: string;
  onSort: (sort: string) => void;
};

function Invitations({ pid, team, found, sort, onSort }: InvitationsProps) {
  const { t, i18n } = useTranslation();
  const { tid } = team;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const maySetRole = useQuery(projectQuery(pid)).data?.rights.edit === true;
  const mayInvite = ({ role }: Invitation): boolean => role === 'member' || maySetRole;
  // Those of a draft are sent when it is public, and a disabled team takes nobody.
  const mayRepeat = (one: Invitation): boolean => mayInvite(one) && !team.disabled && one.held_because !== 'not_public';
  const revoke = useChange(revokeInvitation(pid, tid), { message: ({ email }) => t('invite.revoked', { email }) });
  const columns = [
    ...columnsOf(t, i18n.language),
    actionsOf(t, (invitation) => ({
      mayRepeat: mayRepeat(invitation),
      revoking: revoke.isPending && revoke.variables.id === invitation.id,
      onRevoke: () => revoke.mutate(invitation),
      pid,
      tid,
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
          label={t('invite.open', { count: found.length })}
          columns={columns}
          rows={found}
          keyOf={({ id }) => id}
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

const columnsOf = (t: TFunction, language: string): Column<Invitation>[] => [
  {
    key: 'email',
    label: t('tables.email'),
    sortBy: ({ email }) => email,
    cell: ({ email, held_because: reason }) => (
      <>
        {email}
        {reason === null ? null : (
          <Text component="span" display="block" size="xs" c="dimmed">
            {t(`invite.heldBecause.${reason}`)}
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'role',
    label: t('tables.role'),
    width: '16%',
    sortBy: ({ role }) => t(`invite.roles.${role}`),
    cell: ({ role }) => t(`invite.roles.${role}`),
  },
  {
    key: 'by',
    label: t('tables.invitedBy'),
    width: '18%',
    phone: 'label',
    sortBy: ({ invited_by: name }) => name ?? '',
    cell: ({ invited_by: name }) => name,
  },
  {
    key: 'until',
    label: t('tables.until'),
    width: '7rem',
    date: true,
    phone: 'label',
    sortBy: ({ expires_at: until }) => until,
    cell: ({ held, expires_at: until }) => (held ? t('invite.notSent') : formatDate(until, language)),
  },
];

type ActionsProps = InviteAgainProps & { mayRepeat: boolean; revoking: boolean; onRevoke: () => void };

const actionsOf = (t: TFunction, propsOf: (invitation: Invitation) => ActionsProps): Column<Invitation> => ({
  key: 'actions',
  label: t('tables.actions'),
  width: '13rem',
  actions: true,
  cell: (invitation) => <Actions {...propsOf(invitation)} />,
});

/** Only owners invite chiefs and other owners. */
function Actions({ pid, tid, invitation, mayRepeat, revoking, onRevoke }: ActionsProps) {
  const { t } = useTranslation();
  return (
    <Group gap={4} justify="flex-end" component="span">
      {mayRepeat ? <InviteAgain pid={pid} tid={tid} invitation={invitation} /> : null}
      <Button
        size="compact-xs"
        variant="default"
        loading={revoking}
        aria-label={t('invite.revokeOf', { email: invitation.email })}
        onClick={onRevoke}
      >
        {t('invite.revoke')}
      </Button>
    </Group>
  );
}

type InviteAgainProps = { pid: string; tid: string; invitation: Invitation };

function InviteAgain({ pid, tid, invitation: { email, role, held } }: InviteAgainProps) {
  const { t } = useTranslation();
  const again = useInvite(pid, tid, undefined, role);
  return (
    <>
      {again.error === undefined ? null : <OrganiserProblem error={again.error} />}
      <Button
        size="compact-xs"
        variant="default"
        loading={again.running}
        aria-label={t(held ? 'invite.sendNowTo' : 'invite.againTo', { email })}
        onClick={() => again.run([email])}
      >
        {t(held ? 'invite.sendNow' : 'invite.again')}
      </Button>
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
