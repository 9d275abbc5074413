import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../ui/links.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { usePageTitle } from '../../../ui/page.tsx';
import { loadManaged, useManagedProject } from '../../projects/managed-project.ts';
import { OwnersOnly } from '../../projects/owners-only.tsx';
import { dashboardQuery } from '../../dashboard/queries.ts';
import { loadPlannedTasks, PlannedTasks, showsAll } from './planned-tasks.tsx';
import { PlanningButtons } from './planning-buttons.tsx';
import { inList, plannedSearch } from './search.ts';

export const loadManageTasksPage = loadManaged('see_plan', ({ load, loadPages, params: { pid }, search }, { rights }) =>
  Promise.all([
    loadPlannedTasks({ load, loadPages }, pid, plannedSearch(search)),
    rights.see_hours && showsAll(plannedSearch(search)) && load(dashboardQuery(pid)),
  ]),
);

/** All tasks of a project, for those who plan them. */
export function ManageTasksPage() {
  const { t } = useTranslation();
  const { pid, project } = useManagedProject();
  const navigate = useNavigate();
  const search = useSearch({ from: '/signed-in/projects/$pid/manage/tasks' });
  usePageTitle(`${t('homes.tasks.title')} · ${project.name}`);
  if (!project.rights.see_plan) return <OwnersOnly project={project} />;
  return (
    <>
      <PageHead title={t('homes.tasks.title')} help={t('homes.tasks.lead')}>
        {project.rights.plan_tasks ? (
          <PlanningButtons project={project} tid={search.tid}>
            <ButtonLink to="/projects/$pid/tasks/new" params={{ pid }} search={inList(search)} size="sm">
              {t('manage.tasks.new')}
            </ButtonLink>
          </PlanningButtons>
        ) : null}
      </PageHead>
      <PlannedTasks
        project={project}
        search={search}
        onSearch={(next) =>
          void navigate({
            to: '/projects/$pid/manage/tasks',
            params: { pid },
            search: next,
            replace: true,
            resetScroll: false,
          })
        }
      />
    </>
  );
}
