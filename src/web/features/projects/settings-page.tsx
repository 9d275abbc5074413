import { Paper } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../client/client.ts';
import { read } from '../../api.ts';
import { useEditing } from '../../ui/editing/editing.ts';
import { EditingForm } from '../../ui/editing/editing-form.tsx';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { OwnersOnly } from './no-access.tsx';
import { ProjectFields, projectBody, useProjectComplaints, useProjectWords } from './project-fields.tsx';
import type { ProjectValues } from './project-fields.tsx';
import { useManaged } from './managed-project.ts';

export function SettingsPage() {
  const { t } = useTranslation();
  const { project, etag } = useManaged();
  usePageTitle(`${t('manage.parts.settings')} · ${project.name}`);
  if (!project.rights.edit) return <OwnersOnly project={project} />;
  return (
    <>
      <PageHeading title={t('manage.parts.settings')} lead={t('manage.settingsLead')} />
      <SettingsForm project={project} etag={etag} />
    </>
  );
}

const valuesOf = ({ name, description, starts_on, ends_on, timezone }: Project): ProjectValues => ({
  name,
  description,
  starts_on: starts_on ?? '',
  ends_on: ends_on ?? '',
  timezone,
});

function SettingsForm({ project, etag }: { project: Project; etag: string | undefined }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { pid } = project;
  const versionOf = (answer: { body: Project; etag: string | undefined }) => ({
    values: valuesOf(answer.body),
    etag: answer.etag,
  });
  const editing = useEditing<ProjectValues>({
    draft: `project:${pid}`,
    current: { values: valuesOf(project), etag },
    load: async () => versionOf(await read('get_project', { path: { pid } })),
    save: async (values, tag) =>
      versionOf(
        await read('update_project', {
          path: { pid },
          headers: tag === undefined ? {} : { 'if-match': tag },
          body: projectBody(values),
        }),
      ),
    onSaved: () => void queryClient.invalidateQueries(),
    validate: useProjectComplaints(),
    savedMessage: t('manage.saved'),
  });
  return (
    <Paper className="muster-surface" p={{ base: 'lg', xs: 'xl' }}>
      <EditingForm editing={editing} words={useProjectWords()} action={t('manage.save')} disabled={!editing.dirty}>
        <ProjectFields form={editing.form} />
      </EditingForm>
    </Paper>
  );
}
