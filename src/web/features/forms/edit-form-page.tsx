import { Alert, Button, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Form } from '../../../client/client.ts';
import { call, read } from '../../api.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useEditing } from '../../ui/editing/editing.ts';
import { Loaded } from '../../ui/page-state.tsx';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { useChange } from '../../ui/change.ts';
import { OwnersOnly } from '../projects/no-access.tsx';
import { useFormComplaints } from './form-validation.ts';
import { FormEditor } from './form-editor.tsx';
import { formBody, formValues } from './form-values.ts';
import type { FormValues } from './form-values.ts';
import { useManaged } from '../projects/managed-project.ts';
import { formQuery } from '../projects/manage-queries.ts';

export function EditFormPage() {
  const { t } = useTranslation();
  const { pid, project } = useManaged();
  const { form } = useParams({ from: '/signed-in/projects/$pid/manage/forms/$form' });
  const query = useQuery({ ...formQuery(pid, form), enabled: project.rights.create_forms });
  usePageTitle(`${query.data?.body.title ?? t('manage.parts.forms')} · ${project.name}`);
  if (!project.rights.create_forms) return <OwnersOnly project={project} />;
  return (
    <Loaded query={query}>
      {({ body, etag }) => (
        <>
          <PageHeading title={body.title} lead={t(`manage.forms.kindTexts.${body.kind}`)} />
          <EditForm form={body} etag={etag} timezone={project.timezone} />
        </>
      )}
    </Loaded>
  );
}

type EditFormProps = { form: Form; etag: string | undefined; timezone: string };

function EditForm({ form, etag, timezone }: EditFormProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const path = { pid: form.pid, form: form.form };
  const versionOf = (answer: { body: Form; etag: string | undefined }) => ({
    values: formValues(answer.body, timezone),
    etag: answer.etag,
  });
  const editing = useEditing<FormValues>({
    draft: `form:${form.pid}/${form.form}`,
    current: { values: formValues(form, timezone), etag },
    load: async () => versionOf(await read('get_form', { path })),
    save: async (values, tag) => {
      const headers = tag === undefined ? {} : { 'if-match': tag };
      return versionOf(await read('change_form', { path, headers, body: formBody(values, timezone) }));
    },
    onSaved: () => void queryClient.invalidateQueries(),
    validate: useFormComplaints(false),
    savedMessage: t('manage.saved'),
  });
  return (
    <Stack gap="lg">
      {(form.response_count ?? 0) > 0 && form.kind === 'custom' ? (
        <Alert variant="outline" color="yellow">
          {t('manage.forms.hasAnswers')}
        </Alert>
      ) : null}
      <FormEditor
        editing={editing}
        timezone={timezone}
        submit={t('manage.save')}
        known={form.fields}
        aside={<DeleteForm form={form} />}
      />
    </Stack>
  );
}

function DeleteForm({ form }: { form: Form }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [asked, setAsked] = useState(false);
  const { pid, title } = form;
  const count = form.response_count ?? 0;
  const remove = useChange({
    change: () => call('delete_form', { path: { pid, form: form.form }, query: count > 0 ? { force: true } : {} }),
    message: () => t('manage.forms.deleted', { title }),
    onDone: () => void navigate({ to: '/projects/$pid/manage/forms', params: { pid } }),
  });
  return (
    <>
      <Button variant="subtle" color="red" c="var(--mantine-color-error)" onClick={() => setAsked(true)}>
        {t('manage.forms.delete')}
      </Button>
      <ConfirmDialog
        opened={asked}
        title={t('manage.forms.deleteTitle', { title })}
        text={count > 0 ? t('manage.forms.deleteWithAnswers', { count }) : t('manage.forms.deleteText')}
        confirm={t('manage.forms.delete')}
        pending={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
        onClose={() => setAsked(false)}
      />
    </>
  );
}
