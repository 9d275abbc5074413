import { Group, Paper, SimpleGrid, Text } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../client/client.ts';
import { useEditing } from '../../ui/editing/editing.ts';
import { PageLink } from '../../ui/links.tsx';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { OwnersOnly } from '../projects/owners-only.tsx';
import { useFormValidation } from './form-validation.ts';
import { FormEditor } from './form-editor.tsx';
import { emptyForm, formBody } from './form-values.ts';
import type { FormValues } from './form-values.ts';
import { formKinds } from './kinds.ts';
import type { FormKind } from './kinds.ts';
import styles from './new-form-page.module.css';
import { createForm } from './queries.ts';
import { useManagedProject } from '../projects/managed-project.ts';

export function NewFormPage() {
  const { t } = useTranslation();
  const { project } = useManagedProject();
  const search = useSearch({ from: '/signed-in/projects/$pid/manage/forms/new' });
  const kind = formKinds.find((one) => one === search.kind);
  usePageTitle(`${t('manage.forms.new')} · ${project.name}`);
  if (!project.rights.create_forms) return <OwnersOnly project={project} />;
  return (
    <>
      <PageHeading title={t('manage.forms.new')} lead={kind === undefined ? t('manage.forms.noneText') : undefined} />
      {kind === undefined ? <KindChoice pid={project.pid} /> : <NewForm key={kind} project={project} kind={kind} />}
    </>
  );
}

function KindChoice({ pid }: { pid: string }) {
  const { t } = useTranslation();
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} component="ul" className="muster-plain-list">
      {formKinds.map((kind) => (
        <Paper key={kind} className={`muster-surface ${styles.choice}`} p="lg" component="li">
          <Text fw={650}>
            <Link to="/projects/$pid/manage/forms/new" params={{ pid }} search={{ kind }}>
              {t(`manage.forms.kinds.${kind}`)}
            </Link>
          </Text>
          <Text size="sm" c="dimmed">
            {t(`manage.forms.kindTexts.${kind}`)}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  );
}

function NewForm({ project, kind }: { project: Project; kind: FormKind }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pid, timezone } = project;
  const start = emptyForm(
    kind,
    kind === 'custom' ? '' : t(`manage.forms.kinds.${kind}`),
    kind === 'custom' ? '' : kind,
  );
  const create = createForm(pid);
  const editing = useEditing<FormValues>({
    draft: `new-form:${pid}:${kind}`,
    current: { values: start, etag: undefined },
    load: async () => ({ values: start, etag: undefined }),
    save: async (values) => {
      const { form } = await create.run({ form: values.form, kind, ...formBody(values, timezone) });
      return { values: { ...start, form }, etag: undefined };
    },
    affects: create.affects,
    onSaved: () => void navigate({ to: '/projects/$pid/manage/forms', params: { pid } }),
    validate: useFormValidation(true),
    savedMessage: t('manage.forms.created'),
  });
  return (
    <>
      <Group mb="md">
        <Text size="sm" c="dimmed">
          {t(`manage.forms.kinds.${kind}`)}: {t(`manage.forms.kindTexts.${kind}`)}{' '}
          <PageLink to="/projects/$pid/manage/forms/new" params={{ pid }} inherit underline="always">
            {t('manage.forms.change')}
          </PageLink>
        </Text>
      </Group>
      <FormEditor editing={editing} timezone={timezone} isNew submit={t('manage.forms.create')} />
    </>
  );
}
