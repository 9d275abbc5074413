import { Group, Paper, SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { FormKindEntry, Project } from '../../../client/client.ts';
import { useEditing } from '../../ui/editing/editing.ts';
import { PageLink } from '../../ui/links.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { SentenceGap } from '../../ui/sentence-gap.tsx';
import { OwnersOnly } from '../projects/owners-only.tsx';
import { useFormValidation } from './form-validation.ts';
import { needsDays, usualClosing, usualDays } from './form-days.tsx';
import { FormEditor } from './form-editor.tsx';
import { emptyForm, formBody, newField } from './form-values.ts';
import type { FormValues } from './form-values.ts';
import styles from './new-form-page.module.css';
import { createForm, formKindsQuery } from './queries.ts';
import { useManagedProject, loadManaged } from '../projects/managed-project.ts';

export const loadNewFormPage = loadManaged('create_forms', ({ load }) => load(formKindsQuery));

export function NewFormPage() {
  const { t } = useTranslation();
  const { project } = useManagedProject();
  const search = useSearch({ from: '/signed-in/projects/$pid/manage/forms/new' });
  const query = useQuery(formKindsQuery);
  usePageTitle(`${t('manage.forms.new')} · ${project.name}`);
  if (!project.rights.create_forms) return <OwnersOnly project={project} />;
  return (
    <>
      <PageHead
        title={t('manage.forms.new')}
        help={search.kind === undefined ? t('manage.forms.noneText') : undefined}
      />
      <Loaded query={query} embedded>
        {(kinds) => {
          const chosen = kinds.find(({ kind }) => kind === search.kind);
          if (chosen === undefined) return <KindChoice pid={project.pid} kinds={kinds} />;
          return <NewForm key={chosen.kind} project={project} chosen={chosen} />;
        }}
      </Loaded>
    </>
  );
}

function KindChoice({ pid, kinds }: { pid: string; kinds: readonly FormKindEntry[] }) {
  const { t } = useTranslation();
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} component="ul" className="muster-plain-list">
      {kinds.map(({ kind }) => (
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

function NewForm({ project, chosen }: { project: Project; chosen: FormKindEntry }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pid, timezone } = project;
  const { kind } = chosen;
  const days = chosen.days ? usualDays(kind, project) : [];
  const start = {
    ...emptyForm(kind, chosen, kind === 'custom' ? '' : t(`manage.forms.kinds.${kind}`), kind === 'custom' ? '' : kind),
    days: days.join('\n'),
    closes_at: usualClosing(days, timezone),
  };
  const create = createForm(pid);
  const editing = useEditing<FormValues>({
    draft: `new-form:${pid}:${kind}`,
    current: { values: start, etag: undefined },
    load: async () => ({ values: start, etag: undefined }),
    save: async (values) => {
      const { form } = await create.run({ form: values.form, kind, ...formBody(values, timezone) });
      return { values: { ...start, form }, etag: undefined };
    },
    items: { fields: newField() },
    affects: create.affects,
    onSaved: () => void navigate({ to: '/projects/$pid/manage/forms', params: { pid } }),
    validate: useFormValidation({ isNew: true, needsDays: needsDays(kind, chosen, project) }),
    savedMessage: t('manage.forms.created'),
  });
  return (
    <>
      <Group mb="md">
        <Text size="sm" c="dimmed">
          {t('ui.labelled', {
            label: t(`manage.forms.kinds.${kind}`),
            value: t(`manage.forms.kindTexts.${kind}`),
          })}
          <SentenceGap />
          <PageLink to="/projects/$pid/manage/forms/new" params={{ pid }} inherit underline="always">
            {t('manage.forms.change')}
          </PageLink>
        </Text>
      </Group>
      <FormEditor project={project} editing={editing} settings={chosen} isNew submit={t('manage.forms.create')} />
    </>
  );
}
