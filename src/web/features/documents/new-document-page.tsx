import { Paper } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useEditing } from '../../ui/editing/editing.ts';
import { EditingForm } from '../../ui/editing/editing-form.tsx';
import { MarkdownEditor } from '../../ui/markdown/markdown-editor.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { loadManaged, useManagedProject } from '../projects/managed-project.ts';
import { OwnersOnly } from '../projects/owners-only.tsx';
import { ReadOnlyWhenArchived } from '../projects/read-only.tsx';
import { skillsQuery } from '../tasks/catalogue/queries.ts';
import { kindsQuery } from '../tasks/signup/queries.ts';
import { changesOf, DocumentFields, maxBody, useDocumentTexts } from './document-fields.tsx';
import type { DocumentValues } from './document-fields.tsx';
import { createDocument } from './queries.ts';

type NewValues = DocumentValues & { body: string };

export const loadNewDocumentPage = loadManaged('edit', ({ load, params: { pid } }) =>
  Promise.all([load(kindsQuery(pid)), load(skillsQuery(pid))]),
);

export function NewDocumentPage() {
  const { t } = useTranslation();
  const { project } = useManagedProject();
  usePageTitle(t('documents.new'));
  if (!project.rights.edit && project.state !== 'archived') return <OwnersOnly project={project} />;
  return (
    <>
      <PageHead title={t('documents.new')} help={t('documents.newLead')} />
      <ReadOnlyWhenArchived project={project}>
        <NewDocumentForm pid={project.pid} />
      </ReadOnlyWhenArchived>
    </>
  );
}

function NewDocumentForm({ pid }: { pid: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const create = createDocument(pid);
  const start: NewValues = {
    title: '',
    body: '',
    required_for: 'tasks',
    kind_ids: [],
    grants_skill: '',
    valid_months: '',
  };
  const blank = { values: start, etag: undefined };
  const editing = useEditing<NewValues>({
    draft: `new-document:${pid}`,
    current: blank,
    load: async () => blank,
    save: async (values) => {
      await create.run({ ...changesOf(values), body: values.body });
      return blank;
    },
    affects: create.affects,
    onSaved: () => void navigate({ to: '/projects/$pid/manage/documents', params: { pid } }),
    validate: ({ title, body }): Record<string, string> => ({
      ...(title.trim() === '' ? { title: t('documents.missingTitle') } : {}),
      ...(body.trim() === '' ? { body: t('documents.missingBody') } : {}),
    }),
    savedMessage: t('documents.created'),
  });
  const { form } = editing;
  const texts = { ...useDocumentTexts(), body: { label: t('documents.fields.body') } };
  return (
    <Paper className="muster-surface" p={{ base: 'lg', xs: 'xl' }} maw="44rem">
      <EditingForm editing={editing} fields={texts} action={t('documents.publish')}>
        <DocumentFields pid={pid} form={form} />
        <MarkdownEditor
          {...form.getInputProps('body')}
          value={form.values.body}
          label={texts.body.label}
          maxLength={maxBody}
          required
        />
      </EditingForm>
    </Paper>
  );
}
