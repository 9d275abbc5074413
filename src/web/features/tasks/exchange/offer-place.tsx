import { Box, Button, Group, NativeSelect, Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Task, TeamPerson } from '../../../../client/client.ts';
import { dayAt, formatDate, formatSpanAt, formatWeekday } from '../../../../locales/format/dates.ts';
import { joinSentences } from '../../../../locales/format/sentences.ts';
import { useChange } from '../../../ui/change.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { rejectsField } from '../../../ui/problems/api-problem.ts';
import { ProblemAlert } from '../../../ui/problems/problem.tsx';
import { shownName } from '../../../../locales/format/names.ts';
import { membersFoundQuery } from '../../teams/memberships/queries.ts';
import { arePlannersNotified, plannersContext } from '../signup/planners-notified.ts';
import { attendeesQuery, taskDaysQuery, tasksAheadQuery } from '../queries.ts';
import { madeOfferQuery, offerPlace, withdrawOffer } from './queries.ts';

type OfferPlaceProps = { task: Task; timezone: string };

/** Lets people on a task hand over their place, or take the offer back. */
export function OfferPlace({ task, timezone }: OfferPlaceProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const withdraw = useChange(withdrawOffer(task.pid, task.id), {
    message: () => t('exchange.offer.withdrawn'),
    replaces: 'offer',
  });
  if (!task.rights.offer) return null;
  return (
    <Group gap="xs">
      {task.offering ? (
        <Button size="sm" variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
          {t('exchange.offer.withdraw')}
        </Button>
      ) : (
        <Button size="sm" variant="default" onClick={() => setOpened(true)}>
          {t('exchange.offer.button')}
        </Button>
      )}
      {withdraw.isError ? <ProblemAlert error={withdraw.error} /> : null}
      <Dialog opened={opened} title={t('exchange.offer.title')} onClose={() => setOpened(false)}>
        <OfferForm task={task} timezone={timezone} onDone={() => setOpened(false)} />
      </Dialog>
    </Group>
  );
}

/** To whom the place is offered, and for what in return. Nothing if it is not. */
export function MadeOffer({ task, timezone }: OfferPlaceProps) {
  const { t, i18n } = useTranslation();
  const isMade = task.rights.offer && task.offering;
  const offer = useQuery({ ...madeOfferQuery(task.pid, task.id), enabled: isMade }).data;
  if (!isMade || offer == null) return null;
  const { to, for: wanted } = offer;
  return (
    <Box mt="md">
      <Text size="sm" fw={600}>
        {to !== null
          ? t('exchange.offer.offeredTo', { name: to.name })
          : t(wanted === null ? 'exchange.offer.offeredToAnyone' : 'exchange.offer.offeredSwap')}
      </Text>
      {wanted === null ? null : (
        <Text size="sm">
          {t('exchange.offer.offeredFor', {
            title: wanted.title,
            when: formatSpanAt(wanted.starts_at, wanted.ends_at, i18n.language, timezone),
          })}
        </Text>
      )}
    </Box>
  );
}

/** Giving up a task does not help against these. */
const aboutAge: ReadonlySet<string> = new Set([
  'too_young',
  'birthday_unknown',
  'too_late_for_age',
  'guardian_missing',
]);

/** Somebody is on it who could swap, and the person can take it, by their skills and by their plan without the task that they offer. */
function isWantable(one: Task, offered: Task, now: string): boolean {
  return (
    one.id !== offered.id &&
    !one.joined &&
    one.joining === 'open' &&
    one.attendee_count > 0 &&
    one.starts_at > now &&
    one.missing_skills.length === 0 &&
    !one.refusals.some((refusal) => aboutAge.has(refusal)) &&
    one.conflicts.every(({ id }) => id === offered.id) &&
    (one.time_rule === null || one.time_rule.tasks.includes(offered.title))
  );
}

/** More tasks than this are listed by day. */
const tasksInList = 200;

type Person = { uid: string; name: string };

function OfferForm({ task, timezone, onDone }: OfferPlaceProps & { onDone: () => void }) {
  const { t, i18n } = useTranslation();
  const [to, setTo] = useState<Person>();
  const [wanted, setWanted] = useState('');
  const [now] = useState(() => new Date().toISOString());
  const [day, setDay] = useState(() => dayAt(task.starts_at, timezone));
  const days = useQuery(taskDaysQuery(task.pid, { upcoming: true })).data;
  // A long plan is too much for one list.
  const isLong = (days ?? []).reduce((sum, { count }) => sum + count, 0) > tasksInList;
  const ahead = useQuery({
    ...tasksAheadQuery(task.pid, isLong ? day : undefined),
    enabled: days !== undefined,
  }).data;
  const offer = useChange(offerPlace(task.pid, task.id), {
    message: () => made(),
    replaces: 'offer',
    onDone,
  });
  const wantable = (ahead ?? []).filter((one) => isWantable(one, task, now));
  const title = wantable.find(({ id }) => id === wanted)?.title ?? '';
  const isRejected = title !== '' && rejectsField(offer.error, 'for');
  /** That it is on offer, and who is notified. */
  const made = (): string => {
    if (wanted !== '') return t('exchange.offer.made', { context: 'swap', title });
    return to === undefined ? t('exchange.offer.made') : t('exchange.offer.made', { context: 'person', name: to.name });
  };
  return (
    <Stack gap="md">
      <Text>
        {joinSentences(
          [
            t('exchange.offer.lead'),
            // People who swap still come, to one shift or the other.
            wanted === '' && !task.rights.edit
              ? t(
                  arePlannersNotified(task, Date.parse(now)) ? 'exchange.offer.plannersNow' : 'exchange.offer.planners',
                  {
                    context: plannersContext(task),
                  },
                )
              : '',
          ],
          i18n.language,
        )}
      </Text>
      {isLong ? (
        <NativeSelect
          label={t('exchange.offer.forDay')}
          value={day}
          onChange={(event) => {
            setDay(event.currentTarget.value);
            setWanted('');
          }}
          data={(days ?? []).map((one) => ({ value: one.day, label: formatWeekday(one.day, i18n.language) }))}
        />
      ) : null}
      {isLong && ahead !== undefined && wantable.length === 0 ? <Text>{t('exchange.offer.noneOnDay')}</Text> : null}
      {wantable.length === 0 ? null : (
        <NativeSelect
          label={t('exchange.offer.for')}
          value={wanted}
          error={isRejected ? t('exchange.offer.nobodySwaps') : undefined}
          onChange={(event) => {
            setWanted(event.currentTarget.value);
            offer.reset();
          }}
          data={[
            { value: '', label: t('exchange.offer.nothing') },
            ...wantable.map(({ id, title, starts_at: from, ends_at: end }) => ({
              value: id,
              // The time first: on phones the end is cut off, and tasks of several days have the same title.
              label: `${formatSpanAt(from, end, i18n.language, timezone)} · ${title}`,
            })),
          ]}
        />
      )}
      {wanted === '' ? (
        <TeammateSelect task={task} person={to} onChange={setTo} />
      ) : (
        <Text>{t('exchange.offer.swapNotified', { title })}</Text>
      )}
      {offer.isError && !isRejected ? <ProblemAlert error={offer.error} /> : null}
      <Group justify="flex-end">
        <Button
          loading={offer.isPending}
          onClick={() => offer.mutate(wanted === '' ? { to: to?.uid ?? '' } : { for: wanted })}
        >
          {t('exchange.offer.confirm')}
        </Button>
      </Group>
    </Stack>
  );
}

type TeammateSelectProps = {
  task: Task;
  /** Undefined if anyone can take it. */
  person: Person | undefined;
  onChange: (person: Person | undefined) => void;
};

const anyone = '';
const typingMs = 200;

/** Finds people of the task's team by name, except those who are on the task. */
function TeammateSelect({ task, person, onChange }: TeammateSelectProps) {
  const { t, i18n } = useTranslation();
  const [typed, setTyped] = useState('');
  const everyone = t('exchange.offer.anyone');
  // The field also shows who is chosen, which is not searched for.
  const [q] = useDebouncedValue(typed === (person?.name ?? everyone) ? '' : typed.trim(), typingMs);
  const found = useQuery({
    ...membersFoundQuery(task.pid, task.tid ?? '', q),
    enabled: task.tid !== null,
    retry: false,
  });
  const onTask = new Set((useQuery(attendeesQuery(task.pid, task.id)).data ?? []).map(({ uid }) => uid));
  const members = found.data ?? [];
  // Teammates see no addresses: since when somebody has been in the team tells people of the same name apart.
  const labelOf = ({ name, joined_at: since }: TeamPerson): string =>
    since === undefined || members.filter((one) => one.name === name).length === 1
      ? shownName(t, name)
      : `${shownName(t, name)} (${t('people.since', { date: formatDate(since, i18n.language) })})`;
  const others = members.flatMap((member) =>
    member.uid === undefined || onTask.has(member.uid) || member.uid === person?.uid
      ? []
      : [{ uid: member.uid, name: labelOf(member) }],
  );
  const people = person === undefined ? others : [person, ...others];
  return (
    <Select
      label={t('exchange.offer.to')}
      description={t('hints.offerNotified')}
      value={person?.uid ?? anyone}
      onChange={(value) => onChange(people.find(({ uid }) => uid === value))}
      data={[{ value: anyone, label: everyone }, ...people.map(({ uid, name }) => ({ value: uid, label: name }))]}
      allowDeselect={false}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has searched.
      filter={({ options }) => options}
    />
  );
}
