import { Button, Chip, Fieldset, Group, NumberInput, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Availability, NewAvailability, Project } from '../../../client/client.ts';
import { currentTime } from '../../../locales/format/dates.ts';
import { joinSentences } from '../../../locales/format/sentences.ts';
import { NameChip } from '../../ui/editing/chip-choice.tsx';
import { EditingNotices, RestoredNotice } from '../../ui/editing/editing-notices.tsx';
import { Unsaved } from '../../ui/editing/editing-form.tsx';
import { useEditing } from '../../ui/editing/editing.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { Loaded, LoadingPlaceholder } from '../../ui/page-state.tsx';
import { projectQuery } from '../projects/queries.ts';
import { laterDay, projectDays } from '../tasks/bulk/project-days.ts';
import { joinedTasksQuery, taskDaysQuery } from '../tasks/queries.ts';
import { hoursOf } from '../tasks/signup/hours-hint.ts';
import { kindsQuery } from '../tasks/signup/queries.ts';
import { teamsQuery } from '../teams/queries.ts';
import styles from './availability-page.module.css';
import { DayGrid } from './day-grid.tsx';
import { coverOf } from './parts.ts';
import type { Period } from './parts.ts';
import { availabilityQuery, editAvailability } from './queries.ts';
import type { Loading } from '../../loading.ts';

export async function loadAvailabilityPage({ load, params: { pid } }: Loading<'pid'>) {
  await Promise.all([
    load(projectQuery(pid)),
    load(availabilityQuery(pid)),
    load(joinedTasksQuery(pid)),
    load(taskDaysQuery(pid, { upcoming: true })),
    load(kindsQuery(pid)),
    load(teamsQuery(pid)),
  ]);
}

/** When the person can help in a project, how much, and with what. */
export function AvailabilityPage() {
  const { t } = useTranslation();
  const { pid } = useParams({ from: '/projects/$pid/availability' });
  usePageTitle(t('helping.when.title'));
  const project = useQuery(projectQuery(pid)).data;
  const saved = useQuery({ ...availabilityQuery(pid), refetchOnWindowFocus: false });
  const ahead = useQuery(taskDaysQuery(pid, { upcoming: true }));
  return (
    <Stack maw="44rem" gap={0}>
      <PageHeading title={t('helping.when.title')} lead={t('helping.when.lead')} />
      {project === undefined ? null : (
        <Loaded query={saved} embedded>
          {(value) =>
            ahead.isPending ? (
              <LoadingPlaceholder />
            ) : (
              <AvailabilityForm project={project} saved={value} days={daysOf(project, ahead.data ?? [])} />
            )
          }
        </Loaded>
      )}
    </Stack>
  );
}

/** The days of the event, those before and after for building up and taking down, and all others with tasks. */
function daysOf(project: Project, filled: readonly { day: string }[]): string[] {
  const days = projectDays(project);
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  return [...new Set([laterDay(first, -1), ...days, laterDay(last, 1), ...filled.map(({ day }) => day)])].toSorted();
}

type FormProps = { project: Project; saved: Availability; days: readonly string[] };
type Values = {
  unavailable: Period[];
  max_hours: number | string;
  preferred_kinds: string[];
  preferred_teams: string[];
};

const maxHours = 500;
const items = { unavailable: { from: 0, to: 0 }, preferred_kinds: '', preferred_teams: '' };

const valuesOf = ({ unavailable, max_hours: hours, ...preferred }: Availability): Values => ({
  unavailable: unavailable.map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) })),
  max_hours: hours ?? '',
  ...preferred,
});

const bodyOf = ({ unavailable, max_hours: hours, ...preferred }: Values): NewAvailability => ({
  unavailable: unavailable.map(({ from, to }) => ({
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  })),
  max_hours: hours === '' ? null : Number(hours),
  ...preferred,
});

function AvailabilityForm({ project, saved, days }: FormProps) {
  const { t, i18n } = useTranslation();
  const { pid, timezone } = project;
  const { load, save, affects } = editAvailability(pid);
  const version = (found: Availability) => ({ values: valuesOf(found), etag: undefined });
  const editing = useEditing<Values>({
    draft: `availability:${pid}`,
    items,
    current: version(saved),
    load: async () => version(await load()),
    save: async (values) => version(await save(bodyOf(values))),
    affects,
    savedMessage: t('helping.when.saved'),
  });
  const { form } = editing;
  const { unavailable: periods, preferred_kinds: kinds, preferred_teams: teams } = form.values;
  const knownKinds = useQuery(kindsQuery(pid)).data ?? [];
  const knownTeams = (useQuery(teamsQuery(pid)).data ?? []).filter(({ disabled }) => !disabled);
  const stillOn = useStillOn(pid, periods);
  const overMaximum = useOverMaximum(pid, saved.max_hours);
  const others = Object.entries(form.errors).filter(([name]) => name !== 'max_hours');
  return (
    <form noValidate id={editing.formId} onSubmit={editing.submit}>
      <Stack gap="lg">
        <RestoredNotice editing={editing} />
        {days.length === 0 ? (
          <Text>{t('helping.when.noDates')}</Text>
        ) : (
          <>
            <Text size="sm" c="dimmed">
              {t('helping.when.hint', { zone: timezone })}
            </Text>
            <DayGrid
              days={days}
              project={project}
              stillOn={stillOn}
              periods={periods}
              onChange={(value) => form.setFieldValue('unavailable', value)}
            />
          </>
        )}
        <NumberInput
          label={t('helping.when.maxHours')}
          description={t('helping.when.maxHoursHint')}
          min={1}
          max={maxHours}
          allowDecimal={false}
          className="muster-field muster-short"
          {...form.getInputProps('max_hours')}
        />
        <Choices
          label={t('helping.when.kinds')}
          options={knownKinds.map(({ id, name }) => ({ value: id, name }))}
          chosen={kinds}
          onChange={(value) => form.setFieldValue('preferred_kinds', value)}
        />
        <Choices
          label={t('helping.when.teams')}
          options={knownTeams.map(({ tid, name }) => ({ value: tid, name }))}
          chosen={teams}
          onChange={(value) => form.setFieldValue('preferred_teams', value)}
        />
        {others.map(([name, text]) => (
          <Text key={name} c="var(--mantine-color-error)">
            {text}
          </Text>
        ))}
        <EditingNotices editing={editing} fields={{}} />
        <Group className={styles.save} gap="xs">
          <Text component="output" size="sm" className={styles.warning}>
            {joinSentences(
              [stillOn.length === 0 ? '' : t('helping.when.stillOnCount', { count: stillOn.length }), ...overMaximum],
              i18n.language,
            )}
          </Text>
          <Button type="submit" loading={editing.pending}>
            {t('helping.when.save')}
          </Button>
          <ButtonLink to="/projects/$pid/open-tasks" params={{ pid }} variant="default">
            {t('helping.title')}
          </ButtonLink>
          <Unsaved editing={editing} />
        </Group>
      </Stack>
    </form>
  );
}

/** The person's tasks at times when they cannot help: they stay on them. */
function useStillOn(pid: string, periods: readonly Period[]) {
  const [now] = useState(currentTime);
  return (useQuery(joinedTasksQuery(pid)).data ?? []).filter(
    ({ starts_at: from, ends_at: to }) =>
      to > now && coverOf(periods, { from: Date.parse(from), to: Date.parse(to) }) !== 'none',
  );
}

/** What to say if the person has more hours of tasks than the maximum that they saved. */
function useOverMaximum(pid: string, max: number | null): string[] {
  const { t } = useTranslation();
  const hours = hoursOf(useQuery({ ...joinedTasksQuery(pid), enabled: max !== null }).data ?? []);
  return max !== null && hours > max ? [t('helping.when.overMaximum', { hours, max })] : [];
}

type ChoicesProps = {
  label: string;
  options: readonly { value: string; name: string }[];
  chosen: string[];
  onChange: (chosen: string[]) => void;
};

/** What the person prefers. Nothing if there is no choice. */
function Choices({ label, options, chosen, onChange }: ChoicesProps) {
  const { t } = useTranslation();
  const hint = useId();
  if (options.length === 0) return null;
  return (
    <Fieldset variant="unstyled" legend={label} className={styles.choices} aria-describedby={hint}>
      <Text size="xs" c="dimmed" id={hint}>
        {t('helping.when.likedHint')}
      </Text>
      <Chip.Group multiple value={chosen} onChange={onChange}>
        <Group gap="xs" mt={4}>
          {options.map(({ value, name }) => (
            <NameChip key={value} value={value}>
              {name}
            </NameChip>
          ))}
        </Group>
      </Chip.Group>
    </Fieldset>
  );
}
