import { Button, Group, Paper, Stack, Text, Textarea, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Document, Project } from '../../../client/client.ts';
import type { Versioned } from '../../api.ts';
import type { Loading } from '../../loading.ts';
import { formatDate } from '../../../locales/format/dates.ts';
import { useChange } from '../../ui/change.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useEditing } from '../../ui/editing/editing.ts';
import { EditingForm } from '../../ui/editing/editing-form.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import { MarkdownEditor } from '../../ui/markdown/markdown-editor.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { loadManaged, useManagedProject } from '../projects/managed-project.ts';
import { changesOf, DocumentFields, maxBody, useDocumentTexts, valuesOf } from './document-fields.tsx';
import type { DocumentValues } from './document-fields.tsx';
import {
  deleteDocument,
  documentVersionQuery,
  editDocument,
  publishVersion,
  signaturesQuery,
  versionQuery,
  versionsQuery,
} from './queries.ts';
import { Signatures } from './signatures.tsx';
import { originalOf } from '../../ui/original.ts';
import { TranslateButton } from '../translations/translate-button.tsx';
import { useShownZone } from '../projects/event/event-zone.tsx';

export const loadEditDocumentPage = loadManaged(
  'plan_tasks',
  ({ load, loadPages, params: { pid, id } }: Loading<'pid' | 'id'>) =>
    Promise.all([load(documentVersionQuery(pid, id)), loadPages(signaturesQuery(pid, id, false))]),
);

/** A document with who signed it. Owners change it here and publish new versions. */
export function EditDocumentPage() {
  const { t } = useTranslation();
  const { project } = useManagedProject();
  const { pid, id } = useParams({ from: '/signed-in/projects/$pid/manage/documents/$id' });
  const document = useQuery(documentVersionQuery(pid, id));
  const title = document.data?.body.title ?? t('manage.parts.documents');
  usePageTitle(title);
  return (
    <Loaded query={document}>
      {(found) => (
        <>
          <PageHead title={title} note={t(`documents.neededFor.${found.body.required_for}`)}>
            {project.rights.edit && project.state !== 'archived' ? (
              <TranslateButton {...{ pid, id }} kind="document" name={title} />
            ) : null}
            <ButtonLink to="/projects/$pid/documents/$id" params={{ pid, id }} size="xs" variant="default">
              {t('documents.view')}
            </ButtonLink>
          </PageHead>
          <Stack gap="xl">
            <Signatures project={project} document={found.body} />
            <Versions document={found.body} />
            {project.rights.edit && project.state !== 'archived' ? <Editing project={project} version={found} /> : null}
          </Stack>
        </>
      )}
    </Loaded>
  );
}

function Editing({ project, version }: { project: Project; version: Versioned<Document> }) {
  return (
    <>
      <NewVersion key={version.body.version} version={version} />
      <Settings pid={project.pid} version={version} />
    </>
  );
}

type VersionValues = { body: string; changes: string };

function NewVersion({ version }: { version: Versioned<Document> }) {
  const { t } = useTranslation();
  const { pid, id } = version.body;
  const record = publishVersion(pid, id);
  const versionOf = ({ body, etag }: Versioned<Document>) => ({
    values: { body: originalOf(body).body, changes: '' },
    etag,
  });
  const editing = useEditing<VersionValues>({
    draft: `document-version:${pid}/${id}/${version.body.version}`,
    current: versionOf(version),
    load: async () => versionOf(await record.load()),
    save: async (values, etag) => versionOf(await record.save(values, etag)),
    affects: record.affects,
    validate: ({ body, changes }): Record<string, string> => ({
      ...(body.trim() === '' ? { body: t('documents.missingBody') } : {}),
      ...(changes.trim() === '' ? { changes: t('documents.missingChanges') } : {}),
    }),
    savedMessage: t('documents.versionPublished'),
  });
  const { form } = editing;
  const texts = {
    body: { label: t('documents.fields.body') },
    changes: { label: t('documents.fields.changes') },
  };
  const isSame = form.values.body === originalOf(version.body).body;
  return (
    <Paper
      className="muster-surface muster-no-print"
      p="lg"
      maw="44rem"
      component="section"
      aria-labelledby="new-version"
    >
      <Title order={2} size="h4" id="new-version">
        {t('documents.newVersion')}
      </Title>
      <Text c="dimmed" size="sm" mb="md">
        {t('documents.newVersionHint')}
      </Text>
      <EditingForm editing={editing} fields={texts} action={t('documents.publishVersion')} disabled={isSame}>
        <MarkdownEditor
          {...form.getInputProps('body')}
          value={form.values.body}
          label={texts.body.label}
          maxLength={maxBody}
          required
        />
        <Textarea
          {...form.getInputProps('changes')}
          label={texts.changes.label}
          description={t('documents.fields.changesHint')}
          maxLength={1000}
          autosize
          minRows={2}
          required
        />
      </EditingForm>
    </Paper>
  );
}

function Settings({ pid, version }: { pid: string; version: Versioned<Document> }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id } = version.body;
  const record = editDocument(pid, id);
  const versionOf = ({ body, etag }: Versioned<Document>) => ({ values: valuesOf(body), etag });
  const editing = useEditing<DocumentValues>({
    draft: `document:${pid}/${id}`,
    current: versionOf(version),
    load: async () => versionOf(await record.load()),
    save: async (values, etag) => versionOf(await record.save(changesOf(values), etag)),
    affects: record.affects,
    validate: ({ title }): Record<string, string> =>
      title.trim() === '' ? { title: t('documents.missingTitle') } : {},
    savedMessage: t('documents.saved'),
  });
  return (
    <Paper className="muster-surface muster-no-print" p="lg" maw="44rem" component="section" aria-labelledby="settings">
      <Title order={2} size="h4" mb="md" id="settings">
        {t('documents.settings')}
      </Title>
      <EditingForm editing={editing} fields={useDocumentTexts()} action={t('documents.save')} disabled={!editing.dirty}>
        <DocumentFields pid={pid} form={editing.form} />
      </EditingForm>
      <Group justify="flex-end" mt="lg">
        <DeleteDocument
          document={version.body}
          onDone={() => void navigate({ to: '/projects/$pid/manage/documents', params: { pid } })}
        />
      </Group>
    </Paper>
  );
}

function DeleteDocument({ document, onDone }: { document: Document; onDone: () => void }) {
  const { t } = useTranslation();
  const [confirming, setConfirming] = useState(false);
  const { pid, id, title } = document;
  const remove = useChange(deleteDocument(pid), { message: () => t('documents.deleted'), onDone });
  return (
    <>
      <Button variant="subtle" color="red" c="var(--mantine-color-error)" onClick={() => setConfirming(true)}>
        {t('documents.delete')}
      </Button>
      <ConfirmDialog
        opened={confirming}
        title={t('documents.deleteTitle')}
        text={t('documents.deleteText', { title })}
        confirm={t('documents.delete')}
        change={remove}
        onConfirm={() => remove.mutate(id)}
        onClose={() => setConfirming(false)}
      />
    </>
  );
}

/** The versions before, which people may have signed. */
function Versions({ document: { pid, id, version: current } }: { document: Document }) {
  const { t, i18n } = useTranslation();
  const zone = useShownZone();
  const { data: versions = [] } = useQuery({ ...versionsQuery(pid, id), enabled: current > 1 });
  const [opened, setOpened] = useState<number>();
  const shown = useQuery({ ...versionQuery(pid, id, opened ?? 1), enabled: opened !== undefined }).data;
  const earlier = versions.filter(({ version }) => version !== current);
  if (earlier.length === 0) return null;
  return (
    <Paper className="muster-surface muster-no-print" p="lg" maw="44rem" component="section" aria-labelledby="versions">
      <Title order={2} size="h4" mb="sm" id="versions">
        {t('documents.earlier')}
      </Title>
      <Stack gap="xs" align="flex-start">
        {earlier.map(({ version, published_at: published }) => (
          <Button
            key={version}
            size="xs"
            variant={version === opened ? 'light' : 'subtle'}
            aria-expanded={version === opened}
            onClick={() => setOpened(version === opened ? undefined : version)}
          >
            {t('documents.versionOf', { version, date: formatDate(published, i18n.language, zone) })}
          </Button>
        ))}
        {opened === undefined || shown?.version !== opened ? null : <Markdown text={shown.body} />}
      </Stack>
    </Paper>
  );
}
