import { Alert, Paper, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Team } from '../../../client/client.ts';
import { AlertIcon } from '../../ui/icons.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { LatestAnnouncements } from '../announcements/latest-announcements.tsx';
import { TeamHours } from '../hours/team-hours.tsx';
import { projectQuery } from '../projects/queries.ts';
import { ReadOnlyWhenArchived } from '../projects/read-only.tsx';
import { ChiefsOnly } from './chiefs-only.tsx';
import { HeadcountBar } from './headcount-bar.tsx';
import { teamVersionQuery } from './queries.ts';
import { TeamApplications } from './applications/team-applications.tsx';
import { ManageMembers } from './memberships/manage-members.tsx';
import { TeamTasks } from '../tasks/planning/team-tasks.tsx';
import { ChannelList } from '../chat/channel-list.tsx';
import { TeamTextsForm } from './team-texts-form.tsx';

export function ManageTeamPage() {
  const { pid, tid } = useParams({ from: '/signed-in/organise/projects/$pid/teams/$tid/manage' });
  const team = useQuery(teamVersionQuery(pid, tid));
  return (
    <Loaded query={team}>
      {({ body, etag }) =>
        body.rights.edit ? (
          <ManagedTeam pid={pid} team={body} etag={etag} />
        ) : (
          <ChiefsOnly pid={pid} tid={tid} team={body.name} />
        )
      }
    </Loaded>
  );
}

type ManagedTeamProps = { pid: string; team: Team; etag: string | undefined };

/** Nobody joins or leaves a team of an archived project. */
const withoutChanges = (team: Team): Team => ({
  ...team,
  rights: { ...team.rights, add_members: false, appoint_chiefs: false },
});

function ManagedTeam({ pid, team, etag }: ManagedTeamProps) {
  const { t } = useTranslation();
  const { tab = 'people' } = useSearch({ from: '/signed-in/organise/projects/$pid/teams/$tid/manage' });
  const { tid, name } = team;
  const project = useQuery(projectQuery(pid)).data;
  const archived = project?.state === 'archived';
  usePageTitle(`${name} · ${t(`manage.team.tabs.${tab}`)}`);
  return (
    <>
      <PageHeading title={name} lead={t('manage.team.lead')} />
      <Stack gap="xl">
        <Paper className="muster-surface" p="lg">
          <HeadcountBar team={team} />
        </Paper>
        {team.disabled ? (
          <Alert variant="outline" color="yellow" icon={<AlertIcon />}>
            {t('manage.team.disabled')}
          </Alert>
        ) : null}
        <ReadOnlyWhenArchived project={project}>
          {tab === 'people' ? <ManageMembers pid={pid} team={archived ? withoutChanges(team) : team} /> : null}
          {tab === 'applications' ? <TeamApplications pid={pid} team={team} /> : null}
          {tab === 'chat' ? <ChannelList pid={pid} tid={tid} /> : null}
          {tab === 'announcements' ? <LatestAnnouncements pid={pid} tid={tid} canWrite managed /> : null}
          {tab === 'tasks' ? <TeamTasks pid={pid} team={team} project={project} /> : null}
          {tab === 'hours' ? <TeamHours pid={pid} tid={tid} /> : null}
          {tab === 'texts' ? <TeamTextsForm pid={pid} team={team} etag={etag} /> : null}
        </ReadOnlyWhenArchived>
      </Stack>
    </>
  );
}
