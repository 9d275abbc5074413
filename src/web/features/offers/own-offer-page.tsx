import { Button, Group, MultiSelect, NumberInput, Switch, TagsInput, TextInput } from '@mantine/core';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListedProject, OwnHelpOffer } from '../../../client/client.ts';
import { currentTime } from '../../../locales/format/dates.ts';
import type { Loading } from '../../loading.ts';
import { useChange } from '../../ui/change.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { MarkdownEditor } from '../../ui/markdown/markdown-editor.tsx';
import { useRows } from '../../ui/paging.ts';
import { CvSection } from '../profile/cv-section.tsx';
import { profileQuery, recordQuery, resumeRecord } from '../profile/queries.ts';
import { RecordForm, Section } from '../profile/record-page.tsx';
import type { RecordFields } from '../profile/record-page.tsx';
import { isOver } from '../projects/current.ts';
import { projectsQuery } from '../projects/queries.ts';
import { offerRecord, removeOffer } from './queries.ts';

const maxText = 2000;
const [maxTeams, maxSkills, maxProjects, maxWord] = [10, 20, 20, 60];

export const loadOwnOfferPage = ({ load, loadPages }: Loading) =>
  Promise.all([
    load(profileQuery),
    load(recordQuery(offerRecord)),
    load(recordQuery(resumeRecord)),
    loadPages(projectsQuery),
  ]);

type Values = Omit<OwnHelpOffer, 'hours' | 'until'> & { hours: number | string; until: string };

const valuesOf = ({ hours, until, ...offer }: OwnHelpOffer): Values => ({
  ...offer,
  hours: hours ?? '',
  until: until ?? '',
});

const bodyOf = ({ hours, until, ...offer }: Values): OwnHelpOffer => ({
  ...offer,
  hours: hours === '' ? null : Number(hours),
  until: until === '' ? null : until,
});

/** What the person offers to help with, and the CV. */
export function OwnOfferPage() {
  const { t } = useTranslation();
  return (
    <Section title={t('person.nav.offer')} lead={t('offers.own.lead')} seen={t('offers.own.seen')}>
      <OfferForm />
      <RemoveOffer />
      <CvSection />
    </Section>
  );
}

function OfferForm() {
  const { t } = useTranslation();
  const { rows } = useRows(useInfiniteQuery(projectsQuery), true);
  const fields: RecordFields<Values> = {
    ready: { label: t('offers.own.ready'), show: (value) => (value ? t('offers.own.yes') : t('offers.own.no')) },
    pids: { label: t('offers.own.projects'), wrong: t('offers.own.projectsMissing') },
    teams: { label: t('offers.own.teams') },
    skills: { label: t('offers.own.skills') },
    hours: { label: t('offers.own.hours') },
    text: { label: t('offers.own.text'), wrong: t('person.tooLong', { count: maxText }) },
    until: { label: t('offers.own.until'), wrong: t('offers.own.untilWrong') },
    new_tasks: { label: t('offers.own.newTasks'), show: (value) => (value ? t('offers.own.yes') : t('offers.own.no')) },
  };
  const validate = ({ ready, pids, until, text }: Values): Record<string, string> => ({
    ...(ready && pids.length === 0 && { pids: t('offers.own.projectsMissing') }),
    ...(until === '' && { until: t('offers.own.untilWrong') }),
    ...(text.length > maxText && { text: t('person.tooLong', { count: maxText }) }),
  });
  return (
    <RecordForm
      record={offerRecord}
      place="browser"
      toValues={valuesOf}
      toBody={bodyOf}
      fields={fields}
      items={{ pids: '', teams: '', skills: '' }}
      validate={validate}
      action={t('offers.own.save')}
    >
      {(form) => (
        <>
          <Switch {...form.getInputProps('ready', { type: 'checkbox' })} label={t('offers.own.ready')} />
          <MultiSelect
            {...form.getInputProps('pids')}
            label={t('offers.own.projects')}
            description={t('offers.own.projectsHint')}
            data={choicesOf(rows, form.values.pids)}
            maxValues={maxProjects}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': t('offers.own.clear') }}
          />
          <TagsInput
            {...form.getInputProps('teams')}
            label={t('offers.own.teams')}
            description={t('offers.own.wordsHint')}
            maxTags={maxTeams}
            maxLength={maxWord}
          />
          <TagsInput
            {...form.getInputProps('skills')}
            label={t('offers.own.skills')}
            description={t('offers.own.wordsHint')}
            maxTags={maxSkills}
            maxLength={maxWord}
          />
          <NumberInput
            {...form.getInputProps('hours')}
            label={t('offers.own.hours')}
            description={t('offers.own.hoursHint')}
            min={1}
            max={200}
            allowDecimal={false}
            className="muster-field"
          />
          <MarkdownEditor
            {...form.getInputProps('text')}
            label={t('offers.own.text')}
            value={form.values.text}
            maxLength={maxText}
          />
          <TextInput
            {...form.getInputProps('until')}
            type="date"
            label={t('offers.own.until')}
            description={t('offers.own.untilHint')}
            required
            className="muster-field"
          />
          <Switch
            {...form.getInputProps('new_tasks', { type: 'checkbox' })}
            label={t('offers.own.newTasks')}
            description={t('offers.own.newTasksHint')}
          />
        </>
      )}
    </RecordForm>
  );
}

/** Those that are not over first: the others stand for the years after them. */
function choicesOf(projects: readonly ListedProject[], chosen: readonly string[]) {
  const known = projects.filter(({ state }) => state !== 'draft');
  const [past, ahead] = [true, false].map((over) => known.filter((one) => isOver(one, currentTime()) === over));
  const listed = [...(ahead ?? []), ...(past ?? [])].map(({ pid, name }) => ({ value: pid, label: name }));
  const missing = chosen.filter((pid) => known.every((one) => one.pid !== pid));
  return [...listed, ...missing.map((pid) => ({ value: pid, label: pid }))];
}

function RemoveOffer() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [opened, setOpened] = useState(false);
  const { data } = useQuery(recordQuery(offerRecord));
  const change = useChange(removeOffer, {
    message: () => t('offers.own.removed'),
    onDone: () => {
      setOpened(false);
      void queryClient.resetQueries({ queryKey: recordQuery(offerRecord).queryKey });
    },
  });
  if (data?.body.until == null) return null;
  return (
    <Group>
      <Button variant="subtle" size="xs" color="red" c="var(--mantine-color-error)" onClick={() => setOpened(true)}>
        {t('offers.own.remove')}
      </Button>
      <ConfirmDialog
        opened={opened}
        title={t('offers.own.removeTitle')}
        text={t('offers.own.removeText')}
        confirm={t('offers.own.remove')}
        change={change}
        onConfirm={() => change.mutate()}
        onClose={() => setOpened(false)}
      />
    </Group>
  );
}
