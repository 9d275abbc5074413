import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Screen, ScreenTask } from '../../../../client/client.ts';
import { formatTimeAt } from '../../../../locales/format/dates.ts';
import { formatHoursAt } from '../../../../locales/format/hours.ts';
import { Loaded } from '../../../ui/page-state.tsx';
import { PageHeading, usePageTitle } from '../../../ui/page.tsx';
import { problemStatus } from '../../../ui/problems/api-problem.ts';
import { screenQuery } from '../queries.ts';
import styles from './screen.module.css';

/** For a monitor that nobody operates. It covers the frame of the other pages. */
export function ScreenPage() {
  const { t } = useTranslation();
  const { token } = useParams({ from: '/show/$token' });
  const screen = useQuery(screenQuery(token));
  usePageTitle(screen.data?.project.name ?? t('eventDay.screen.title'));
  // It may have been revoked while it was open.
  if (problemStatus(screen.error) === 404)
    return <PageHeading title={t('eventDay.screen.title')} lead={t('eventDay.screen.gone')} />;
  return (
    <Loaded query={screen}>{(found) => <Board screen={found} isStale={screen.isError || screen.isPaused} />}</Loaded>
  );
}

const shownNow = 12;
const shownNext = 8;

function Board({ screen, isStale }: { screen: Screen; isStale: boolean }) {
  const { t, i18n } = useTranslation();
  const { at, project, tasks } = screen;
  const time = formatTimeAt(at, i18n.language, project.timezone);
  const running = tasks.filter(({ starts_at: start }) => start <= at);
  const next = tasks.filter(({ starts_at: start }) => start > at);
  return (
    <div className={styles.board}>
      <header className={styles.head}>
        <Title order={1} tabIndex={-1} className={styles.name}>
          {project.name}
        </Title>
        <span className={styles.clock}>{isStale ? t('eventDay.screen.offline', { time }) : time}</span>
      </header>
      <Column title={t('eventDay.screen.now')} tasks={running} shown={shownNow} screen={screen} />
      <Column title={t('eventDay.screen.next')} tasks={next} shown={shownNext} screen={screen} />
    </div>
  );
}

type ColumnProps = { title: string; tasks: ScreenTask[]; shown: number; screen: Screen };

function Column({ title, tasks, shown, screen }: ColumnProps) {
  const { t } = useTranslation();
  return (
    <section aria-label={title} className={styles.column}>
      <Title order={2} className={styles.title}>
        {title}
      </Title>
      {tasks.length === 0 ? <Text className={styles.where}>{t('eventDay.screen.nothing')}</Text> : null}
      <ul className={styles.list}>
        {tasks.slice(0, shown).map((task) => (
          <TaskRow key={task.id} task={task} screen={screen} />
        ))}
      </ul>
      {tasks.length > shown ? (
        <Text className={styles.where}>{t('eventDay.screen.more', { count: tasks.length - shown })}</Text>
      ) : null}
    </section>
  );
}

function TaskRow({ task, screen: { at, project } }: { task: ScreenTask; screen: Screen }) {
  const { t, i18n } = useTranslation();
  const { title, place, team, starts_at: from, ends_at: to, expected, missing, open } = task;
  const gaps = [
    ...(missing > 0 ? [t('eventDay.now.missing', { count: missing })] : []),
    ...(open > 0 ? [t('helping.missing', { count: open })] : []),
  ];
  const isComplete = gaps.length === 0 && from <= at && expected > 0;
  return (
    <li className={styles.task}>
      <span className={styles.time}>{formatHoursAt({ t, i18n }, from, to, project.timezone)}</span>
      <span>
        <span className={styles.what}>{title}</span>
        <span className={styles.where}>{[place, team].filter((part) => part !== null).join(' · ')}</span>
      </span>
      {gaps.length === 0 ? null : <span className={styles.gap}>{gaps.join(' · ')}</span>}
      {isComplete ? <span className={styles.full}>{t('eventDay.screen.full')}</span> : null}
    </li>
  );
}
