import { Button, Group, Paper } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Announcement, Project } from '../../../client/client.ts';
import type { Versioned } from '../../api.ts';
import { useChange } from '../../ui/change.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useEditing } from '../../ui/editing/editing.ts';
import { EditingForm } from '../../ui/editing/editing-form.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { LoadError, LoadingPlaceholder } from '../../ui/page-state.tsx';
import { OwnersOnly } from '../projects/owners-only.tsx';
import { projectQuery } from '../projects/queries.ts';
import { ReadOnlyWhenArchived } from '../projects/read-only.tsx';
import {
  AnnouncementFields,
  changesOf,
  useAnnouncementTexts,
  useAnnouncementValidation,
  valuesOf,
} from './announcement-fields.tsx';
import type { AnnouncementValues } from './announcement-fields.tsx';
import { announcementVersionQuery, deleteAnnouncement, editAnnouncement } from './queries.ts';
import type { Loading } from '../../loading.ts';
import { TranslateButton } from '../translations/translate-button.tsx';

export const loadEditAnnouncementPage = ({ load, params: { pid, id } }: Loading<'pid' | 'id'>) =>
  Promise.all([load(projectQuery(pid)), load(announcementVersionQuery(pid, id))]);

export function EditAnnouncementPage() {
  const { t } = useTranslation();
  const { pid, id } = useParams({ from: '/signed-in/organise/projects/$pid/announcements/$id/edit' });
  const [project, announcement] = useQueries({ queries: [projectQuery(pid), announcementVersionQuery(pid, id)] });
  usePageTitle(t('announcements.editTitle'));
  const error = project.error ?? announcement.error;
  if (error !== null) return <LoadError error={error} />;
  if (project.data === undefined || announcement.data === undefined) return <LoadingPlaceholder />;
  const { body } = announcement.data;
  const isArchived = project.data.state === 'archived';
  if (!body.rights.edit && !isArchived) return <OwnersOnly project={project.data} />;
  return (
    <>
      <PageHead title={t('announcements.editTitle')} note={body.team ?? undefined}>
        {isArchived ? null : <TranslateButton {...{ pid, id }} kind="announcement" name={body.title} />}
        <ButtonLink to="/projects/$pid/announcements/$id" params={{ pid, id }} size="xs" variant="default">
          {t('announcements.view')}
        </ButtonLink>
      </PageHead>
      <ReadOnlyWhenArchived project={project.data}>
        <EditForm project={project.data} version={announcement.data} />
      </ReadOnlyWhenArchived>
    </>
  );
}

function EditForm({ project, version }: { project: Project; version: Versioned<Announcement> }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pid, timezone } = project;
  const { id } = version.body;
  const record = editAnnouncement(pid, id);
  const leave = () => void navigate({ to: '/projects/$pid/manage/announcements', params: { pid }, search: {} });
  const versionOf = ({ body, etag }: Versioned<Announcement>) => ({ values: valuesOf(body, timezone), etag });
  const editing = useEditing<AnnouncementValues>({
    draft: `announcement:${pid}/${id}`,
    current: versionOf(version),
    load: async () => versionOf(await record.load()),
    save: async (values, etag) => versionOf(await record.save(changesOf(values, timezone), etag)),
    affects: record.affects,
    onSaved: leave,
    validate: useAnnouncementValidation(),
    savedMessage: t('announcements.saved'),
  });
  return (
    <Paper className="muster-surface" p={{ base: 'lg', xs: 'xl' }} maw="44rem">
      <EditingForm
        editing={editing}
        fields={useAnnouncementTexts()}
        action={t('announcements.save')}
        disabled={!editing.dirty}
      >
        <AnnouncementFields form={editing.form} />
      </EditingForm>
      <Group justify="flex-end" mt="lg">
        <DeleteAnnouncement announcement={version.body} onDone={leave} />
      </Group>
    </Paper>
  );
}

function DeleteAnnouncement({ announcement, onDone }: { announcement: Announcement; onDone: () => void }) {
  const { t } = useTranslation();
  const [confirming, setConfirming] = useState(false);
  const { pid, id, title } = announcement;
  const remove = useChange(deleteAnnouncement(pid), { message: () => t('announcements.deleted'), onDone });
  return (
    <>
      <Button variant="subtle" color="red" c="var(--mantine-color-error)" onClick={() => setConfirming(true)}>
        {t('announcements.delete')}
      </Button>
      <ConfirmDialog
        opened={confirming}
        title={t('announcements.deleteTitle')}
        text={t('announcements.deleteText', { title })}
        confirm={t('announcements.delete')}
        change={remove}
        onConfirm={() => remove.mutate(id)}
        onClose={() => setConfirming(false)}
      />
    </>
  );
}
