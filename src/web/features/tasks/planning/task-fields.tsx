import { maxHeadcount, maxMarkdown } from '../../../../shared/limits.ts';
import { Alert, NumberInput, Select, SimpleGrid, TextInput } from '@mantine/core';
import type { NumberInputProps } from '@mantine/core';
import type { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { Trans, useTranslation } from 'react-i18next';
import type { Project } from '../../../../client/client.ts';
import { currentTime } from '../../../../locales/format/dates.ts';
import { fromZonedInput } from '../../../../locales/format/zoned-time.ts';
import type { Editing } from '../../../ui/editing/editing.ts';
import { AlertIcon } from '../../../ui/icons.tsx';
import { PageLink } from '../../../ui/links.tsx';
import { MarkdownEditor } from '../../../ui/markdown/markdown-editor.tsx';
import { projectQuery } from '../../projects/queries.ts';
import { teamsQuery } from '../../teams/queries.ts';
import { skillsQuery } from '../catalogue/queries.ts';
import { kindsQuery, placesQuery } from '../signup/queries.ts';
import { joinings, movedEnd, visibilities, wholeProject, withTeam } from './task-values.ts';
import type { AboutValues, SharedValues, TaskValues } from './task-values.ts';

type TaskFieldsProps = { project: Project; form: Editing<TaskValues>['form']; current: string; isNew?: boolean };

export function TaskFields({ project, form, current, isNew = false }: TaskFieldsProps) {
  const { t } = useTranslation();
  const texts = useTaskTexts();
  const teams = useQuery(teamsQuery(project.pid));
  const mine = (teams.data ?? []).filter(({ tid, rights, disabled }) => tid === current || (rights.edit && !disabled));
  const choices = [
    ...(project.rights.edit || current === '' ? [{ value: wholeProject, label: t('manage.tasks.wholeProject') }] : []),
    ...mine.map(({ tid, name }) => ({ value: tid, label: name })),
  ];
  const end = fromZonedInput(form.values.ends_at, project.timezone);
  const hint = t('manage.tasks.timeHint', { timezone: project.timezone });
  return (
    <>
      <TextInput {...form.getInputProps('title')} label={texts.title.label} maxLength={200} required />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          {...form.getInputProps('tid')}
          label={texts.tid.label}
          data={choices}
          value={form.values.tid === '' ? wholeProject : form.values.tid}
          onChange={(value) => {
            const tid = value === null || value === wholeProject ? '' : value;
            form.setValues((before) => (isNew ? withTeam(before, tid) : { tid }));
          }}
          allowDeselect={false}
        />
        <TextInput
          {...form.getInputProps('category')}
          label={texts.category.label}
          description={t('manage.tasks.categoryHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder={t('manage.tasks.categoryPlaceholder')}
          maxLength={100}
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          {...form.getInputProps('starts_at')}
          onChange={({ currentTarget: { value } }) =>
            form.setValues((before) => ({ starts_at: value, ends_at: movedEnd(before, value) }))
          }
          type="datetime-local"
          label={texts.starts_at.label}
          description={hint}
          required
        />
        <TextInput
          {...form.getInputProps('ends_at')}
          type="datetime-local"
          label={texts.ends_at.label}
          description={hint}
          required
        />
      </SimpleGrid>
      {end === null || end > currentTime() ? null : <EndedNotice pid={project.pid} />}
      <AboutFields
        pid={project.pid}
        values={form.values}
        inputProps={(field) => form.getInputProps(field)}
        setValues={(values) => form.setValues(values)}
      />
    </>
  );
}

/** Before a task with an end in the past is saved: it would be of no use, and the list of tasks hides it. */
function EndedNotice({ pid }: { pid: string }) {
  const { t } = useTranslation();
  return (
    <Alert color="yellow" variant="outline" icon={<AlertIcon />} title={t('manage.tasks.pastTitle')} role="alert">
      <Trans
        i18nKey="manage.tasks.pastText"
        components={{ work: <PageLink to="/projects/$pid/manage/work" params={{ pid }} inherit underline="always" /> }}
      />
    </Alert>
  );
}

type AboutFieldsProps = {
  pid: string;
  values: SharedValues;
  inputProps: (field: keyof AboutValues) => ReturnType<ReturnType<typeof useForm>['getInputProps']>;
  setValues: (values: Partial<Pick<AboutValues, 'place' | 'kind' | 'grants_skill'>>) => void;
  /** For several tasks at once: what empty fields say, and none has to be filled in. */
  unchanged?: string;
};

/** For one task, several and a series: how many people are needed, where, by which rules they join, and what they need to know. */
export function AboutFields({ pid, values, inputProps, setValues, unchanged }: AboutFieldsProps) {
  const { t } = useTranslation();
  const texts = useTaskTexts();
  const places = useQuery(placesQuery(pid)).data ?? [];
  const kinds = useQuery(kindsQuery(pid)).data ?? [];
  const skills = useQuery(skillsQuery(pid)).data ?? [];
  const venue = useQuery(projectQuery(pid)).data?.place ?? '';
  const named = (rows: readonly { id: string; name: string }[]) =>
    rows.map(({ id, name }) => ({ value: id, label: name }));
  const orNone = (value: string) => (value === '' ? null : value);
  const choice =
    unchanged === undefined ? { allowDeselect: false } : ({ placeholder: unchanged, clearable: true } as const);
  return (
    <>
      <StaffingFields minimum={inputProps('min_people')} capacity={inputProps('capacity')} unchanged={unchanged} />
      <MarkdownEditor
        {...inputProps('description')}
        value={values.description}
        label={texts.description.label}
        description={t('manage.tasks.descriptionHint')}
        placeholder={unchanged}
        maxLength={maxMarkdown}
      />
      {/* A series has less room beside its preview. */}
      <SimpleGrid type="container" cols={{ base: 1, '36rem': 2 }}>
        <Select
          {...inputProps('place')}
          label={texts.place.label}
          placeholder={unchanged ?? t(venue === '' ? 'signup.noPlace' : 'signup.eventPlace')}
          data={named(places)}
          value={orNone(values.place)}
          onChange={(value) => setValues({ place: value ?? '' })}
          clearable
        />
        <Select
          {...inputProps('kind')}
          label={texts.kind.label}
          description={t('signup.kindHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder={unchanged ?? t('signup.noKind')}
          data={named(kinds)}
          value={orNone(values.kind)}
          onChange={(value) => setValues({ kind: value ?? '' })}
          clearable
        />
        <Select
          {...inputProps('visibility')}
          {...choice}
          label={texts.visibility.label}
          data={visibilities.map((value) => ({ value, label: t(`signup.visibilityOf.${value}`) }))}
          value={orNone(values.visibility)}
        />
        <Select
          {...inputProps('joining')}
          {...choice}
          label={texts.joining.label}
          data={joinings.map((value) => ({ value, label: t(`signup.joiningOf.${value}`) }))}
          value={orNone(values.joining)}
        />
        <TextInput
          {...inputProps('opens_at')}
          type="datetime-local"
          label={texts.opens_at.label}
          description={t('signup.opensHint')}
        />
        {skills.length === 0 ? null : (
          <Select
            {...inputProps('grants_skill')}
            label={texts.grants_skill.label}
            description={t('signup.grantsSkillHint')}
            placeholder={unchanged ?? t('signup.noGrantedSkill')}
            data={named(skills)}
            value={orNone(values.grants_skill)}
            onChange={(value) => setValues({ grants_skill: value ?? '' })}
            clearable
          />
        )}
      </SimpleGrid>
      <MarkdownEditor
        {...inputProps('briefing')}
        value={values.briefing}
        label={texts.briefing.label}
        description={t('signup.briefingHint')}
        placeholder={unchanged}
        maxLength={maxMarkdown}
      />
    </>
  );
}

export function useTaskTexts(): Record<keyof TaskValues, { label: string }> {
  const { t } = useTranslation();
  return {
    title: { label: t('manage.tasks.title') },
    tid: { label: t('manage.tasks.team') },
    category: { label: t('manage.tasks.category') },
    starts_at: { label: t('manage.tasks.starts') },
    ends_at: { label: t('manage.tasks.ends') },
    capacity: { label: t('manage.tasks.capacity') },
    description: { label: t('manage.tasks.description') },
    min_people: { label: t('signup.minPeople') },
    place: { label: t('signup.place') },
    kind: { label: t('signup.kind') },
    grants_skill: { label: t('signup.grantsSkill') },
    visibility: { label: t('signup.visibility') },
    joining: { label: t('signup.joining') },
    opens_at: { label: t('signup.opensAt') },
    briefing: { label: t('signup.briefing') },
  };
}

type StaffingFieldsProps = { minimum: NumberInputProps; capacity: NumberInputProps; unchanged: string | undefined };

/** How many people a task needs, and how many can join it. */
function StaffingFields({ minimum, capacity, unchanged }: StaffingFieldsProps) {
  const { t } = useTranslation();
  const shared = {
    max: maxHeadcount,
    allowDecimal: false,
    ...(unchanged !== undefined && { placeholder: unchanged }),
    inputWrapperOrder: ['label', 'input', 'description', 'error'],
  } satisfies NumberInputProps;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <NumberInput
        {...shared}
        {...minimum}
        label={t('signup.minPeople')}
        description={t('signup.minPeopleHint')}
        min={0}
      />
      <NumberInput
        {...shared}
        {...capacity}
        label={t('manage.tasks.capacity')}
        description={t('manage.tasks.capacityHint')}
        min={1}
        required={unchanged === undefined}
      />
    </SimpleGrid>
  );
}
