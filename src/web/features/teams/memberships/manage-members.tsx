import { Alert, Badge, Button, Group, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Team, TeamPerson } from '../../../../client/client.ts';
import { shownName } from '../../../../locales/format/names.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { AlertIcon } from '../../../ui/icons.tsx';
import { PageLink } from '../../../ui/links.tsx';
import { Loaded } from '../../../ui/page-state.tsx';
import { useChange } from '../../../ui/change.ts';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { InviteForm } from '../invitations/invite-form.tsx';
import { InviteIntro } from '../invitations/invite-intro.tsx';
import { OpenInvitations } from '../invitations/open-invitations.tsx';
import { PasteMembers } from './paste-members.tsx';
import { ContactLine } from '../../contacts/contact-links.tsx';
import { hasContact } from '../../contacts/has-contact.ts';
import { MessagePeople } from '../../messages/message-people.tsx';
import { PersonPicker } from '../../users/person-picker.tsx';
import { ReleasedPlaces } from '../../tasks/released-places.tsx';
import { addMember, removeMember, teamMembersQuery } from './queries.ts';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';

const addMethods = ['search', 'paste', 'invite'] as const;

type ManageMembersProps = { pid: string; team: Team };

export function ManageMembers({ pid, team }: ManageMembersProps) {
  const people = useQuery(teamMembersQuery(pid, team.tid));
  return (
    <Loaded query={people} embedded>
      {(found) => (
        <Stack gap="xl">
          {team.rights.add_members && !team.disabled ? <AddPeople pid={pid} team={team} people={found} /> : null}
          {team.rights.add_members ? <OpenInvitations pid={pid} tid={team.tid} /> : null}
          <PeopleList pid={pid} team={team} people={found} />
        </Stack>
      )}
    </Loaded>
  );
}

type WithPeople = ManageMembersProps & { people: readonly TeamPerson[] };

function AddPeople({ pid, team, people }: WithPeople) {
  const { t } = useTranslation();
  const { tid } = team;
  const {
    add: method = 'search',
    role,
    ...search
  } = useSearch({
    from: '/signed-in/organise/projects/$pid/teams/$tid/manage',
  });
  const navigate = useNavigate();
  const setMethod = (value: string) => {
    const chosen = addMethods.find((one) => one === value);
    void navigate({
      to: '/projects/$pid/teams/$tid/manage',
      params: { pid, tid },
      search: { ...search, ...(chosen === undefined || chosen === 'search' ? {} : { add: chosen }) },
      replace: true,
      resetScroll: false,
    });
  };
  const add = useChange(addMember(pid, tid), {
    message: ({ name }) => t('manage.team.added', { name, team: team.name }),
  });
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby="add-people">
      <Group justify="space-between" mb="md" gap="sm">
        <Title order={2} size="h4" id="add-people">
          {t('manage.team.addTitle')}
        </Title>
        <SegmentedControl
          size="xs"
          value={method}
          onChange={setMethod}
          aria-label={t('manage.team.addWay')}
          data={[
            { value: 'search', label: t('manage.team.bySearch') },
            { value: 'paste', label: t('manage.team.byPaste') },
            { value: 'invite', label: t('manage.team.byInvitation') },
          ]}
        />
      </Group>
      <Stack gap="md">
        {team.open_places !== null && team.open_places <= 0 ? <FullTeam pid={pid} team={team} /> : null}
        {method === 'search' ? (
          <PersonPicker
            label={t('manage.picker.label')}
            action={t('manage.team.add')}
            taken={new Set(people.flatMap(({ uid }) => uid ?? []))}
            takenText={t('manage.team.isMember')}
            pendingUid={add.isPending ? add.variables.uid : undefined}
            onPick={(person) => add.mutate(person)}
          />
        ) : null}
        {method === 'paste' ? <PasteMembers pid={pid} tid={tid} /> : null}
        {method === 'invite' ? (
          <>
            <InviteIntro />
            <InviteForm pid={pid} tid={tid} as={role} />
          </>
        ) : null}
        {add.isError && method === 'search' ? <OrganiserProblem error={add.error} /> : null}
      </Stack>
    </Paper>
  );
}

/** Owners can raise the headcount; chiefs have to ask them. */
function FullTeam({ pid, team }: ManageMembersProps) {
  const { t } = useTranslation();
  return (
    <Alert variant="outline" color="yellow" icon={<AlertIcon />} title={t('manage.team.fullTitle')}>
      <Text size="sm">{t('manage.team.fullText', { count: team.member_count })}</Text>
      {team.rights.manage ? (
        <PageLink size="sm" to="/projects/$pid/manage/teams" params={{ pid }}>
          {t('manage.team.fullOwner')}
        </PageLink>
      ) : (
        <Text size="sm">{t('manage.team.fullChief')}</Text>
      )}
    </Alert>
  );
}

function PeopleList({ pid, team, people }: WithPeople) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  const [removing, setRemoving] = useState<TeamPerson>();
  const [sort, setSort] = useState<string>();
  const { tid, rights } = team;
  const remove = useChange(removeMember(pid, tid), {
    message: ({ name }) => t('manage.team.removed', { name: shownName(t, name) }),
    onDone: () => {
      setRemoving(undefined);
      heading.current?.focus();
    },
  });
  const mayRemove = ({ role }: TeamPerson) => (role === 'chief' ? rights.appoint_chiefs : rights.add_members);
  return (
    <section aria-labelledby="team-people">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4" id="team-people" tabIndex={-1} ref={heading} style={{ outline: 'none' }}>
          {t('manage.team.peopleTitle', { count: people.length })}
        </Title>
        <MessagePeople pid={pid} people={people} audience={{ tids: [tid] }} />
      </Group>
      {people.length === 0 ? <Text c="dimmed">{t('manage.team.nobody')}</Text> : null}
      {people.length === 0 ? null : (
        <DataTable
          label={t('manage.team.peopleTitle', { count: people.length })}
          columns={[...columnsOf(t), actionsOf(t, mayRemove, setRemoving)]}
          rows={people}
          keyOf={({ uid, email_hash: hash }) => uid ?? hash}
          sort={sort}
          onSort={setSort}
        />
      )}
      <ConfirmDialog
        opened={removing !== undefined}
        title={t('manage.team.removeTitle', { name: shownName(t, removing?.name ?? '') })}
        text={t('manage.team.removeText', { team: team.name })}
        confirm={t('manage.remove')}
        pending={remove.isPending}
        error={remove.error}
        onConfirm={() => removing && remove.mutate(removing)}
        onClose={() => {
          setRemoving(undefined);
          remove.reset();
        }}
      >
        {removing?.uid === undefined ? null : (
          <ReleasedPlaces departure={{ of: 'member', pid, tid, uid: removing.uid }} />
        )}
      </ConfirmDialog>
    </section>
  );
}

const columnsOf = (t: TFunction): Column<TeamPerson>[] => [
  {
    key: 'name',
    label: t('tables.name'),
    width: '36%',
    sortBy: ({ name }) => name,
    cell: (person) => (
      <Group gap={6} component="span" lh="inherit">
        <span>{shownName(t, person.name)}</span>
        {person.role === 'chief' ? (
          <Badge size="xs" variant="light">
            {t('dashboard.chief')}
          </Badge>
        ) : null}
        {person.suspended === true ? (
          <Badge size="xs" variant="default">
            {t('manage.team.suspended')}
          </Badge>
        ) : null}
      </Group>
    ),
  },
  {
    key: 'contact',
    label: t('people.contact'),
    sortBy: ({ email = '' }) => email,
    cell: (person) => (hasContact(person) ? <ContactLine {...person} /> : null),
  },
];

const actionsOf = (
  t: TFunction,
  mayRemove: (person: TeamPerson) => boolean,
  onRemove: (person: TeamPerson) => void,
): Column<TeamPerson> => ({
  key: 'actions',
  label: t('tables.actions'),
  width: '8rem',
  actions: true,
  phone: 'corner',
  cell: (person) =>
    mayRemove(person) ? (
      <Button
        size="compact-xs"
        variant="default"
        aria-label={t('manage.removeWhom', { name: shownName(t, person.name) })}
        onClick={() => onRemove(person)}
      >
        {t('manage.remove')}
      </Button>
    ) : null,
});
