import { Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ListedProject } from '../../../../client/client.ts';
import { ButtonLink, PageLink } from '../../../ui/links.tsx';
import { useEventTitle } from '../../../ui/page.tsx';
import { PinnedAnnouncements } from '../../announcements/pinned-announcements.tsx';
import { ThanksLink } from '../../thanks/thanks-link.tsx';
import { CallForVolunteers } from '../../teams/call-for-volunteers.tsx';
import { EventColours } from './event-colours.tsx';
import { EventHero } from './event-hero.tsx';

/** What visitors see first: the event that is running or comes next. */
export function FrontPage({ project }: { project: ListedProject }) {
  const { t } = useTranslation();
  const { pid, name } = project;
  useEventTitle(name);
  return (
    <EventColours project={project}>
      <Stack gap={48}>
        <EventHero
          project={project}
          actions={
            <>
              <ButtonLink to="/sign-in" size="md">
                {t('home.signIn')}
              </ButtonLink>
              <ButtonLink to="/projects/$pid" params={{ pid }} size="md" variant="default">
                {t('project.call.more')}
              </ButtonLink>
            </>
          }
        />
        <ThanksLink project={project} />
        <PinnedAnnouncements project={project} />
        <CallForVolunteers project={project} />
        {project.open_tasks ? (
          <div>
            <Text>{t('project.call.single')}</Text>
            <PageLink to="/projects/$pid/open-tasks" params={{ pid }}>
              {t('project.call.singleLink')}
            </PageLink>
          </div>
        ) : null}
        <Group gap="md">
          <PageLink to="/projects/$pid/staff" params={{ pid }}>
            {t('project.nav.staff')}
          </PageLink>
          <PageLink to="/projects">{t('project.home.all')}</PageLink>
        </Group>
      </Stack>
    </EventColours>
  );
}
