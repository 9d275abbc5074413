import { Button, Checkbox, MultiSelect, NumberInput, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../../ui/change.ts';
import { PageHeading, usePageTitle } from '../../../ui/page.tsx';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import { useManagedProject } from '../../projects/managed-project.ts';
import { OwnersOnly } from '../../projects/owners-only.tsx';
import { kindsQuery, placesQuery } from '../signup/queries.ts';
import { Entries } from './catalogue-list.tsx';
import { createKind, createPlace, createSkill, skillsQuery } from './queries.ts';

/** What tasks refer to: kinds with their rules, places and skills. */
export function CataloguePage() {
  const { t } = useTranslation();
  const { pid, project } = useManagedProject();
  usePageTitle(`${t('manage.parts.kinds')} · ${project.name}`);
  const kinds = useQuery(kindsQuery(pid)).data ?? [];
  const places = useQuery(placesQuery(pid)).data ?? [];
  const skills = useQuery(skillsQuery(pid)).data ?? [];
  if (!project.rights.edit) return <OwnersOnly project={project} />;
  return (
    <>
      <PageHeading title={t('manage.parts.kinds')} lead={t('catalogue.lead')} />
      <Stack gap="xl" maw="44rem">
        <Entries pid={pid} list="kinds" entries={kinds}>
          <NewKind pid={pid} skills={skills} />
        </Entries>
        <Entries pid={pid} list="places" entries={places}>
          <NewPlaceForm pid={pid} />
        </Entries>
        <Entries pid={pid} list="skills" entries={skills}>
          <NewSkillForm pid={pid} />
        </Entries>
      </Stack>
    </>
  );
}

function NewPlaceForm({ pid }: { pid: string }) {
  const { t } = useTranslation();
  const form = useForm({ initialValues: { name: '', map_url: '' } });
  const add = useChange(createPlace(pid), {
    message: ({ name }) => t('catalogue.added', { name }),
    onDone: () => form.reset(),
  });
  return (
    <form onSubmit={form.onSubmit((values) => add.mutate(values))} aria-label={t('catalogue.newPlace')}>
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput {...form.getInputProps('name')} label={t('catalogue.name')} maxLength={100} required />
          <TextInput {...form.getInputProps('map_url')} label={t('catalogue.mapUrl')} type="url" maxLength={500} />
        </SimpleGrid>
        {add.error === null ? null : <OrganiserProblem error={add.error} />}
        <div>
          <Button type="submit" variant="default" loading={add.isPending}>
            {t('catalogue.newPlace')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

function NewSkillForm({ pid }: { pid: string }) {
  const { t } = useTranslation();
  const form = useForm({ initialValues: { name: '', granted: false } });
  const add = useChange(createSkill(pid), {
    message: ({ name }) => t('catalogue.added', { name }),
    onDone: () => form.reset(),
  });
  return (
    <form onSubmit={form.onSubmit((values) => add.mutate(values))} aria-label={t('catalogue.newSkill')}>
      <Stack gap="sm">
        <TextInput {...form.getInputProps('name')} label={t('catalogue.name')} maxLength={100} required />
        <Checkbox {...form.getInputProps('granted', { type: 'checkbox' })} label={t('catalogue.granted')} />
        {add.error === null ? null : <OrganiserProblem error={add.error} />}
        <div>
          <Button type="submit" variant="default" loading={add.isPending}>
            {t('catalogue.newSkill')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

type KindValues = {
  name: string;
  requires: string[];
  min_age: number | '';
  rest_minutes: number | '';
  max_consecutive_minutes: number | '';
  leave_until_hours: number | '';
};
const emptyKind: KindValues = {
  name: '',
  requires: [],
  min_age: '',
  rest_minutes: '',
  max_consecutive_minutes: '',
  leave_until_hours: '',
};
const orNull = (value: number | ''): number | null => (value === '' ? null : value);
const orZero = (value: number | ''): number => (value === '' ? 0 : value);

function NewKind({ pid, skills }: { pid: string; skills: readonly { id: string; name: string }[] }) {
  const { t } = useTranslation();
  const form = useForm({ initialValues: emptyKind });
  const add = useChange(createKind(pid), {
    message: ({ name }) => t('catalogue.added', { name }),
    onDone: () => form.reset(),
  });
  const submit = form.onSubmit(({ name, requires, ...rules }) =>
    add.mutate({
      name,
      requires,
      min_age: orNull(rules.min_age),
      rest_minutes: orZero(rules.rest_minutes),
      max_consecutive_minutes: orNull(rules.max_consecutive_minutes),
      leave_until_hours: orZero(rules.leave_until_hours),
    }),
  );
  return (
    <form onSubmit={submit} aria-label={t('catalogue.newKind')}>
      <Stack gap="sm">
        <TextInput {...form.getInputProps('name')} label={t('catalogue.name')} maxLength={100} required />
        <MultiSelect
          {...form.getInputProps('requires')}
          label={t('catalogue.requires')}
          data={skills.map(({ id, name }) => ({ value: id, label: name }))}
          maxValues={20}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NumberInput {...form.getInputProps('min_age')} label={t('catalogue.minAge')} min={1} max={99} />
          <NumberInput {...form.getInputProps('rest_minutes')} label={t('catalogue.restMinutes')} min={0} max={2880} />
          <NumberInput
            {...form.getInputProps('max_consecutive_minutes')}
            label={t('catalogue.maxMinutes')}
            min={30}
            max={2880}
          />
          <NumberInput
            {...form.getInputProps('leave_until_hours')}
            label={t('catalogue.leaveHours')}
            min={0}
            max={720}
          />
        </SimpleGrid>
        {add.error === null ? null : <OrganiserProblem error={add.error} />}
        <div>
          <Button type="submit" variant="default" loading={add.isPending}>
            {t('catalogue.newKind')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
