import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { currentTime } from '../../../locales/format/dates.ts';
import { formatHoursAt } from '../../../locales/format/hours.ts';
import { formatNumber } from '../../../locales/format/numbers.ts';
import { ButtonLink, PageLink } from '../../ui/links.tsx';
import { shownTasks } from '../event-day/now/now.ts';
import { nowQuery } from '../event-day/queries.ts';
import { isNear, isOnDay } from '../projects/current.ts';
import { projectQuery } from '../projects/queries.ts';
import { Item } from '../../ui/cards/list-card.tsx';
import type { Loading } from '../../loading.ts';
import type { Project } from '../../../client/client.ts';

const isShown = (project: Project): boolean =>
  project.rights.edit && project.state !== 'archived' && isNear(project, currentTime());

export async function loadEventDay(load: Loading['load'], pid: string) {
  if (isShown(await load(projectQuery(pid)))) await load(nowQuery(pid));
}

/** During the event, and whenever tasks are on: a link to who is here, and the running tasks that need more people. */
export function EventDay({ pid }: { pid: string }) {
  const { t, i18n } = useTranslation();
  const project = useQuery(projectQuery(pid)).data;
  const isOpen = project !== undefined && isShown(project);
  const now = useQuery({ ...nowQuery(pid), refetchInterval: false, enabled: isOpen }).data;
  if (project === undefined || now === undefined || !isOpen) return null;
  const { running, next } = shownTasks(now);
  if (running.length + next.length === 0 && !isOnDay(project, now.at)) return null;
  const number = (count: number) => formatNumber(count, i18n.language);
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby="event-day">
      <Group justify="space-between">
        <div>
          <Title order={2} size="h4" id="event-day">
            {t('homes.eventDay.title', { project: project.name })}
          </Title>
          <Text c="dimmed">
            {t('homes.eventDay.tasks', { running: number(running.length), next: number(next.length) })}
          </Text>
        </div>
        <ButtonLink to="/projects/$pid/now" params={{ pid }}>
          {t('homes.whoIsHere')}
        </ButtonLink>
      </Group>
      <Stack gap="xs" component="ul" className="muster-plain-list">
        {running.map(({ task, open }) =>
          open === 0 ? null : (
            <Item
              key={task.id}
              note={t('helping.missing', { count: open })}
              about={formatHoursAt({ t, i18n }, task.starts_at, task.ends_at, project.timezone)}
            >
              <PageLink to="/projects/$pid/tasks/$id" params={{ pid, id: task.id }}>
                {task.title}
              </PageLink>
            </Item>
          ),
        )}
      </Stack>
    </Paper>
  );
}
