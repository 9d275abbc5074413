import { isSlug } from '../../../../shared/limits.ts';
import { useInfiniteQuery, useQuery, useQueryClient, keepPreviousData } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Button, Group, Paper, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import type { Project } from '../../../../client/client.ts';
import { localTimeZone } from '../../../../locales/format/dates.ts';
import { PageHead } from '../../../ui/page-head.tsx';
import { usePageTitle } from '../../../ui/page.tsx';
import { LoadError, LoadingPlaceholder } from '../../../ui/page-state.tsx';
import { NoAccess } from '../../../ui/problems/no-access.tsx';
import { projectKeys } from '../../../keys.ts';
import { useDraft } from '../../../ui/editing/drafts.ts';
import { useEditing } from '../../../ui/editing/editing.ts';
import { EditingForm } from '../../../ui/editing/editing-form.tsx';
import { useUndoNotification } from '../../../ui/editing/undo.tsx';
import type { Loading } from '../../../loading.ts';
import { useMe } from '../../people/queries.ts';
import { PersonPicker } from '../../users/person-picker.tsx';
import { projectsQuery, createProject, deleteProject, ownersQuery, planCopyQuery } from '../queries.ts';
import { AskToSignIn } from '../invited-owners.tsx';
import { ProjectFields, projectBody, useProjectValidation, useProjectTexts } from '../project-fields.tsx';
import type { ProjectValues } from '../project-fields.tsx';

export const loadNewProjectPage = ({ loadPages }: Loading) => loadPages(projectsQuery);

export function NewProjectPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { from } = useSearch({ from: '/signed-in/projects/new' });
  const list = useInfiniteQuery(projectsQuery);
  usePageTitle(t('admin.newProject.title'));
  if (list.isError) return <LoadError error={list.error} />;
  if (list.data === undefined) return <LoadingPlaceholder />;
  if (list.data.pages[0]?.rights.create !== true) {
    return (
      <NoAccess title={t('admin.refusalTitle')} text={t('admin.refusalText')} ask={t('manage.refusal.askOrganisers')} />
    );
  }
  const projects = list.data.pages.flatMap((page) => page.data);
  return (
    <>
      <PageHead
        title={t('admin.newProject.title')}
        help={projects.length === 0 ? t('admin.newProject.leadFirst') : t('admin.newProject.lead')}
      />
      <NewProjectForm
        key={from ?? ''}
        projects={projects}
        model={projects.find(({ pid }) => pid === from)}
        onModel={(pid) =>
          void navigate({ to: '/projects/new', search: pid === undefined ? {} : { from: pid }, replace: true })
        }
      />
    </>
  );
}

type Owner = { uid: string; name: string };
type Values = ProjectValues & { pid: string; place: string; copy_chiefs: boolean; owners: Owner[] };
type NewProjectFormProps = {
  projects: readonly Project[];
  model: Project | undefined;
  onModel: (pid: string | undefined) => void;
};

function NewProjectForm({ projects, model, onModel }: NewProjectFormProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const me = useMe();
  const validate = useProjectValidation();
  const texts = useProjectTexts();
  const here = localTimeZone();
  const empty = { pid: '', place: '', name: '', description: '', starts_on: '', ends_on: '', timezone: here };
  const start: Values = {
    ...(model === undefined ? empty : nextYearOf(model, projects)),
    copy_chiefs: false,
    owners: me === null ? [] : [{ uid: me.uid, name: me.name }],
  };
  const undoable = useUndoNotification();
  const queryClient = useQueryClient();
  const name = `new-project:${model?.pid ?? ''}`;
  const draft = useDraft<Values>(name);
  const editing = useEditing<Values>({
    draft: name,
    current: { values: start, etag: undefined },
    load: async () => ({ values: start, etag: undefined }),
    save: async (values) => {
      const { pid } = await createProject.run({
        pid: values.pid,
        ...projectBody(values),
        place: values.place.trim(),
        ...(values.owners.length === 0 ? {} : { owners: values.owners.map(({ uid }) => uid) }),
        ...(model === undefined ? {} : { copy_from: model.pid, copy_chiefs: values.copy_chiefs }),
      });
      // An earlier project with this identifier may still be cached.
      queryClient.removeQueries({ queryKey: projectKeys.all(pid) });
      return { values: { ...values, pid }, etag: undefined };
    },
    affects: createProject.affects,
    onSaved: ({ values }) => {
      const { pid } = values;
      const { run, affects } = deleteProject({ pid });
      // It is a draft that nobody has used.
      undoable({
        message: t('admin.newProject.created'),
        undo: () => run({ force: false }),
        affects,
        onUndone: () => {
          draft.keep({ values, base: undefined });
          void navigate({ to: '/projects/new', search: model === undefined ? {} : { from: model.pid } });
        },
      });
      void navigate({ to: '/projects/$pid/manage', params: { pid } });
    },
    validate: (values) => ({
      ...validate(values),
      ...(isSlug(values.pid) ? {} : { pid: t('manage.fields.slugInvalid') }),
    }),
    taken: { field: 'pid', message: t('admin.newProject.pidTaken') },
  });
  const { form } = editing;
  const { owners } = form.values;
  return (
    <Paper className="muster-surface" p={{ base: 'lg', xs: 'xl' }} maw="44rem">
      <EditingForm
        editing={editing}
        fields={{ ...texts, pid: { label: t('admin.newProject.pid') } }}
        action={t('admin.newProject.create')}
      >
        {projects.length === 0 ? null : (
          <Select
            label={t('admin.newProject.copyFrom')}
            description={t('admin.newProject.copyFromHint')}
            placeholder={t('admin.newProject.copyNothing')}
            data={projects.map(({ pid, name }) => ({ value: pid, label: name }))}
            value={model?.pid ?? null}
            onChange={(pid) => onModel(pid ?? undefined)}
            clearable
          />
        )}
        {model === undefined ? null : (
          <>
            <PlanCopyPreview pid={model.pid} days={projectBody(form.values)} />
            <Switch
              label={t('admin.newProject.copyChiefs')}
              description={t('admin.newProject.copyChiefsHint')}
              checked={form.values.copy_chiefs}
              onChange={(event) => form.setFieldValue('copy_chiefs', event.currentTarget.checked)}
            />
          </>
        )}
        <TextInput
          {...form.getInputProps('pid')}
          label={t('admin.newProject.pid')}
          description={t('admin.newProject.pidHint')}
          maxLength={64}
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <ProjectFields form={form} />
        <TextInput
          {...form.getInputProps('place')}
          label={t('homes.appearance.place')}
          description={t('homes.appearance.placeHint')}
          maxLength={200}
        />
        <Stack gap="xs">
          <Text size="sm" fw={500}>
            {t('manage.parts.owners')}
          </Text>
          {owners.length === 0 ? <Text c="dimmed">{t('admin.newProject.noOwners')}</Text> : null}
          <Group gap="xs">
            {owners.map((owner) => (
              <Button
                key={owner.uid}
                size="xs"
                variant="light"
                aria-label={t('manage.removeWhom', { name: owner.name })}
                onClick={() =>
                  form.setFieldValue(
                    'owners',
                    owners.filter(({ uid }) => uid !== owner.uid),
                  )
                }
              >
                {owner.name} ×
              </Button>
            ))}
          </Group>
          {model === undefined ? null : (
            <LastOwners
              project={model}
              chosen={owners}
              onPick={(owner) => form.setFieldValue('owners', [...owners, owner])}
            />
          )}
          <PersonPicker
            label={t('manage.owners.addTitle')}
            action={t('manage.owners.add')}
            taken={new Set(owners.map(({ uid }) => uid))}
            takenText={t('manage.owners.isOwner')}
            renderNobody={(typed) => <AskToSignIn typed={typed} />}
            onPick={({ uid, name }) => form.setFieldValue('owners', [...owners, { uid, name }])}
          />
        </Stack>
      </EditingForm>
    </Paper>
  );
}

type LastOwnersProps = { project: Project; chosen: readonly Owner[]; onPick: (owner: Owner) => void };

/** The owners of the copied project who are not chosen yet. */
function LastOwners({ project: { pid, name, rights }, chosen, onPick }: LastOwnersProps) {
  const { t } = useTranslation();
  const found = useQuery({ ...ownersQuery(pid), enabled: rights.see_owners }).data ?? [];
  const others = found.filter(({ uid }) => chosen.every((owner) => owner.uid !== uid));
  if (others.length === 0) return null;
  return (
    <Group gap="xs">
      <Text size="sm">{t('admin.newProject.lastOwners', { project: name })}</Text>
      {others.map((owner) => (
        <Button
          key={owner.uid}
          size="xs"
          variant="default"
          aria-label={t('admin.newProject.addLastOwner', { name: owner.name })}
          onClick={() => onPick({ uid: owner.uid, name: owner.name })}
        >
          + {owner.name}
        </Button>
      ))}
    </Group>
  );
}

/** Adds one to the year in a text: "Summer Camp 2026" becomes "Summer Camp 2027". */
const oneYearOn = (text: string): string => text.replace(/\b(?:19|20)\d\d\b/, (year) => String(Number(year) + 1));

/** Adds 52 weeks, so that it is the same weekday. */
function oneYearLater(day: string | null): string {
  if (day === null) return '';
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 52 * 7);
  return date.toISOString().slice(0, 10);
}

function freePid(pid: string, projects: readonly Project[]): string {
  const next = oneYearOn(pid) === pid ? `${pid}-2` : oneYearOn(pid);
  return projects.some((one) => one.pid === next) ? '' : next;
}

/** The suggested values of a project that follows another one; without an identifier if the next one is taken. */
const nextYearOf = (project: Project, projects: readonly Project[]) => ({
  pid: freePid(project.pid, projects),
  name: oneYearOn(project.name),
  description: oneYearOn(project.description),
  starts_on: oneYearLater(project.starts_on),
  ends_on: oneYearLater(project.ends_on),
  timezone: project.timezone,
  place: project.place,
});

type PlanCopyPreviewProps = { pid: string; days: { starts_on: string | null; ends_on: string | null } };

/** How much of the plan a project on these days would take over, and how much it would not. */
function PlanCopyPreview({ pid, days }: PlanCopyPreviewProps) {
  const { t } = useTranslation();
  const copy = useQuery({ ...planCopyQuery(pid, days), placeholderData: keepPreviousData }).data;
  if (copy === undefined) return null;
  const { left_out: leftOut, ...counts } = copy;
  return (
    <output>
      <Text size="sm">{t('admin.newProject.copyPlan', counts)}</Text>
      {leftOut > 0 ? <Text size="sm">{t('admin.newProject.copyLeftOut', { tasks: leftOut })}</Text> : null}
    </output>
  );
}
