import { Paper, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../client/client.ts';
import type { Versioned } from '../../api.ts';
import { useEditing } from '../../ui/editing/editing.ts';
import { EditingForm } from '../../ui/editing/editing-form.tsx';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { ConfirmationCard } from '../tasks/exchange/confirmation-card.tsx';
import { AppearanceCard } from './event/appearance-card.tsx';
import { ListingCard } from './listing-card.tsx';
import { MovedDates } from './moved-dates.tsx';
import { ProjectStateCard } from './project-state.tsx';
import { OwnersOnly } from './owners-only.tsx';
import { ProjectFields, projectBody, useProjectValidation, useProjectTexts } from './project-fields.tsx';
import type { ProjectValues } from './project-fields.tsx';
import { editProject } from './queries.ts';
import { NextYearCard } from './set-up/next-year-card.tsx';
import { useManagedProject } from './managed-project.ts';

export function SettingsPage() {
  const { t } = useTranslation();
  const { project, etag } = useManagedProject();
  usePageTitle(`${t('manage.parts.settings')} · ${project.name}`);
  if (!project.rights.edit) return <OwnersOnly project={project} />;
  return (
    <>
      <PageHeading title={t('manage.parts.settings')} lead={t('manage.settingsLead')} />
      <Stack gap="xl">
        {project.state === 'archived' ? null : <SettingsForm project={project} etag={etag} />}
        <ProjectStateCard project={project} />
        {project.state === 'archived' ? null : <ListingCard project={project} />}
        {project.state === 'archived' ? null : <ConfirmationCard project={project} />}
        {project.state === 'archived' ? null : <AppearanceCard project={project} />}
        <NextYearCard pid={project.pid} />
      </Stack>
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
  const { pid } = project;
  const record = editProject(pid);
  const [hasMoved, setHasMoved] = useState(false);
  const versionOf = (answer: Versioned<Project>) => ({ values: valuesOf(answer.body), etag: answer.etag });
  const editing = useEditing<ProjectValues>({
    draft: `project:${pid}`,
    current: versionOf({ body: project, etag }),
    load: async () => versionOf(await record.load()),
    save: async (values, tag) => {
      const saved = await record.save(projectBody(values), tag);
      const { starts_on: first, ends_on: last } = saved.body;
      if (first !== project.starts_on || last !== project.ends_on) setHasMoved(true);
      return versionOf(saved);
    },
    affects: record.affects,
    validate: useProjectValidation(),
    savedMessage: t('manage.saved'),
  });
  return (
    <Paper className="muster-surface" p="lg">
      <EditingForm editing={editing} fields={useProjectTexts()} action={t('manage.save')} disabled={!editing.dirty}>
        <ProjectFields form={editing.form} />
      </EditingForm>
      {hasMoved ? <MovedDates project={project} /> : null}
    </Paper>
  );
}
