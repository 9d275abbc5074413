import { Alert, Box, Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Form, Project } from '../../../client/client.ts';
import type { Versioned } from '../../api.ts';
import { ButtonLink, PageLink } from '../../ui/links.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useEditing } from '../../ui/editing/editing.ts';
import { Loaded } from '../../ui/page-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { useChange } from '../../ui/change.ts';
import { OwnersOnly } from '../projects/owners-only.tsx';
import { useFormValidation } from './form-validation.ts';
import { needsDays } from './form-days.tsx';
import { FormEditor } from './form-editor.tsx';
import { formBody, formValues, newField } from './form-values.ts';
import type { FormValues } from './form-values.ts';
import { useManagedProject, loadManaged } from '../projects/managed-project.ts';
import { definesFields, settingsOf } from './kinds.ts';
import type { KindSettings } from './kinds.ts';
import { deleteForm, editForm, formKindsQuery, formVersionQuery } from './queries.ts';
import type { Loading } from '../../loading.ts';
import { originalOf } from '../../ui/original.ts';
import { TranslateButton } from '../translations/translate-button.tsx';

export const loadEditFormPage = loadManaged(
  'create_forms',
  ({ load, params: { pid, form } }: Loading<'pid' | 'form'>) =>
    Promise.all([load(formVersionQuery(pid, form)), load(formKindsQuery)]),
);

export function EditFormPage() {
  const { t } = useTranslation();
  const { pid, project } = useManagedProject();
  const { form } = useParams({ from: '/signed-in/projects/$pid/manage/forms/$form' });
  const query = useQuery({ ...formVersionQuery(pid, form), enabled: project.rights.create_forms });
  const kinds = useQuery(formKindsQuery);
  usePageTitle(`${query.data?.body.title ?? t('manage.parts.forms')} · ${project.name}`);
  if (!project.rights.create_forms) return <OwnersOnly project={project} />;
  return (
    <Loaded query={query}>
      {({ body, etag }) => (
        <>
          <Box mt="sm">
            <PageLink to="/projects/$pid/manage/forms" params={{ pid }} size="sm">
              {`‹ ${t('manage.parts.forms')}`}
            </PageLink>
          </Box>
          <PageHead title={body.title} help={t(`manage.forms.kindTexts.${body.kind}`)}>
            {body.rights.see_responses ? (
              <ButtonLink
                to="/projects/$pid/manage/forms/$form/answers"
                params={{ pid, form }}
                size="sm"
                variant="default"
              >
                {t('manage.answers.link')}
              </ButtonLink>
            ) : null}
            {project.state === 'archived' ? null : (
              <TranslateButton {...{ pid }} kind="form" id={form} name={body.title} />
            )}
          </PageHead>
          <Loaded query={kinds} embedded>
            {(all) => <EditForm form={body} etag={etag} settings={settingsOf(all, body.kind)} project={project} />}
          </Loaded>
        </>
      )}
    </Loaded>
  );
}

type EditFormProps = { form: Form; etag: string | undefined; settings: KindSettings; project: Project };

function EditForm({ form, etag, settings, project }: EditFormProps) {
  const { t } = useTranslation();
  const { timezone } = project;
  const record = editForm(form.pid, form.form);
  const versionOf = (answer: Versioned<Form>) => ({
    values: formValues(originalOf(answer.body), timezone),
    etag: answer.etag,
  });
  const editing = useEditing<FormValues>({
    draft: `form:${form.pid}/${form.form}`,
    current: versionOf({ body: form, etag }),
    load: async () => versionOf(await record.load()),
    save: async (values, tag) => versionOf(await record.save(formBody(values, timezone), tag)),
    items: { fields: newField() },
    affects: record.affects,
    validate: useFormValidation({ isNew: false, needsDays: needsDays(form.kind, settings, project) }),
    savedMessage: t('manage.saved'),
  });
  return (
    <Stack gap="lg">
      {(form.response_count ?? 0) > 0 && definesFields(form.kind) ? (
        <Alert variant="outline" color="yellow">
          {t('manage.forms.hasAnswers')}
        </Alert>
      ) : null}
      <FormEditor
        project={project}
        editing={editing}
        settings={settings}
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
  const [confirming, setConfirming] = useState(false);
  const { pid, title } = form;
  const count = form.response_count ?? 0;
  const remove = useChange(deleteForm(form), {
    message: () => t('manage.forms.deleted', { title }),
    onDone: () => void navigate({ to: '/projects/$pid/manage/forms', params: { pid } }),
  });
  return (
    <>
      <Button variant="subtle" color="red" c="var(--mantine-color-error)" onClick={() => setConfirming(true)}>
        {t('manage.forms.delete')}
      </Button>
      <ConfirmDialog
        opened={confirming}
        title={t('manage.forms.deleteTitle', { title })}
        text={count > 0 ? t('manage.forms.deleteWithAnswers', { count }) : t('manage.forms.deleteText')}
        confirm={t('manage.forms.delete')}
        change={remove}
        onConfirm={() => remove.mutate()}
        onClose={() => setConfirming(false)}
      />
    </>
  );
}
