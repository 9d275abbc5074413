import { Button, Chip, Fieldset, Group, NumberInput, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Availability, Project } from '../../../client/client.ts';
import { useChange } from '../../ui/change.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { projectQuery } from '../projects/queries.ts';
import { projectDays } from '../tasks/bulk/project-days.ts';
import { kindsQuery } from '../tasks/signup/queries.ts';
import { teamsQuery } from '../teams/queries.ts';
import styles from './availability-page.module.css';
import { DayGrid } from './day-grid.tsx';
import { laterDay } from './parts.ts';
import type { Period } from './parts.ts';
import { availabilityQuery, saveAvailability } from './queries.ts';

/** When the person can help in a project, how much, and with what. */
export function AvailabilityPage() {
  const { t } = useTranslation();
  const { pid } = useParams({ from: '/projects/$pid/availability' });
  usePageTitle(t('helping.when.title'));
  const project = useQuery(projectQuery(pid)).data;
  const saved = useQuery({ ...availabilityQuery(pid), refetchOnWindowFocus: false });
  return (
    <Stack maw="44rem" gap="lg">
      <PageHeading title={t('helping.when.title')} lead={t('helping.when.lead')} />
      {project === undefined ? null : (
        <Loaded query={saved} embedded>
          {(value) => <AvailabilityForm project={project} saved={value} />}
        </Loaded>
      )}
    </Stack>
  );
}

/** The days of the event, and those before and after for building up and taking down. */
function daysOf(project: Project): string[] {
  const days = projectDays(project);
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  return [laterDay(first, -1), ...days, laterDay(last, 1)];
}

type FormProps = { project: Project; saved: Availability };

const maxHours = 500;

function AvailabilityForm({ project, saved }: FormProps) {
  const { t } = useTranslation();
  const { pid, timezone } = project;
  const [periods, setPeriods] = useState<Period[]>(() =>
    saved.unavailable.map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) })),
  );
  const [hours, setHours] = useState<number | string>(saved.max_hours ?? '');
  const [kinds, setKinds] = useState(saved.preferred_kinds);
  const [teams, setTeams] = useState(saved.preferred_teams);
  const knownKinds = useQuery(kindsQuery(pid)).data ?? [];
  const knownTeams = (useQuery(teamsQuery(pid)).data ?? []).filter(({ disabled }) => !disabled);
  const save = useChange(saveAvailability(pid), { message: () => t('helping.when.saved') });
  const days = daysOf(project);
  const body = () => ({
    unavailable: periods.map(({ from, to }) => ({
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
    })),
    max_hours: hours === '' ? null : Number(hours),
    preferred_kinds: kinds,
    preferred_teams: teams,
  });
  return (
    <Stack gap="lg">
      {days.length === 0 ? (
        <Text>{t('helping.when.noDates')}</Text>
      ) : (
        <>
          <Text size="sm" c="dimmed">
            {t('helping.when.hint', { zone: timezone })}
          </Text>
          <DayGrid days={days} timezone={timezone} periods={periods} onChange={setPeriods} />
        </>
      )}
      <NumberInput
        label={t('helping.when.maxHours')}
        description={t('helping.when.maxHoursHint')}
        min={1}
        max={maxHours}
        allowDecimal={false}
        maw="16rem"
        value={hours}
        onChange={setHours}
      />
      <Choices
        label={t('helping.when.kinds')}
        options={knownKinds.map(({ id, name }) => ({ value: id, name }))}
        chosen={kinds}
        onChange={setKinds}
      />
      <Choices
        label={t('helping.when.teams')}
        options={knownTeams.map(({ tid, name }) => ({ value: tid, name }))}
        chosen={teams}
        onChange={setTeams}
      />
      {save.error === null ? null : <ProblemAlert error={save.error} />}
      <Group className={styles.save}>
        <Button loading={save.isPending} onClick={() => save.mutate(body())}>
          {t('helping.when.save')}
        </Button>
        <ButtonLink to="/projects/$pid/open-tasks" params={{ pid }} variant="default">
          {t('helping.title')}
        </ButtonLink>
      </Group>
    </Stack>
  );
}

type ChoicesProps = {
  label: string;
  options: readonly { value: string; name: string }[];
  chosen: string[];
  onChange: (chosen: string[]) => void;
};

/** What the person prefers. Nothing if there is no choice. */
function Choices({ label, options, chosen, onChange }: ChoicesProps) {
  if (options.length === 0) return null;
  return (
    <Fieldset variant="unstyled" legend={label}>
      <Chip.Group multiple value={chosen} onChange={onChange}>
        <Group gap="xs" mt={4}>
          {options.map(({ value, name }) => (
            <Chip key={value} value={value}>
              {name}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Fieldset>
  );
}
