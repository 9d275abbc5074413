import { Anchor, Stack, Button, Group, Text, Title, Input, NumberInput, SimpleGrid, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useForm } from '@mantine/form';
import type { Place, TaskKind, NewTaskKind } from '../../../../client/client.ts';
import { formatNumber } from '../../../../locales/format/numbers.ts';
import { formatList } from '../../../../locales/format/lists.ts';
import { PageHead } from '../../../ui/page-head.tsx';
import { usePageTitle } from '../../../ui/page.tsx';
import { useChange } from '../../../ui/change.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { ChipChoice } from '../../../ui/editing/chip-choice.tsx';
import { PageLink } from '../../../ui/links.tsx';
import { MarkdownEditor } from '../../../ui/markdown/markdown-editor.tsx';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { RowActions } from '../../../ui/table/row-actions.tsx';
import type { RowAction } from '../../../ui/table/row-actions.tsx';
import { SentenceGap } from '../../../ui/sentence-gap.tsx';
import { useManagedProject, loadManaged } from '../../projects/managed-project.ts';
import { OwnersOnly } from '../../projects/owners-only.tsx';
import { kindsQuery, placesQuery } from '../signup/queries.ts';
import { PlaceForm, SkillForm, EntryForm, useSave } from './entry-forms.tsx';
import { catalogueUsesQuery, skillsQuery, removeEntry, saveKind } from './queries.ts';
import type { CatalogueEntry, CatalogueList } from './queries.ts';

export const loadCataloguePage = loadManaged('edit', ({ load, params: { pid } }) =>
  Promise.all([load(kindsQuery(pid)), load(placesQuery(pid)), load(skillsQuery(pid)), load(catalogueUsesQuery(pid))]),
);

/** What tasks refer to: kinds with their rules, places and skills. */
export function CataloguePage() {
  const {
    t,
    i18n: { language },
  } = useTranslation();
  const { pid, project } = useManagedProject();
  usePageTitle(`${t('manage.parts.kinds')} · ${project.name}`);
  const kinds = useQuery(kindsQuery(pid)).data ?? [];
  const places = useQuery(placesQuery(pid)).data ?? [];
  const skills = useQuery(skillsQuery(pid)).data ?? [];
  const uses = useQuery({ ...catalogueUsesQuery(pid), enabled: project.rights.edit }).data;
  if (!project.rights.edit) return <OwnersOnly project={project} />;
  return (
    <>
      <PageHead title={t('manage.parts.kinds')} help={t('catalogue.lead')} />
      <Stack gap="xl">
        <Entries
          {...{ pid, list: 'kinds', entries: kinds, uses }}
          about={{ label: t('catalogue.ruleColumn'), of: (kind) => rulesText({ t, language }, kind, skills) }}
        >
          {(kind, onDone) => <KindForm {...{ pid, kind, skills, onDone }} />}
        </Entries>
        <Entries
          {...{ pid, list: 'places', entries: places, uses }}
          about={{ label: t('catalogue.mapUrl'), of: mapLink }}
        >
          {(place, onDone) => <PlaceForm {...{ pid, place, onDone }} />}
        </Entries>
        <Entries
          {...{ pid, list: 'skills', entries: skills, uses }}
          about={{
            label: t('catalogue.description'),
            of: ({ description, granted, valid_months: months }) =>
              [
                description,
                granted ? t('catalogue.granted') : '',
                months === null ? '' : t('catalogue.validFor', { count: months }),
              ]
                .filter((text) => text !== '')
                .join(' · '),
          }}
        >
          {(skill, onDone) => <SkillForm {...{ pid, skill, onDone }} />}
        </Entries>
      </Stack>
    </>
  );
}

const mapLink = ({ map_url: url }: Place): ReactNode =>
  url === '' ? (
    ''
  ) : (
    <Anchor href={url} target="_blank" rel="noreferrer" inherit>
      {url}
    </Anchor>
  );

type Language = { t: TFunction; language: string };

/** The rules of a kind in one line. */
function rulesText(
  { t, language }: Language,
  { requires, min_age, rest_minutes, max_consecutive_minutes, leave_until_hours, weight }: TaskKind,
  skills: readonly { id: string; name: string }[],
): string {
  const names = skills.filter(({ id }) => requires.includes(id)).map(({ name }) => name);
  const rules = [
    ...(names.length > 0 ? [t('catalogue.rules.skills', { skills: formatList(names, language) })] : []),
    ...(min_age === null ? [] : [t('catalogue.rules.age', { age: min_age })]),
    ...(rest_minutes === 0 ? [] : [t('catalogue.rules.rest', { hours: rest_minutes / 60 })]),
    ...(max_consecutive_minutes === null ? [] : [t('catalogue.rules.break', { hours: max_consecutive_minutes / 60 })]),
    ...(leave_until_hours === 0 ? [] : [t('catalogue.rules.leave', { hours: leave_until_hours })]),
    ...(weight === 1 ? [] : [t('catalogue.rules.credit', { credit: weight })]),
  ];
  return rules.length === 0 ? t('catalogue.rules.none') : rules.join(' · ');
}

type EntriesProps<Entry> = {
  pid: string;
  list: CatalogueList;
  entries: readonly Entry[];
  /** How often each is used, by id; undefined until it is loaded. */
  uses: ReadonlyMap<string, number> | undefined;
  /** The column beside the name. */
  about: { label: string; of: (entry: Entry) => ReactNode };
  /** The form for an entry, or for a new one. */
  children: (entry: Entry | undefined, onDone: () => void) => ReactNode;
};

/** One of the lists as a table; a drawer has the form for one of its entries, or for a new one. */
function Entries<Entry extends CatalogueEntry>({ pid, list, entries, uses, about, children }: EntriesProps<Entry>) {
  const { t, i18n } = useTranslation();
  const [asked, setAsked] = useState<Entry>();
  const [edited, setEdited] = useState<Entry | 'new'>();
  const remove = useChange(removeEntry(pid, list), {
    message: ({ name }) => t('catalogue.removed', { name }),
    onDone: () => setAsked(undefined),
  });
  const countOf = ({ id }: Entry): number => uses?.get(id) ?? 0;
  const actionsOf = (entry: Entry): RowAction[] => [
    {
      key: 'edit',
      text: t('manage.edit'),
      label: t('ui.actionOn', { action: t('manage.edit'), name: entry.name }),
      onClick: () => setEdited(entry),
    },
    {
      key: 'remove',
      text: t('catalogue.remove'),
      label: t('ui.actionOn', { action: t('catalogue.remove'), name: entry.name }),
      onClick: () => setAsked(entry),
    },
  ];
  const columns: Column<Entry>[] = [
    { key: 'name', label: t('catalogue.name'), width: '24%', cell: ({ name }) => name },
    { key: 'about', label: about.label, cell: about.of },
    {
      key: 'uses',
      label: t(`catalogue.uses.${list}`),
      width: '6rem',
      number: true,
      phone: 'label',
      cell: (entry) => (uses === undefined ? '' : formatNumber(countOf(entry), i18n.language)),
    },
    actionsColumn(t('homes.tasks.actions'), actionsOf),
  ];
  const close = () => setEdited(undefined);
  return (
    <section aria-labelledby={list}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4" id={list}>
          {t(`catalogue.${list}`)}
        </Title>
        <Button size="xs" variant="default" onClick={() => setEdited('new')}>
          {t(`catalogue.${adding[list]}`)}
        </Button>
      </Group>
      {entries.length === 0 ? (
        <Text c="dimmed">{t('catalogue.none')}</Text>
      ) : (
        <DataTable label={t(`catalogue.${list}`)} columns={columns} rows={entries} keyOf={({ id }) => id} />
      )}
      <SideDrawer
        opened={edited !== undefined}
        title={
          edited === 'new' || edited === undefined
            ? t(`catalogue.new.${list}`)
            : t('catalogue.editTitle', { name: edited.name })
        }
        onClose={close}
      >
        {edited === undefined ? null : children(edited === 'new' ? undefined : edited, close)}
      </SideDrawer>
      <ConfirmDialog
        opened={asked !== undefined}
        title={t('catalogue.removeTitle', { name: asked?.name ?? '' })}
        text={t(`catalogue.removeTexts.${list}`)}
        confirm={t(`catalogue.removeOne.${list}`)}
        change={remove}
        onConfirm={() => {
          if (asked !== undefined) remove.mutate(asked);
        }}
        onClose={() => setAsked(undefined)}
      />
    </section>
  );
}

const actionsColumn = <Entry extends CatalogueEntry>(
  label: string,
  actionsOf: (entry: Entry) => RowAction[],
): Column<Entry> => ({
  key: 'actions',
  label,
  width: '1%',
  actions: true,
  phone: 'corner',
  cell: (entry) => <RowActions name={entry.name} actions={actionsOf(entry)} />,
});

const adding = { kinds: 'newKind', places: 'newPlace', skills: 'newSkill' } as const;

type KindValues = {
  name: string;
  briefing: string;
  requires: string[];
  min_age: number | '';
  weight: number | '';
  rest_hours: number | '';
  max_hours: number | '';
  leave_until_hours: number | '';
};

/** Organisers think in hours; the API has minutes. */
const inHours = (minutes: number | null | undefined): number | '' => (minutes == null ? '' : minutes / 60);
const inMinutes = (hours: number | ''): number | '' => (hours === '' ? '' : Math.round(hours * 60));

const valuesOf = (kind: TaskKind | undefined): KindValues => ({
  name: kind?.original?.name ?? kind?.name ?? '',
  briefing: kind?.original?.briefing ?? kind?.briefing ?? '',
  requires: kind?.requires ?? [],
  min_age: kind?.min_age ?? '',
  weight: kind?.weight ?? '',
  rest_hours: inHours(kind?.rest_minutes),
  max_hours: inHours(kind?.max_consecutive_minutes),
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
  rest_minutes: orElse(inMinutes(values.rest_hours), 0),
  max_consecutive_minutes: orNull(inMinutes(values.max_hours)),
  leave_until_hours: orElse(values.leave_until_hours, 0),
});

type KindFormProps = {
  pid: string;
  kind: TaskKind | undefined;
  skills: readonly { id: string; name: string }[];
  onDone: () => void;
};

/** A kind of task with all its rules. */
function KindForm({ pid, kind, skills, onDone }: KindFormProps) {
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
      texts={{ forbidden: t('catalogue.othersWeight') }}
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
        <NumberInput
          {...form.getInputProps('rest_hours')}
          label={t('catalogue.restHours')}
          min={0}
          max={48}
          step={0.5}
          decimalScale={2}
        />
        <NumberInput
          {...form.getInputProps('max_hours')}
          label={t('catalogue.maxHours')}
          min={0.5}
          max={48}
          step={0.5}
          decimalScale={2}
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
