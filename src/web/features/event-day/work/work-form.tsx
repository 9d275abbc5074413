import { longestWorkHours } from '../../../../shared/rules.ts';
import { Button, Group, NativeSelect, Paper, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project, RosterEntry, Work } from '../../../../client/client.ts';
import { fromZonedInput, toZonedInput } from '../../../../locales/format/zoned-time.ts';
import { useChange } from '../../../ui/change.ts';
import { focusFirstError } from '../../../ui/editing/field-errors.ts';
import { rejectsField } from '../../../ui/problems/api-problem.ts';
import { ProblemAlert } from '../../../ui/problems/problem.tsx';
import { useMe } from '../../people/queries.ts';
import { shownName } from '../../../../locales/format/names.ts';
import { distinctName, namesakesAmong } from '../../roster/namesakes.ts';
import { peopleFoundQuery } from '../../roster/queries.ts';
import { teamsQuery } from '../../teams/queries.ts';
import { addWork } from '../queries.ts';
import { addHoursHash } from './add-hours-link.tsx';
import { currentMs } from '../../../../locales/format/dates.ts';

const hourMs = 3_600_000;

/** Two full hours that have just passed, as a start. */
function lastHours(timezone: string): { from: string; to: string } {
  const end = Math.floor(currentMs() / hourMs) * hourMs;
  const text = (ms: number) => toZonedInput(new Date(ms).toISOString(), timezone);
  return { from: text(end - 2 * hourMs), to: text(end) };
}

/** What is wrong with the end, by the rules of the server; undefined if nothing is. */
function wrongEnd(t: TFunction, from: string, to: string): string | undefined {
  if (to <= from) return t('eventDay.work.reversed');
  if (Date.parse(to) > Date.now()) return t('eventDay.work.future');
  const isTooLong = Date.parse(to) - Date.parse(from) > longestWorkHours * hourMs;
  return isTooLong ? t('eventDay.work.tooLong', { hours: longestWorkHours }) : undefined;
}

/** For oneself: the own teams. For others: the teams that the person leads, or all as an owner. */
function useTeamOptions({ pid, rights }: Project, isOwn: boolean) {
  const { t } = useTranslation();
  const own = useMe()?.projects.find((one) => one.pid === pid)?.teams ?? [];
  const all = useQuery({ ...teamsQuery(pid), enabled: rights.edit }).data ?? [];
  const others = rights.edit ? all : own.filter(({ role }) => role === 'chief');
  const teams = (isOwn ? own : others).map(({ tid, name }) => ({ value: tid, label: name }));
  return isOwn || rights.edit ? [...teams, { value: '', label: t('eventDay.work.noTeam') }] : teams;
}

/** People enter their own work; planners also that of others, which counts at once. */
export function WorkForm({ project }: { project: Project }) {
  const { tid: asked } = useSearch({ strict: false });
  const { t } = useTranslation();
  const { pid, timezone, rights } = project;
  const me = useMe();
  const [person, setPerson] = useState<RosterEntry>();
  const uid = person?.uid ?? null;
  const [title, setTitle] = useState('');
  const [chosen, setChosen] = useState(asked);
  const teams = useTeamOptions(project, uid === null);
  // A team of the person first; owners can enter work of people without a team.
  const preferred = person === undefined ? [chosen] : [chosen, ...person.teams.map((team) => team.tid), ''];
  const tid = preferred.find((one) => teams.some(({ value }) => value === one)) ?? teams[0]?.value ?? '';
  const [{ from, to }, setTimes] = useState(() => lastHours(timezone));
  const [isTried, setTried] = useState(false);
  const add = useChange(addWork(pid), {
    message: (_, work) => entered(work),
    onDone: () => {
      setTitle('');
      setTried(false);
    },
  });
  /** That it is added, and who is notified. */
  const entered = (work: Work): string => {
    if (work.state === 'claimed') return t('eventDay.work.entered', { context: 'claimed' });
    if (work.uid === me?.uid) return t('eventDay.work.entered');
    return t('eventDay.work.entered', { context: 'person', name: shownName(t, work.name) });
  };
  const [starts_at, ends_at] = [fromZonedInput(from, timezone), fromZonedInput(to, timezone)];
  const isComplete = title.trim() !== '' && starts_at !== null && ends_at !== null;
  const wrong = starts_at === null || ends_at === null ? undefined : wrongEnd(t, starts_at, ends_at);
  // What is left for the server to reject is a clock that is fast.
  const isRejected = rejectsField(add.error, 'ends_at');
  const change = (times: { from: string; to: string }) => {
    setTimes(times);
    add.reset();
  };
  return (
    <Paper
      className="muster-surface"
      p="lg"
      component="form"
      id={addHoursHash}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isComplete) return;
        if (wrong !== undefined) {
          focusFirstError(addHoursHash, () => setTried(true));
          return;
        }
        const work = { title: title.trim(), tid: tid === '' ? null : tid, starts_at, ends_at };
        add.mutate(uid === null ? work : { ...work, uid });
      }}
    >
      <Title order={2} size="h4" mb="sm">
        {t('eventDay.work.enter')}
      </Title>
      <Stack gap="md">
        {rights.plan_tasks && rights.list_people ? (
          <WhoSelect
            pid={pid}
            own={me?.uid ?? ''}
            person={person}
            onChange={(who) => {
              setPerson(who);
              setChosen(undefined);
            }}
          />
        ) : null}
        <TextInput
          label={uid === null ? t('eventDay.work.what') : t('eventDay.work.whatOther')}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
          maxLength={200}
          required
        />
        <NativeSelect
          label={t('eventDay.work.team')}
          value={tid}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={teams}
        />
        <Group grow preventGrowOverflow={false}>
          <TextInput
            type="datetime-local"
            label={t('eventDay.work.from')}
            required
            value={from}
            onChange={(event) => change({ from: event.currentTarget.value, to })}
          />
          <TextInput
            type="datetime-local"
            label={t('eventDay.work.to')}
            required
            value={to}
            error={isRejected ? t('eventDay.work.future') : isTried ? wrong : undefined}
            onChange={(event) => change({ from, to: event.currentTarget.value })}
          />
        </Group>
        <Text size="sm" c="dimmed">
          {t('project.tasks.zone', { zone: timezone })}
        </Text>
        {add.isError && !isRejected ? <ProblemAlert error={add.error} /> : null}
        <div>
          <Button type="submit" loading={add.isPending} disabled={!isComplete}>
            {t('eventDay.work.enter')}
          </Button>
        </div>
      </Stack>
    </Paper>
  );
}

type WhoSelectProps = {
  pid: string;
  own: string;
  /** Undefined for the person themselves. */
  person: RosterEntry | undefined;
  onChange: (person: RosterEntry | undefined) => void;
};

const typingMs = 200;

/** Finds people by name. Chiefs choose from the people of their teams. */
function WhoSelect({ pid, own, person, onChange }: WhoSelectProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const myself = t('eventDay.work.myself');
  const [chosen, setChosen] = useState(myself);
  // The field also shows who is chosen, which is not searched for.
  const [q] = useDebouncedValue(typed === chosen ? '' : typed.trim(), typingMs);
  const found = useQuery(peopleFoundQuery(pid, q));
  const namesakes = namesakesAmong(found.data ?? []);
  const labelOf = ({ uid, name, teams }: RosterEntry) =>
    uid === person?.uid
      ? chosen
      : [distinctName(t, name, namesakes.get(uid)), ...teams.map((team) => team.name)].join(' · ');
  const others = (found.data ?? []).filter(({ uid }) => uid !== own && uid !== person?.uid);
  const people = person === undefined ? others : [person, ...others];
  if (found.data === undefined && found.isError)
    return <ProblemAlert error={found.error} onRetry={() => void found.refetch()} />;
  return (
    <Select
      label={t('eventDay.work.who')}
      disabled={found.data === undefined}
      value={person?.uid ?? own}
      onChange={(value) => {
        const next = people.find(({ uid }) => uid === value);
        setChosen(next === undefined ? myself : labelOf(next));
        onChange(next);
      }}
      data={[{ value: own, label: myself }, ...people.map((one) => ({ value: one.uid, label: labelOf(one) }))]}
      allowDeselect={false}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // What is typed searches, instead of being added to the name.
      onFocus={(event) => event.currentTarget.select()}
      // The server has searched.
      filter={({ options }) => options}
      nothingFoundMessage={t('eventDay.work.nobodyFound')}
    />
  );
}
