import { Button, Group, NumberInput, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../../../client/client.ts';
import { teamsQuery } from '../../../teams/queries.ts';
import { CatalogueSelects } from '../catalogue-selects.tsx';
import type { SelectionChange } from '../queries.ts';

type EditChosenProps = { project: Project; pending: boolean; onSubmit: (change: SelectionChange) => void };
type Values = {
  title: string;
  category: string;
  tid: string | null;
  kind: string;
  place: string;
  minimum: number | '';
  capacity: number | '';
};

const wholeProject = '*';

/** Only what is filled in changes. */
export function EditChosen({ project, pending, onSubmit }: EditChosenProps) {
  const { t } = useTranslation();
  const form = useForm<Values>({
    initialValues: { title: '', category: '', tid: null, kind: '', place: '', minimum: '', capacity: '' },
    validate: ({ minimum, capacity }) => ({
      minimum: minimum !== '' && capacity !== '' && minimum > capacity ? t('series.wrong.minimum') : null,
    }),
  });
  const teams = (useQuery(teamsQuery(project.pid)).data ?? []).filter(
    ({ rights, disabled }) => rights.edit && !disabled,
  );
  const set = setOf(form.values);
  return (
    <form noValidate onSubmit={form.onSubmit((values) => onSubmit({ set: setOf(values) }))}>
      <Stack>
        <TextInput
          {...form.getInputProps('title')}
          label={t('series.fields.title')}
          placeholder={t('series.chosen.unchanged')}
          maxLength={200}
        />
        <Select
          {...form.getInputProps('tid')}
          label={t('series.fields.team')}
          placeholder={t('series.chosen.unchanged')}
          clearable
          data={[
            ...(project.rights.edit ? [{ value: wholeProject, label: t('manage.tasks.wholeProject') }] : []),
            ...teams.map(({ tid, name }) => ({ value: tid, label: name })),
          ]}
        />
        <TextInput
          {...form.getInputProps('category')}
          label={t('manage.tasks.category')}
          description={t('manage.tasks.categoryHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder={t('series.chosen.unchanged')}
          maxLength={100}
        />
        <CatalogueSelects
          pid={project.pid}
          kind={form.values.kind}
          place={form.values.place}
          placeholder={t('series.chosen.unchanged')}
          onChange={(change) => form.setValues(change)}
        />
        <SimpleGrid cols={2}>
          <NumberInput
            {...form.getInputProps('minimum')}
            label={t('signup.minPeople')}
            placeholder={t('series.chosen.unchanged')}
            min={0}
            max={10_000}
            allowDecimal={false}
          />
          <NumberInput
            {...form.getInputProps('capacity')}
            label={t('manage.tasks.capacity')}
            placeholder={t('series.chosen.unchanged')}
            min={1}
            max={10_000}
            allowDecimal={false}
          />
        </SimpleGrid>
        <Group justify="flex-end">
          <Button type="submit" loading={pending} disabled={Object.keys(set).length === 0}>
            {t('series.chosen.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const setOf = ({
  title,
  category,
  tid,
  kind,
  place,
  minimum,
  capacity,
}: Values): NonNullable<SelectionChange['set']> => ({
  ...(title.trim() !== '' && { title: title.trim() }),
  ...(category.trim() !== '' && { category: category.trim() }),
  ...(tid !== null && { tid: tid === wholeProject ? null : tid }),
  ...(kind !== '' && { kind }),
  ...(place !== '' && { place }),
  ...(minimum !== '' && { min_people: minimum }),
  ...(capacity !== '' && { capacity }),
});
