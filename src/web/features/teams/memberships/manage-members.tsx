import { Alert, Group, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Team } from '../../../../client/client.ts';
import { AlertIcon } from '../../../ui/icons.tsx';
import { PageLink } from '../../../ui/links.tsx';
import { useChange } from '../../../ui/change.ts';
import { InviteForm } from '../invitations/invite-form.tsx';
import { InviteIntro } from '../invitations/invite-intro.tsx';
import { InviteLastYear } from '../invitations/last-year.tsx';
import { useEarlierProjects } from '../invitations/earlier-projects.ts';
import { projectQuery } from '../../projects/queries.ts';
import { OpenInvitations } from '../invitations/open-invitations.tsx';
import { PersonPicker } from '../../users/person-picker.tsx';
import type { InvitationRole } from '../invitations/queries.ts';
import { peopleByIdQuery } from '../../roster/queries.ts';
import { addMember } from './queries.ts';
import { TeamPeople } from './team-people.tsx';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import { useMe } from '../../people/queries.ts';

const addMethods = ['search', 'invite', 'last-year'] as const;

type ManageMembersProps = { pid: string; team: Team };

export function ManageMembers({ pid, team }: ManageMembersProps) {
  return (
    <Stack gap="xl">
      {team.rights.add_members ? <AddMembers pid={pid} team={team} /> : null}
      <TeamPeople pid={pid} team={team} />
    </Stack>
  );
}

/** People are added by name or invited, and who was invited is listed. */
export function AddMembers({ pid, team }: ManageMembersProps) {
  return (
    <>
      {team.disabled ? null : <AddPeople pid={pid} team={team} />}
      <OpenInvitations pid={pid} team={team} />
    </>
  );
}

function AddPeople({ pid, team }: ManageMembersProps) {
  const { t } = useTranslation();
  const me = useMe()?.uid;
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
  const before = useEarlierProjects(project);
  // Deputies who recruit invite by name and address only.
  const earlier = project?.rights.plan_tasks === true ? before : [];
  const [shown, setShown] = useState<readonly string[]>([]);
  const members = useQuery({ ...peopleByIdQuery(pid, shown, tid), enabled: shown.length > 0 }).data ?? [];
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
    message: ({ uid, name }) =>
      uid === me
        ? t('manage.team.added', { context: 'self', team: team.name })
        : t('manage.team.added', { name, team: team.name }),
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
              onFound={setShown}
              taken={new Set(members.map(({ uid }) => uid))}
              takenText={t('manage.team.isMember')}
              pendingUid={adding.isPending ? adding.variables.uid : undefined}
              onPick={(person) => adding.mutate(person)}
            />
          </>
        ) : null}
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
