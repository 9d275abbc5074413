import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Project, Task } from '../../../../client/client.ts';
import { dayAt } from '../../../../locales/format/dates.ts';
import { PageLink } from '../../../ui/links.tsx';
import { useTeamOrProject } from '../../teams/team-names.ts';

/** From the page of a task to the tasks that the person may see. */
export function BackLink({ project: { pid, rights } }: { project: Project }) {
  const { t } = useTranslation();
  return rights.see_tasks ? (
    <PageLink to="/projects/$pid/tasks" params={{ pid }} size="sm">
      {`‹ ${t('project.tasks.back')}`}
    </PageLink>
  ) : (
    <PageLink to="/projects/$pid/open-tasks" params={{ pid }} size="sm">
      {`‹ ${t('helping.title')}`}
    </PageLink>
  );
}

/** For organisers: to where they opened the task. */
export function ManagedBackLink({ project: { pid, timezone }, task }: { project: Project; task: Task }) {
  const { t } = useTranslation();
  const { from } = useSearch({ from: '/signed-in/projects/$pid/manage/tasks/$id' });
  const teamName = useTeamOrProject(pid);
  const params = { pid };
  if (from === 'planner') {
    const search = { day: dayAt(task.starts_at, timezone), task: task.id };
    return (
      <PageLink to="/projects/$pid/manage/tasks/planner" {...{ params, search }} size="sm">
        {`‹ ${t('planner.title')}`}
      </PageLink>
    );
  }
  if (from === 'now')
    return (
      <PageLink to="/projects/$pid/now" params={params} size="sm">
        {`‹ ${t('manage.parts.now')}`}
      </PageLink>
    );
  if (from === 'team' && task.tid !== null)
    return (
      <PageLink
        to="/projects/$pid/teams/$tid/manage"
        params={{ pid, tid: task.tid }}
        search={{ tab: 'tasks' }}
        size="sm"
      >
        {`‹ ${t('project.tasks.backTo', { team: teamName(task.tid) })}`}
      </PageLink>
    );
  return (
    <PageLink to="/projects/$pid/manage/tasks" params={params} size="sm">
      {`‹ ${t('project.tasks.back')}`}
    </PageLink>
  );
}
