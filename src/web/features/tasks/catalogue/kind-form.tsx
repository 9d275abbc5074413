import { Input, NumberInput, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { NewTaskKind, TaskKind } from '../../../../client/client.ts';
import { ChipChoice } from '../../../ui/editing/chip-choice.tsx';
import { PageLink } from '../../../ui/links.tsx';
import { MarkdownEditor } from '../../../ui/markdown/markdown-editor.tsx';
import { SentenceGap } from '../../../ui/sentence-gap.tsx';
import { EntryForm, useSave } from './entry-forms.tsx';
import { saveKind } from './queries.ts';

type KindValues = {
  name: string;
  briefing: string;
  requires: string[];
  min_age: number | '';
  weight: number | '';
  rest_minutes: number | '';
  max_consecutive_minutes: number | '';
  leave_until_hours: number | '';
};

const valuesOf = (kind: TaskKind | undefined): KindValues => ({
  name: kind?.name ?? '',
  briefing: kind?.briefing ?? '',
  requires: kind?.requires ?? [],
  min_age: kind?.min_age ?? '',
  weight: kind?.weight ?? '',
  rest_minutes: kind?.rest_minutes ?? '',
  max_consecutive_minutes: kind?.max_consecutive_minutes ?? '',
  leave_until_hours: kind?.leave_until_hours ?? '',
});

const orNull = (value: number | ''): number | null => (value === '' ? null : value);
const orElse = (value: number | '', usual: number): number => (value === '' ? usual : value);

const bodyOf = (values: KindValues): NewTaskKind => ({
  name: values.name,
  briefing: values.briefing,
  requires: values.requires,
  min_age: orNull(values.min_age),
  weight: orElse(values.weight, 1),
  rest_minutes: orElse(values.rest_minutes, 0),
  max_consecutive_minutes: orNull(values.max_consecutive_minutes),
  leave_until_hours: orElse(values.leave_until_hours, 0),
});

type KindFormProps = {
  pid: string;
  kind: TaskKind | undefined;
  skills: readonly { id: string; name: string }[];
  onDone: () => void;
};

/** A kind of task with all its rules. */
export function KindForm({ pid, kind, skills, onDone }: KindFormProps) {
  const { t } = useTranslation();
  const form = useForm({ initialValues: valuesOf(kind) });
  const save = useSave(saveKind(pid, kind?.id), kind === undefined, () => {
    form.reset();
    onDone();
  });
  return (
    <EntryForm
      label={kind === undefined ? t('catalogue.newKind') : t('catalogue.save')}
      pending={save.isPending}
      error={save.error}
      onSubmit={form.onSubmit((values) => save.mutate(bodyOf(values)))}
    >
      <TextInput {...form.getInputProps('name')} label={t('catalogue.name')} maxLength={100} required />
      {skills.length === 0 ? (
        <Input.Wrapper label={t('catalogue.requires')} labelElement="div">
          <Text size="sm">
            {t('catalogue.noSkills')}
            <SentenceGap />
            <PageLink to="." hash="skills" onClick={onDone} inherit underline="always">
              {t('catalogue.newSkill')}
            </PageLink>
          </Text>
        </Input.Wrapper>
      ) : (
        <ChipChoice
          label={t('catalogue.requires')}
          options={skills.map(({ id, name }) => ({ value: id, label: name }))}
          value={form.values.requires}
          onChange={(requires) => form.setFieldValue('requires', requires)}
        />
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberInput
          {...form.getInputProps('min_age')}
          label={t('catalogue.minAge')}
          description={t('catalogue.minAgeHint')}
          min={1}
          max={99}
        />
        <NumberInput {...form.getInputProps('rest_minutes')} label={t('catalogue.restMinutes')} min={0} max={2880} />
        <NumberInput
          {...form.getInputProps('max_consecutive_minutes')}
          label={t('catalogue.maxMinutes')}
          min={30}
          max={2880}
        />
        <NumberInput {...form.getInputProps('leave_until_hours')} label={t('catalogue.leaveHours')} min={0} max={720} />
        <NumberInput
          {...form.getInputProps('weight')}
          label={t('catalogue.weight')}
          description={t('catalogue.weightHint')}
          min={0}
          max={10}
          step={0.5}
        />
      </SimpleGrid>
      <MarkdownEditor
        {...form.getInputProps('briefing')}
        value={form.values.briefing}
        label={t('catalogue.briefing')}
        description={t('catalogue.briefingHint')}
        maxLength={20_000}
      />
    </EntryForm>
  );
}
