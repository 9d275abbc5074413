import { Button, Checkbox, NumberInput, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Place, Skill } from '../../../../client/client.ts';
import { useChange } from '../../../ui/change.ts';
import type { Change } from '../../../ui/change.ts';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import { savePlace, saveSkill } from './queries.ts';

type EntryFormProps = {
  /** What the form is for, and its button. */
  label: string;
  pending: boolean;
  error: unknown;
  /** Texts by code, where a code means something more specific than usual. */
  texts?: Record<string, string> | undefined;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
};

export function EntryForm({ label, pending, error, texts, onSubmit, children }: EntryFormProps) {
  return (
    <form onSubmit={onSubmit} aria-label={label}>
      <Stack gap="sm">
        {children}
        {error === null ? null : <OrganiserProblem error={error} texts={texts} />}
        <div>
          <Button type="submit" loading={pending}>
            {label}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

/** Saves an entry, or a new one, and says so. */
export function useSave<V extends { name: string }>(change: Change<V, unknown>, isNew: boolean, onDone: () => void) {
  const { t } = useTranslation();
  return useChange(change, {
    message: ({ name }) => (isNew ? t('catalogue.added', { name }) : t('catalogue.saved', { name })),
    onDone,
  });
}

type PlaceFormProps = { pid: string; place: Place | undefined; onDone: () => void };

export function PlaceForm({ pid, place, onDone }: PlaceFormProps) {
  const { t } = useTranslation();
  const form = useForm({ initialValues: { name: place?.name ?? '', map_url: place?.map_url ?? '' } });
  const save = useSave(savePlace(pid, place?.id), place === undefined, () => {
    form.reset();
    onDone();
  });
  return (
    <EntryForm
      label={place === undefined ? t('catalogue.newPlace') : t('catalogue.save')}
      pending={save.isPending}
      error={save.error}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput {...form.getInputProps('name')} label={t('catalogue.name')} maxLength={100} required />
        <TextInput {...form.getInputProps('map_url')} label={t('catalogue.mapUrl')} type="url" maxLength={500} />
      </SimpleGrid>
    </EntryForm>
  );
}

type SkillFormProps = { pid: string; skill: Skill | undefined; onDone: () => void };

export function SkillForm({ pid, skill, onDone }: SkillFormProps) {
  const { t } = useTranslation();
  const { name = '', description = '', granted = false, valid_months } = skill ?? {};
  const months: number | '' = valid_months ?? '';
  const form = useForm({ initialValues: { name, description, granted, months } });
  const save = useSave(saveSkill(pid, skill?.id), skill === undefined, () => {
    form.reset();
    onDone();
  });
  return (
    <EntryForm
      label={skill === undefined ? t('catalogue.newSkill') : t('catalogue.save')}
      pending={save.isPending}
      error={save.error}
      onSubmit={form.onSubmit(({ months: count, ...values }) =>
        save.mutate({ ...values, valid_months: count === '' ? null : count }),
      )}
    >
      <TextInput {...form.getInputProps('name')} label={t('catalogue.name')} maxLength={100} required />
      <Textarea
        {...form.getInputProps('description')}
        label={t('catalogue.description')}
        maxLength={1000}
        autosize
        minRows={1}
      />
      <Checkbox {...form.getInputProps('granted', { type: 'checkbox' })} label={t('catalogue.granted')} />
      <NumberInput
        {...form.getInputProps('months')}
        label={t('catalogue.validMonths')}
        description={t('catalogue.validMonthsHint')}
        min={1}
        max={120}
        allowDecimal={false}
      />
    </EntryForm>
  );
}
