import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../client/client.ts';

type ReadOnlyProps = { project: Pick<Project, 'state' | 'rights'> | undefined; children: ReactNode };

/** Says that an archived project cannot be changed, and turns off the buttons and fields in it. Links keep working. */
export function ReadOnlyWhenArchived({ project, children }: ReadOnlyProps) {
  if (project?.state !== 'archived') return children;
  return (
    <>
      <ArchivedNotice project={project} />
      <fieldset disabled style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
        {children}
      </fieldset>
    </>
  );
}

export function ArchivedNotice({ project }: { project: Pick<Project, 'rights'> }) {
  const { t } = useTranslation();
  return (
    <Alert variant="outline" color="gray" mb="lg" className="muster-no-print">
      {project.rights.edit ? t('manage.why.project_archived') : t('manage.states.texts.archived')}
    </Alert>
  );
}
