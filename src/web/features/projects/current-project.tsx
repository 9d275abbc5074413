import { Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ButtonLink, PageLink } from '../../ui/links.tsx';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import { ProjectDates } from './project-dates.tsx';
import { currentProjectQuery } from './queries.ts';
import { CallForVolunteers } from '../teams/call-for-volunteers.tsx';

/** The current project on the home page; a new installation has none. */
export function CurrentProject() {
  const { t } = useTranslation();
  const project = useQuery(currentProjectQuery).data ?? null;
  if (project === null) return null;
  const { pid, name } = project;
  return (
    <Stack gap="xl">
      <section aria-labelledby="current">
        <Title order={2} id="current">
          {t('project.home.next', { name })}
        </Title>
        <Text c="dimmed" size="lg" mb="md">
          <ProjectDates project={project} />
        </Text>
        <Stack maw="44rem" gap="md">
          <Markdown text={project.description} />
        </Stack>
        <Group mt="md" gap="md">
          <ButtonLink to="/projects/$pid" params={{ pid }} variant="light">
            {t('project.call.more', { name })}
          </ButtonLink>
          <PageLink to="/projects/$pid/staff" params={{ pid }}>
            {t('project.nav.staff')}
          </PageLink>
          <PageLink to="/projects">{t('project.home.all')}</PageLink>
        </Group>
      </section>
      <CallForVolunteers pid={pid} />
    </Stack>
  );
}
