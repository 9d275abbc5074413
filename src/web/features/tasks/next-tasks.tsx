import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me, OwnTask } from '../../../client/client.ts';
import { currentMs, dayAt, formatDay } from '../../../locales/format/dates.ts';
import { formatHoursAt } from '../../../locales/format/hours.ts';
import { formatList } from '../../../locales/format/lists.ts';
import { PageLink } from '../../ui/links.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { currentProjectQuery } from '../projects/queries.ts';
import { ownTasksQuery } from './queries.ts';

const tasksAtOnce = 20;
const dayMs = 86_400_000;

const isSoon = ({ starts_at: start }: OwnTask, nowMs: number): boolean => Date.parse(start) < nowMs + dayMs;

/** Whether the person has a task that begins within a day or is in progress, one later, or none. */
export function useOwnTasks(): 'soon' | 'later' | 'none' {
  const [nowMs] = useState(currentMs);
  const tasks = useQuery(ownTasksQuery).data ?? [];
  if (tasks.length === 0) return 'none';
  return tasks.some((task) => isSoon(task, nowMs)) ? 'soon' : 'later';
}

/** The next tasks that the person has joined, by day: when, where and with whom. */
export function NextTasks({ me }: { me: Me }) {
  const { t, i18n } = useTranslation();
  const [nowMs] = useState(currentMs);
  const all = useQuery(ownTasksQuery).data;
  const [limit, setLimit] = useState(tasksAtOnce);
  const [newest] = me.projects;
  const pid = useQuery(currentProjectQuery).data?.pid ?? newest?.pid;
  if (all === undefined || (newest === undefined && all.length === 0)) return null;
  const next = all.slice(0, limit);
  const more = all.length > limit ? { pending: false, onMore: () => setLimit(limit + tasksAtOnce) } : undefined;
  const [first] = next;
  // Each project has a list of its own.
  const own = new Set(me.projects.map((project) => project.pid));
  const projects = new Map(all.flatMap((task) => (own.has(task.pid) ? [[task.pid, task.project] as const] : [])));
  const days = Map.groupBy(next, (task) => dayName(t, i18n.language, task, nowMs));
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby="next-tasks">
      <Title order={2} size="h4" mb="xs" id="next-tasks">
        {t('project.waiting.tasksTitle')}
      </Title>
      {next.length === 0 ? (
        <Text c="dimmed" mb="xs">
          {t('project.waiting.noTasks')}
        </Text>
      ) : null}
      <Stack gap="md" mb="sm">
        {[...days].map(([day, tasks]) => (
          <section key={day} aria-label={day}>
            <Title order={3} size="h6" c="dimmed" mb={4}>
              {day}
            </Title>
            <Stack gap="sm" component="ul" className="muster-plain-list">
              {tasks.map((task) => (
                <NextTask key={task.id} task={task} />
              ))}
            </Stack>
          </section>
        ))}
        <MoreButton more={more} />
      </Stack>
      <Group className="muster-links">
        {first === undefined ? null : (
          <PageLink to="/projects/$pid/my-day" params={{ pid: first.pid }}>
            {t('homes.myDay')}
          </PageLink>
        )}
        {pid === undefined ? null : (
          <>
            <PageLink to="/projects/$pid/open-tasks" params={{ pid }}>
              {t('helping.title')}
            </PageLink>
            <PageLink to="/projects/$pid/availability" params={{ pid }}>
              {t('helping.when.title')}
            </PageLink>
          </>
        )}
        {[...projects].map(([one, name]) => (
          <PageLink key={one} to="/projects/$pid/tasks" params={{ pid: one }} search={{ mine: true }}>
            {projects.size === 1 ? t('homes.day.all') : t('homes.day.allOf', { project: name })}
          </PageLink>
        ))}
        <PageLink to="/me/calendar">{t('calendar.add')}</PageLink>
      </Group>
    </Paper>
  );
}

/** Today and tomorrow by name, in the time zone of the event. */
function dayName(t: TFunction, language: string, { starts_at: start, timezone }: OwnTask, nowMs: number): string {
  const dayOf = (ms: number) => dayAt(new Date(ms).toISOString(), timezone);
  const day = dayAt(start, timezone);
  // A task of the night before that is still in progress belongs to today.
  if (day <= dayOf(nowMs)) return t('homes.today');
  return day === dayOf(nowMs + dayMs) ? t('homes.tomorrow') : formatDay(day, language, 'long');
}

function NextTask({ task }: { task: OwnTask }) {
  const { t, i18n } = useTranslation();
  const { pid, id, title, timezone, starts_at: from, ends_at: to, companions, companion_count: count } = task;
  const more = count - companions.length;
  const others = more > 0 ? [t('homes.day.others', { count: more })] : [];
  const names = formatList([...companions, ...others], i18n.language);
  const where = [task.team, task.place, task.project].filter((part) => part !== null && part !== '').join(' · ');
  return (
    <li>
      <PageLink to="/projects/$pid/tasks/$id" params={{ pid, id }} fw={600}>
        {title}
      </PageLink>
      <Text size="sm" fw={600}>
        {formatHoursAt({ t, i18n }, from, to, timezone)}
      </Text>
      <Text size="sm" c="dimmed">
        {where}
      </Text>
      <Text size="sm" c="dimmed">
        {count === 0 ? t('homes.day.alone') : t('homes.day.with', { names })}
      </Text>
      {task.offering ? <Text size="sm">{t('exchange.offer.offering')}</Text> : null}
    </li>
  );
}
