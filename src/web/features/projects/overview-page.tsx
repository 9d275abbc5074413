import { Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../client/client.ts';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { Invitation } from '../teams/invitations/invite-card.tsx';
import { useManaged } from './managed-project.ts';
import { ownersQuery, rosterQuery, teamsQuery } from './manage-queries.ts';
import { SetUpSteps } from './set-up/set-up-steps.tsx';

export function OverviewPage() {
  const { t } = useTranslation();
  const { project } = useManaged();
  usePageTitle(`${t('manage.parts.overview')} · ${project.name}`);
  return (
    <>
      <PageHeading title={project.name} lead={t('manage.overviewLead')} />
      <Stack gap="xl">
        <Figures project={project} />
        <SetUpSteps project={project} />
        <Invitation project={project} />
      </Stack>
    </>
  );
}

function Figures({ project }: { project: Project }) {
  const { t, i18n } = useTranslation();
  const { pid, rights } = project;
  const teams = useQuery(teamsQuery(pid));
  const owners = useQuery(ownersQuery(pid));
  const roster = useQuery({ ...rosterQuery(pid), enabled: rights.see_people });
  const open = (teams.data ?? []).filter((team) => !team.disabled);
  const number = new Intl.NumberFormat(i18n.language);
  const inTeams = roster.data?.filter((person) => person.teams.length > 0).length;
  const figures = [
    { word: t('manage.figures.people'), count: inTeams ?? open.reduce((sum, team) => sum + team.member_count, 0) },
    { word: t('manage.figures.teams'), count: open.length },
    { word: t('manage.figures.places'), count: open.reduce((sum, team) => sum + (team.open_places ?? 0), 0) },
    { word: t('manage.figures.owners'), count: owners.data?.length ?? 0 },
  ];
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="md" component="dl" m={0}>
      {figures.map(({ word, count }) => (
        <Paper
          key={word}
          className="muster-surface"
          p="md"
          style={{ display: 'flex', flexDirection: 'column-reverse' }}
        >
          <Text component="dt" size="sm" c="dimmed">
            {word}
          </Text>
          <Text component="dd" m={0} fz="1.7rem" fw={650} lh={1.2}>
            {number.format(count)}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  );
}
