import { Alert, Group, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Team, TeamPerson } from '../../../../client/client.ts';
import { AlertIcon } from '../../../ui/icons.tsx';
import { PageLink } from '../../../ui/links.tsx';
import { Loaded } from '../../../ui/page-state.tsx';
import { useChange } from '../../../ui/change.ts';
import { InviteForm } from '../invitations/invite-form.tsx';
import { InviteIntro } from '../invitations/invite-intro.tsx';
import { InviteLastYear } from '../invitations/last-year.tsx';
import { useEarlierProjects } from '../invitations/earlier-projects.ts';
import { projectQuery } from '../../projects/queries.ts';
import { OpenInvitations } from '../invitations/open-invitations.tsx';
import { PasteMembers } from './paste-members.tsx';
import { PersonPicker } from '../../users/person-picker.tsx';
import type { InvitationRole } from '../invitations/queries.ts';
import { addMember, teamMembersQuery } from './queries.ts';
import { TeamPeople } from './team-people.tsx';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import { useTold } from '../../notices/told.ts';

const addMethods = ['search', 'paste', 'invite', 'last-year'] as const;

type ManageMembersProps = { pid: string; team: Team };

export function ManageMembers({ pid, team }: ManageMembersProps) {
  const people = useQuery(teamMembersQuery(pid, team.tid));
  return (
    <Loaded query={people} embedded>
      {(found) => (
        <Stack gap="xl">
          {team.rights.add_members && !team.disabled ? <AddPeople pid={pid} team={team} people={found} /> : null}
          {team.rights.add_members ? <OpenInvitations pid={pid} team={team} /> : null}
          <TeamPeople pid={pid} team={team} people={found} />
        </Stack>
      )}
    </Loaded>
  );
}

type WithPeople = ManageMembersProps & { people: readonly TeamPerson[] };

function AddPeople({ pid, team, people }: WithPeople) {
  const { t } = useTranslation();
  const told = useTold();
  const { tid } = team;
  const {
    add = 'search',
    role,
    ...search
  } = useSearch({
    from: '/signed-in/organise/projects/$pid/teams/$tid/manage',
  });
  const navigate = useNavigate();
  const project = useQuery(projectQuery(pid)).data;
  const earlier = useEarlierProjects(project);
  const method = add === 'last-year' && earlier.length === 0 ? 'search' : add;
  const show = (way: (typeof addMethods)[number], as: InvitationRole = 'member') =>
    void navigate({
      to: '/projects/$pid/teams/$tid/manage',
      params: { pid, tid },
      search: { ...search, ...(way === 'search' ? {} : { add: way }), ...(as === 'member' ? {} : { role: as }) },
      replace: true,
      resetScroll: false,
    });
  const adding = useChange(addMember(pid, tid), {
    message: ({ name }) => told(t('manage.team.added', { name, team: team.name })),
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
          onChange={(value) => show(addMethods.find((one) => one === value) ?? 'search', role)}
          aria-label={t('manage.team.addWay')}
          data={[
            { value: 'search', label: t('manage.team.bySearch') },
            { value: 'paste', label: t('manage.team.byPaste') },
            { value: 'invite', label: t('manage.team.byInvitation') },
            ...(earlier.length > 0 ? [{ value: 'last-year', label: t('invite.lastYear.title') }] : []),
          ]}
        />
      </Group>
      <Stack gap="md">
        {team.open_places !== null && team.open_places <= 0 ? <FullTeam pid={pid} team={team} /> : null}
        {method === 'search' ? (
          <>
            <Text c="dimmed">{t('manage.team.searchLead')}</Text>
            <PersonPicker
              label={t('manage.picker.label')}
              action={t('manage.team.add')}
              taken={new Set(people.flatMap(({ uid }) => uid ?? []))}
              takenText={t('manage.team.isMember')}
              pendingUid={adding.isPending ? adding.variables.uid : undefined}
              onPick={(person) => adding.mutate(person)}
            />
          </>
        ) : null}
        {method === 'paste' ? <PasteMembers pid={pid} tid={tid} /> : null}
        {method === 'invite' ? (
          <>
            <InviteIntro />
            <InviteForm pid={pid} tid={tid} role={role ?? 'member'} onRole={(as) => show(method, as)} />
          </>
        ) : null}
        {method === 'last-year' && project !== undefined ? (
          <>
            <InviteIntro />
            <InviteLastYear project={project} earlier={earlier} tid={tid} />
          </>
        ) : null}
        {adding.isError && method === 'search' ? <OrganiserProblem error={adding.error} /> : null}
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
