import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageHeading, usePageTitle } from '../../../ui/page.tsx';
import { LoadError, LoadingPlaceholder } from '../../../ui/page-state.tsx';
import { NoAccess } from '../../../ui/problems/no-access.tsx';
import { projectsQuery } from '../queries.ts';
import { NewProjectForm } from './new-project-form.tsx';

export function NewProjectPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { from } = useSearch({ from: '/signed-in/projects/new' });
  const list = useInfiniteQuery(projectsQuery);
  usePageTitle(t('admin.newProject.title'));
  if (list.isError) return <LoadError error={list.error} />;
  if (list.data === undefined) return <LoadingPlaceholder />;
  if (list.data.pages[0]?.rights.create !== true) {
    return (
      <NoAccess title={t('admin.refusalTitle')} text={t('admin.refusalText')} ask={t('manage.refusal.askOrganisers')} />
    );
  }
  const projects = list.data.pages.flatMap((page) => page.data);
  return (
    <>
      <PageHeading
        title={t('admin.newProject.title')}
        lead={projects.length === 0 ? t('admin.newProject.leadFirst') : t('admin.newProject.lead')}
      />
      <NewProjectForm
        key={from ?? ''}
        projects={projects}
        model={projects.find(({ pid }) => pid === from)}
        onModel={(pid) =>
          void navigate({ to: '/projects/new', search: pid === undefined ? {} : { from: pid }, replace: true })
        }
      />
    </>
  );
}
