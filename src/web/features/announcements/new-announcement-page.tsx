import { Paper } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../client/client.ts';
import { useEditing } from '../../ui/editing/editing.ts';
import { EditingForm } from '../../ui/editing/editing-form.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { LoadError, LoadingPlaceholder } from '../../ui/page-state.tsx';
import { OwnersOnly } from '../projects/owners-only.tsx';
import { projectQuery } from '../projects/queries.ts';
import { ReadOnlyWhenArchived } from '../projects/read-only.tsx';
import { teamsQuery } from '../teams/queries.ts';
import {
  AnnouncementFields,
  changesOf,
  useAnnouncementTexts,
  useAnnouncementValidation,
  wholeProject,
  inOneLanguage,
} from './announcement-fields.tsx';
import type { AnnouncementValues } from './announcement-fields.tsx';
import { createAnnouncement } from './queries.ts';
import type { Loading } from '../../loading.ts';

export const loadNewAnnouncementPage = ({ load, params: { pid } }: Loading<'pid'>) =>
  Promise.all([load(projectQuery(pid)), load(teamsQuery(pid))]);

export function NewAnnouncementPage() {
  const { t } = useTranslation();
  const { pid } = useParams({ from: '/signed-in/organise/projects/$pid/announcements/new' });
  const { tid } = useSearch({ from: '/signed-in/organise/projects/$pid/announcements/new' });
  const [project, teams] = useQueries({ queries: [projectQuery(pid), teamsQuery(pid)] });
  usePageTitle(t('announcements.new'));
  const error = project.error ?? teams.error;
  if (error !== null) return <LoadError error={error} />;
  if (project.data === undefined || teams.data === undefined) return <LoadingPlaceholder />;
  const choices = [
    ...(project.data.rights.announce ? [{ value: wholeProject, label: t('announcements.fields.wholeProject') }] : []),
    ...teams.data
      .filter(({ rights, disabled }) => (rights.edit || project.data.rights.announce) && !disabled)
      .map((team) => ({ value: team.tid, label: team.name })),
  ];
  const first = choices.find(({ value }) => value === tid) ?? choices[0];
  if (first === undefined) return <OwnersOnly project={project.data} />;
  return (
    <>
      <PageHead title={t('announcements.new')} help={t('announcements.manageLead')} />
      <ReadOnlyWhenArchived project={project.data}>
        <NewAnnouncementForm
          project={project.data}
          choices={choices}
          tid={first.value === wholeProject ? '' : first.value}
        />
      </ReadOnlyWhenArchived>
    </>
  );
}

type NewAnnouncementFormProps = { project: Project; choices: { value: string; label: string }[]; tid: string };

function NewAnnouncementForm({ project, choices, tid }: NewAnnouncementFormProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pid, timezone } = project;
  const create = createAnnouncement(pid);
  const start: AnnouncementValues = {
    title: '',
    body: '',
    tid,
    audience: 'people',
    pinned_until: '',
    ...inOneLanguage,
  };
  const blank = { values: start, etag: undefined };
  const editing = useEditing<AnnouncementValues>({
    draft: `new-announcement:${pid}:${tid}`,
    current: blank,
    load: async () => blank,
    save: async (values) => {
      const { also, also_title: title, also_body: body } = values;
      await create.run({
        ...changesOf(values, timezone),
        tid: values.tid === '' ? null : values.tid,
        ...(also === '' ? {} : { translations: { [also]: { title, body } } }),
      });
      return blank;
    },
    affects: create.affects,
    onSaved: () => void navigate({ to: '/projects/$pid/manage/announcements', params: { pid }, search: {} }),
    validate: useAnnouncementValidation(),
    savedMessage: t('announcements.published'),
  });
  return (
    <Paper className="muster-surface" p={{ base: 'lg', xs: 'xl' }} maw="44rem">
      <EditingForm editing={editing} fields={useAnnouncementTexts()} action={t('announcements.publish')}>
        <AnnouncementFields form={editing.form} choices={choices} />
      </EditingForm>
    </Paper>
  );
}
