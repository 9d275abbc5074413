import { Alert, Badge, Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Team } from '../../../client/client.ts';
import { AlertIcon } from '../../ui/icons.tsx';
import { PageLink } from '../../ui/links.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { LatestAnnouncements } from '../announcements/latest-announcements.tsx';
import { projectQuery } from '../projects/queries.ts';
import { ReadOnlyWhenArchived } from '../projects/read-only.tsx';
import { teamApplicationsQuery } from './applications/queries.ts';
import { ChiefsOnly } from './chiefs-only.tsx';
import { HeadcountBar } from './headcount-bar.tsx';
import { teamVersionQuery } from './queries.ts';
import { TeamApplications } from './applications/team-applications.tsx';
import { ManageMembers } from './memberships/manage-members.tsx';
import { TeamTasks } from '../tasks/planning/team-tasks.tsx';
import { TeamTextsForm } from './team-texts-form.tsx';

const tabs = ['people', 'applications', 'tasks', 'announcements', 'texts'] as const;
export type TeamTab = (typeof tabs)[number];

export function ManageTeamPage() {
  const { pid, tid } = useParams({ from: '/signed-in/projects/$pid/teams/$tid/manage' });
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

function ManagedTeam({ pid, team, etag }: ManagedTeamProps) {
  const { t } = useTranslation();
  const { tab = 'people' } = useSearch({ from: '/signed-in/projects/$pid/teams/$tid/manage' });
  const { tid, name } = team;
  const project = useQuery(projectQuery(pid)).data;
  const waiting = useQuery(teamApplicationsQuery(pid, tid)).data?.length ?? 0;
  usePageTitle(`${name} · ${t(`manage.team.tabs.${tab}`)}`);
  return (
    <>
      <Text size="sm" mb="xs">
        <PageLink to="/projects/$pid" params={{ pid }}>
          {project?.name ?? pid}
        </PageLink>
        {project?.rights.create_teams === true ? (
          <>
            {' · '}
            <PageLink to="/projects/$pid/manage/teams" params={{ pid }}>
              {t('manage.parts.teams')}
            </PageLink>
          </>
        ) : null}
      </Text>
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
        <Group component="nav" gap={4} aria-label={t('manage.team.navigation')}>
          {tabs.map((one) => (
            <Link
              key={one}
              to="/projects/$pid/teams/$tid/manage"
              params={{ pid, tid }}
              // The link to the current tab keeps its search, so that it is marked as the current page.
              search={(now) => (one === tab ? now : one === 'people' ? {} : { tab: one })}
              className="muster-nav-link"
              activeOptions={{ exact: true, includeSearch: true }}
            >
              {t(`manage.team.tabs.${one}`)}
              {one === 'applications' && waiting > 0 ? (
                <Badge size="sm" ml={6}>
                  {waiting}
                </Badge>
              ) : null}
            </Link>
          ))}
        </Group>
        <ReadOnlyWhenArchived project={project}>
          {tab === 'people' ? <ManageMembers pid={pid} team={team} /> : null}
          {tab === 'applications' ? <TeamApplications pid={pid} team={team} /> : null}
          {tab === 'tasks' ? <TeamTasks pid={pid} team={team} timezone={project?.timezone ?? 'UTC'} /> : null}
          {tab === 'announcements' ? <LatestAnnouncements pid={pid} tid={tid} canWrite /> : null}
          {tab === 'texts' ? <TeamTextsForm pid={pid} team={team} etag={etag} /> : null}
        </ReadOnlyWhenArchived>
      </Stack>
    </>
  );
}
