import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../../client/client.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { PageHeading, usePageTitle } from '../../../ui/page.tsx';
import { useManagedProject } from '../../projects/managed-project.ts';
import { OwnersOnly } from '../../projects/owners-only.tsx';
import { CopyDay } from '../bulk/copy-day.tsx';
import { anyTaskQuery } from '../queries.ts';
import { PlannedTasks } from './planned-tasks.tsx';
import { inList } from './search.ts';

/** All tasks of a project, for those who plan them. */
export function ManageTasksPage() {
  const { t } = useTranslation();
  const { pid, project } = useManagedProject();
  const navigate = useNavigate();
  const search = useSearch({ from: '/signed-in/projects/$pid/manage/tasks' });
  usePageTitle(`${t('homes.tasks.title')} · ${project.name}`);
  if (!project.rights.plan_tasks) return <OwnersOnly project={project} />;
  return (
    <>
      <PageHeading title={t('homes.tasks.title')} lead={t('homes.tasks.lead')} />
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
        create={
          <Group gap="xs">
            <ButtonLink to="/projects/$pid/tasks/new" params={{ pid }} search={inList(search)} size="sm">
              {t('manage.tasks.new')}
            </ButtonLink>
            <ForTasks project={project} />
            <ButtonLink to="/projects/$pid/manage/tasks/paste" params={{ pid }} size="sm" variant="default">
              {t('series.paste.title')}
            </ButtonLink>
            <ButtonLink to="/projects/$pid/manage/tasks/new-series" params={{ pid }} size="sm" variant="default">
              {t('series.add')}
            </ButtonLink>
          </Group>
        }
      />
    </>
  );
}

/** What one can do with tasks that are there. */
function ForTasks({ project }: { project: Project }) {
  const { t } = useTranslation();
  const { pid } = project;
  const hasTasks = useQuery(anyTaskQuery(pid)).data === true;
  if (!hasTasks) return null;
  return (
    <>
      <ButtonLink to="/projects/$pid/manage/tasks/planner" params={{ pid }} size="sm" variant="default">
        {t('planner.link')}
      </ButtonLink>
      <ButtonLink to="/projects/$pid/manage/tasks/drafts" params={{ pid }} size="sm" variant="default">
        {t('drafts.link')}
      </ButtonLink>
      <ButtonLink to="/projects/$pid/manage/tasks/series" params={{ pid }} size="sm" variant="default">
        {t('series.list.link')}
      </ButtonLink>
      <CopyDay project={project} />
    </>
  );
}
