import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../client/client.ts';
import { currentTime, formatDays } from '../../../locales/format/dates.ts';
import { ButtonLink, PageLink } from '../../ui/links.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import type { Loading } from '../../loading.ts';
import { currentProject } from '../../../shared/rules.ts';
import { useChange } from '../../ui/change.ts';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { DeleteProject, StateBadge } from './project-state.tsx';
import { chooseLeading, projectsQuery } from './queries.ts';

export const loadAdminProjectsPage = ({ loadPages }: Loading) => loadPages(projectsQuery);

export function AdminProjectsPage() {
  const { t } = useTranslation();
  const list = useInfiniteQuery(projectsQuery);
  usePageTitle(`${t('admin.parts.projects')} · ${t('admin.title')}`);
  const projects = list.data?.pages.flatMap((page) => page.data) ?? [];
  const [now] = useState(() => new Date(currentTime()));
  const leading = currentProject(projects, now)?.pid;
  return (
    <>
      <PageHead title={t('admin.parts.projects')} help={t('admin.projects.lead')}>
        <ButtonLink to="/projects/new" size="sm">
          {t('admin.newProject.title')}
        </ButtonLink>
      </PageHead>
      <Stack gap="lg">
        {projects.length === 0 ? <Text c="dimmed">{t('admin.projects.none')}</Text> : null}
        <Stack gap="md" component="ul" className="muster-plain-list">
          {projects.map((project) => (
            <ProjectRow key={project.pid} project={project} isLeading={project.pid === leading} />
          ))}
        </Stack>
        {list.hasNextPage ? (
          <Group justify="center">
            <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {t('access.more')}
            </Button>
          </Group>
        ) : null}
      </Stack>
    </>
  );
}

function ProjectRow({ project, isLeading }: { project: Project; isLeading: boolean }) {
  const { t, i18n } = useTranslation();
  const { pid, name, starts_on, ends_on, rights } = project;
  const days = starts_on === null ? undefined : formatDays(starts_on, ends_on ?? starts_on, i18n.language);
  return (
    <Paper className="muster-surface" p="lg" component="li">
      <Group justify="space-between" gap="sm">
        <div>
          <Title order={2} size="h4">
            <PageLink to="/projects/$pid" params={{ pid }} inherit c="inherit">
              {name}
            </PageLink>
          </Title>
          <StateBadge state={project.state} />
          {isLeading ? <Badge variant="light">{t('admin.projects.leading')}</Badge> : null}
          <Text size="sm" c="dimmed">
            {days ?? t('admin.projects.noDates')} · {pid}
          </Text>
        </div>
        <Group gap="xs">
          {isLeading || project.state !== 'public' ? null : <LeadButton project={project} />}
          {rights.appoint_owners ? (
            <ButtonLink
              to="/projects/$pid/manage/owners"
              params={{ pid }}
              size="xs"
              variant="default"
              aria-label={t('ui.actionOn', { action: t('manage.parts.owners'), name })}
            >
              {t('manage.parts.owners')}
            </ButtonLink>
          ) : null}
          <ButtonLink
            to="/projects/new"
            search={{ from: pid }}
            size="xs"
            variant="default"
            aria-label={t('ui.actionOn', { action: t('admin.projects.nextYear'), name })}
          >
            {t('admin.projects.nextYear')}
          </ButtonLink>
          {rights.remove ? <DeleteProject project={project} /> : null}
        </Group>
      </Group>
    </Paper>
  );
}

/** Visitors and everybody who signs in see this project first. */
function LeadButton({ project: { pid, name } }: { project: Project }) {
  const { t } = useTranslation();
  const change = useChange(chooseLeading(pid), { message: () => t('admin.projects.leads', { name }) });
  return (
    <>
      {change.isError ? <ProblemAlert error={change.error} /> : null}
      <Button
        size="xs"
        variant="default"
        loading={change.isPending}
        aria-label={t('ui.actionOn', { action: t('admin.projects.choose'), name })}
        onClick={() => change.mutate()}
      >
        {t('admin.projects.choose')}
      </Button>
    </>
  );
}
