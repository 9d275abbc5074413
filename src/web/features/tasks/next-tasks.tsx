import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { Fragment, useState } from 'react';
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
  const leading = useQuery(currentProjectQuery).data ?? newest;
  if (all === undefined || (newest === undefined && all.length === 0)) return null;
  const next = all.slice(0, limit);
  const more = all.length > limit ? { pending: false, onMore: () => setLimit(limit + tasksAtOnce) } : undefined;
  const events = new Map(all.map((task) => [task.pid, task.project]));
  if (leading !== undefined) events.set(leading.pid, leading.name);
  const linksOf = (pid: string) => (
    <EventLinks
      pid={pid}
      hasTasks={all.some((task) => task.pid === pid)}
      isIn={me.projects.some((project) => project.pid === pid)}
    />
  );
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
                <NextTask key={task.id} task={task} nowMs={nowMs} />
              ))}
            </Stack>
          </section>
        ))}
        <MoreButton more={more} />
      </Stack>
      {events.size > 1
        ? [...events].map(([pid, name]) => (
            <section key={pid} aria-label={name}>
              <Title order={3} size="h6" c="dimmed" mt="xs">
                {name}
              </Title>
              <Group className="muster-links">{linksOf(pid)}</Group>
            </section>
          ))
        : null}
      <Group className="muster-links" mt={events.size > 1 ? 'xs' : 0}>
        {events.size > 1 ? null : [...events.keys()].map((pid) => <Fragment key={pid}>{linksOf(pid)}</Fragment>)}
        <PageLink to="/me/calendar">{t('calendar.add')}</PageLink>
      </Group>
    </Paper>
  );
}

type EventLinksProps = {
  pid: string;
  hasTasks: boolean;
  /** Only then the person sees the list of shifts. */ isIn: boolean;
};

function EventLinks({ pid, hasTasks, isIn }: EventLinksProps) {
  const { t } = useTranslation();
  const params = { pid };
  return (
    <>
      {hasTasks ? (
        <PageLink to="/projects/$pid/my-day" params={params}>
          {t('homes.myDay')}
        </PageLink>
      ) : null}
      <PageLink to="/projects/$pid/open-tasks" params={params}>
        {t('helping.title')}
      </PageLink>
      <PageLink to="/projects/$pid/availability" params={params}>
        {t('helping.when.title')}
      </PageLink>
      {hasTasks && isIn ? (
        <PageLink to="/projects/$pid/tasks" params={params} search={{ mine: true }}>
          {t('homes.day.all')}
        </PageLink>
      ) : null}
    </>
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

function NextTask({ task, nowMs }: { task: OwnTask; nowMs: number }) {
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
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {formatHoursAt({ t, i18n }, from, to, timezone)}
        </Text>
        {Date.parse(from) <= nowMs ? <Badge size="sm">{t('homes.day.now')}</Badge> : null}
      </Group>
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
