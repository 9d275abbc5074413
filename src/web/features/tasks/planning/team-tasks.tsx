import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Project, Team } from '../../../../client/client.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { LoadingPlaceholder } from '../../../ui/page-state.tsx';
import { PlannedTasks } from '../table/planned-tasks.tsx';
import { PlanningButtons } from '../table/planning-buttons.tsx';
import { inList, plannedSearch } from '../table/search.ts';

type TeamTasksProps = { pid: string; team: Team; project: Project | undefined };

export function TeamTasks({ pid, team, project }: TeamTasksProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { tid, rights } = team;
  const search = plannedSearch(useSearch({ from: '/signed-in/organise/projects/$pid/teams/$tid/manage' }));
  if (project === undefined) return <LoadingPlaceholder />;
  return (
    <div>
      <PlannedTasks
        project={project}
        team={tid}
        search={search}
        onSearch={(next) =>
          void navigate({
            to: '/projects/$pid/teams/$tid/manage',
            params: { pid, tid },
            search: { ...next, tab: 'tasks' },
            replace: true,
            resetScroll: false,
          })
        }
        create={
          rights.edit ? (
            <PlanningButtons project={project} tid={tid}>
              <ButtonLink to="/projects/$pid/tasks/new" params={{ pid }} search={{ tid, ...inList(search) }} size="sm">
                {t('manage.tasks.new')}
              </ButtonLink>
            </PlanningButtons>
          ) : null
        }
      />
    </div>
  );
}
