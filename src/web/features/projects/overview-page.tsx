import { Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../client/client.ts';
import { manageTabs } from '../../../shared/manage-pages.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { EventDay } from '../dashboard/event-day.tsx';
import { OwnerDashboard } from '../dashboard/owner-dashboard.tsx';
import { dashboardQuery } from '../dashboard/queries.ts';
import { SignUpsCard } from '../dashboard/sign-ups-card.tsx';
import { InviteCard } from '../teams/invitations/invite-card.tsx';
import { useMe } from '../people/queries.ts';
import { loadManaged, useManagedProject } from './managed-project.ts';
import { teamsQuery } from '../teams/queries.ts';
import { StateBadge } from './project-state.tsx';
import { isOver } from './current.ts';
import { NextYearCard } from './set-up/next-year-card.tsx';
import { SetUpSteps } from './set-up/set-up-steps.tsx';
import { currentTime } from '../../../locales/format/dates.ts';
import { formatNumber } from '../../../locales/format/numbers.ts';

export const loadManageOverviewPage = loadManaged('see_overview', ({ load, params: { pid } }, { rights }) =>
  Promise.all([load(teamsQuery(pid)), rights.see_hours && load(dashboardQuery(pid))]),
);

export function ManageOverviewPage() {
  const { t } = useTranslation();
  const { project } = useManagedProject();
  const over = isOver(project, currentTime());
  const first = manageTabs.find(({ right }) => project.rights[right])?.pages[0];
  usePageTitle(`${t('manage.parts.overview')} · ${project.name}`);
  const decides = useMe()?.waiting_applications.some(({ pid }) => pid === project.pid);
  const parts = [
    over || !project.rights.appoint_owners ? null : <SetUpSteps key="steps" project={project} />,
    <OwnerDashboard key="dashboard" project={project} isOverview />,
  ];
  // Deputies come here from links to Manage, and chiefs see what they may.
  if (!project.rights.see_overview && !project.rights.plan_tasks && first !== undefined)
    return <Navigate to={first} params={{ pid: project.pid }} replace />;
  return (
    <>
      <PageHead
        title={t('manage.parts.overview')}
        help={t('manage.overviewLead')}
        note={<StateBadge state={project.state} />}
      />
      <Stack gap="xl">
        <EventDay pid={project.pid} />
        <Counts project={project} />
        {project.state === 'archived' ? null : (
          <>
            {decides ? parts.toReversed() : parts}
            {over || !project.rights.see_hours ? null : <Filling project={project} />}
            {project.rights.create_teams && !over ? <InviteCard project={project} /> : null}
          </>
        )}
        {over && project.rights.appoint_owners ? <NextYearCard pid={project.pid} /> : null}
      </Stack>
    </>
  );
}

function Filling({ project: { pid, starts_on } }: { project: Project }) {
  const signUps = useQuery(dashboardQuery(pid)).data?.sign_ups;
  return signUps === undefined ? null : <SignUpsCard signUps={signUps} startsOn={starts_on} />;
}

function Counts({ project }: { project: Project }) {
  const { t, i18n } = useTranslation();
  const { pid, rights } = project;
  const teams = useQuery(teamsQuery(pid));
  const dashboard = useQuery({ ...dashboardQuery(pid), enabled: rights.see_hours }).data;
  const open = (teams.data ?? []).filter((team) => !team.disabled);
  const counts: Count[] = [
    // Administrators who are not owners see only the people on the staff list.
    rights.see_hours
      ? { label: t('manage.counts.people'), count: dashboard?.people, fresh: dashboard?.new.people }
      : { label: t('manage.counts.listed'), count: open.reduce((sum, team) => sum + team.member_count, 0) },
    ...(rights.see_hours
      ? [
          {
            label: t('manage.counts.taken', { places: formatNumber(dashboard?.sign_ups.places ?? 0, i18n.language) }),
            count: dashboard?.sign_ups.days.at(-1)?.taken ?? 0,
            fresh: dashboard?.new.places,
          },
        ]
      : []),
    // Without a maximum there is always room.
    ...(open.every((team) => team.open_places === null)
      ? []
      : [{ label: t('manage.counts.places'), count: open.reduce((sum, team) => sum + (team.open_places ?? 0), 0) }]),
    { label: t('manage.counts.teams', { count: open.length }), count: open.length },
  ];
  return (
    <SimpleGrid cols={{ base: 2, sm: counts.length }} spacing="md" component="dl" m={0}>
      {counts.map(({ label, count, fresh = 0 }) => (
        <Paper
          key={label}
          className="muster-surface"
          p="md"
          style={{ display: 'flex', flexDirection: 'column-reverse', justifyContent: 'flex-end' }}
        >
          <Text component="dt" size="sm" c="dimmed">
            {label}
          </Text>
          <Text component="dd" m={0} fz="1.7rem" fw={650} lh={1.2}>
            {count === undefined ? '…' : formatNumber(count, i18n.language)}
            {fresh === 0 ? null : (
              <Text span size="sm" fw={500} c="var(--mantine-primary-color-light-color)" ms="xs">
                {t('manage.counts.fresh', { number: formatNumber(fresh, i18n.language) })}
              </Text>
            )}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  );
}

/** `fresh`: how many of them came since yesterday. */
type Count = { label: string; count: number | undefined; fresh?: number | undefined };
