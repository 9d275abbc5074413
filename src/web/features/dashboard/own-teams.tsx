import { Badge, EmptyState, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../lazy-part.tsx';
import type { Me, OwnProject } from '../../../client/client.ts';
import { PeopleIcon } from '../../ui/icons.tsx';
import { ButtonLink, PageLink } from '../../ui/links.tsx';
import { EmptyList } from '../../ui/page-state.tsx';
import { leftProjectsQuery } from '../people/queries.ts';
import { currentProjectQuery } from '../projects/queries.ts';
import { ownApplicationsQuery } from '../teams/applications/queries.ts';

/** Loaded only by deputies. */
const OwnGrants = lazyPart('own-grants', async () => (await import('../projects/deputies/own-grants.tsx')).OwnGrants);

/** Loaded only by people who have applied. */
const ApplicationList = lazyPart(
  'own-applications',
  async () => (await import('../teams/applications/own-applications.tsx')).ApplicationList,
);

/** The person's open applications. */
export function OwnApplications() {
  const { t } = useTranslation();
  const found = useQuery(ownApplicationsQuery).data ?? [];
  if (found.length === 0) return null;
  return (
    <>
      <section aria-labelledby="applications">
        <Title order={2} size="h3" mb="md" id="applications">
          {t('apply.own.title')}
        </Title>
        <ApplicationList applications={found} />
      </section>
    </>
  );
}

export function OwnTeams({ me }: { me: Me }) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="teams">
      <Title order={2} size="h3" mb="md" id="teams">
        {t('dashboard.teamsTitle')}
      </Title>
      <Projects projects={me.projects} />
      {me.projects.length === 0 ? <HistoryLink me={me} /> : null}
    </section>
  );
}

/** Shown to people without a team who had one, or helped without. */
function HistoryLink({ me }: { me: Me }) {
  const { t } = useTranslation();
  const left = useQuery(leftProjectsQuery).data ?? [];
  if (left.length + me.disabled_teams.length === 0) return null;
  return (
    <Text mt="md">
      <PageLink to="/me/history">{t('person.history.yours')}</PageLink>
    </Text>
  );
}

function Projects({ projects }: Pick<Me, 'projects'>) {
  const { t } = useTranslation();
  const current = useQuery(currentProjectQuery).data ?? null;
  if (projects.length === 0) {
    return (
      <EmptyList
        icon={<PeopleIcon size={28} />}
        title={t('dashboard.emptyTitle')}
        description={
          current === null ? t('dashboard.emptyText') : t('dashboard.emptyWithEvent', { project: current.name })
        }
      >
        <EmptyState.Actions>
          {current === null ? null : (
            <>
              <ButtonLink to="/projects/$pid" params={{ pid: current.pid }}>
                {t('dashboard.seeTeams')}
              </ButtonLink>
              <ButtonLink to="/projects/$pid/open-tasks" params={{ pid: current.pid }} variant="default">
                {t('helping.title')}
              </ButtonLink>
            </>
          )}
          <ButtonLink to="/projects" variant="default">
            {t('person.history.browse')}
          </ButtonLink>
        </EmptyState.Actions>
      </EmptyList>
    );
  }
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" component="ul" className="muster-plain-list">
      {projects.map((project) => (
        <ProjectCard key={project.pid} project={project} />
      ))}
    </SimpleGrid>
  );
}

function ProjectCard({ project }: { project: OwnProject }) {
  const { t } = useTranslation();
  const { pid, name } = project;
  return (
    <Paper className="muster-surface" p="lg" component="li">
      <Group justify="space-between" align="flex-start" wrap="nowrap" mb="sm">
        <Title order={3} size="h4">
          <PageLink to="/projects/$pid" params={{ pid: project.pid }} inherit>
            {project.name}
          </PageLink>
        </Title>
        {project.owner ? (
          <Badge variant="filled" flex="none">
            {t('dashboard.owner')}
          </Badge>
        ) : null}
      </Group>
      {project.teams.length === 0 ? (
        project.owner ? (
          <Text c="dimmed">{t('dashboard.ownerWithoutTeam')}</Text>
        ) : null
      ) : (
        <Stack gap="xs" component="ul" className="muster-plain-list">
          {project.teams.map(({ tid, name, role }) => (
            <Group key={tid} component="li" justify="space-between" wrap="nowrap">
              <PageLink to="/projects/$pid/teams/$tid" params={{ pid: project.pid, tid }}>
                {name}
              </PageLink>
              <Badge variant={role === 'chief' ? 'light' : 'default'} flex="none">
                {t(`dashboard.${role}`)}
              </Badge>
            </Group>
          ))}
        </Stack>
      )}
      {project.grants.length === 0 ? null : <OwnGrants project={project} />}
      <Group gap="md" mt="sm" fz="sm">
        <PageLink
          to="/projects/$pid/my-skills"
          params={{ pid }}
          inherit
          aria-label={t('dashboard.skillsIn', { project: name })}
        >
          {t('dashboard.skills')}
        </PageLink>
        <PageLink
          to="/projects/$pid/my-hours"
          params={{ pid }}
          inherit
          aria-label={t('hours.mineIn', { project: name })}
        >
          {t('hours.mine')}
        </PageLink>
        <PageLink
          to="/projects/$pid/forms"
          params={{ pid }}
          inherit
          aria-label={t('dashboard.formsIn', { project: name })}
        >
          {t('project.nav.forms')}
        </PageLink>
        <PageLink
          to="/projects/$pid/my-groups"
          params={{ pid }}
          inherit
          aria-label={t('groupSync.mine.titleIn', { project: name })}
        >
          {t('groupSync.mine.title')}
        </PageLink>
      </Group>
      {project.owner || project.grants.length > 0 ? (
        <ButtonLink
          to="/projects/$pid/manage"
          params={{ pid }}
          size="xs"
          variant="default"
          mt="md"
          aria-label={t('homes.owner.manage', { project: name })}
        >
          {t('project.nav.manage')}
        </ButtonLink>
      ) : null}
    </Paper>
  );
}
