import { currentProject } from '../../../shared/rules.ts';
import { Badge, Button, Group, Paper, SimpleGrid, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../client/client.ts';
import { currentTime } from '../../../locales/format/dates.ts';
import { CalendarIcon } from '../../ui/icons.tsx';
import { ButtonLink, PageLink } from '../../ui/links.tsx';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { EmptyList, LoadError, LoadingPlaceholder } from '../../ui/page-state.tsx';
import { StateBadge } from './project-state.tsx';
import { ProjectDates } from './project-dates.tsx';
import { projectsQuery } from './queries.ts';
import type { Loading } from '../../loading.ts';

export const loadProjectListPage = ({ loadPages }: Loading) => loadPages(projectsQuery);

export function ProjectListPage() {
  const { t } = useTranslation();
  const list = useInfiniteQuery(projectsQuery);
  usePageTitle(t('project.list.title'));
  const projects = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const [now] = useState(() => new Date(currentTime()));
  const current = currentProject(projects, now);
  return (
    <>
      <PageHeading title={t('project.list.title')} />
      {list.data?.pages[0]?.rights.create === true ? (
        <Group mb="lg">
          <ButtonLink to="/projects/new">{t('admin.newProject.title')}</ButtonLink>
        </Group>
      ) : null}
      {list.isPending ? <LoadingPlaceholder /> : null}
      {list.isError ? <LoadError error={list.error} embedded onRetry={() => void list.refetch()} /> : null}
      {list.isSuccess && projects.length === 0 ? (
        <EmptyList
          icon={<CalendarIcon size={28} />}
          title={t('project.list.none')}
          description={t('project.list.noneText')}
        />
      ) : null}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" component="ul" className="muster-plain-list">
        {projects.map((project) => (
          <ProjectCard key={project.pid} project={project} current={project.pid === current?.pid} />
        ))}
      </SimpleGrid>
      {list.hasNextPage ? (
        <Group justify="center" mt="lg">
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('ui.more')}
          </Button>
        </Group>
      ) : null}
    </>
  );
}

function ProjectCard({ project, current }: { project: Project; current: boolean }) {
  const { t } = useTranslation();
  return (
    <Paper className="muster-surface" p="lg" component="li">
      <Group justify="space-between" align="flex-start" wrap="nowrap" mb="xs">
        <Title order={2} size="h4">
          <PageLink to="/projects/$pid" params={{ pid: project.pid }} inherit>
            {project.name}
          </PageLink>
        </Title>
        {current ? (
          <Badge variant="light" flex="none">
            {t('project.list.current')}
          </Badge>
        ) : null}
        <StateBadge state={project.state} />
      </Group>
      <Text c="dimmed" size="sm">
        <ProjectDates project={project} />
      </Text>
    </Paper>
  );
}
