import { Badge, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Task } from '../../../../client/client.ts';
import { formatSpanAt } from '../../../../locales/format/dates.ts';
import { useChange } from '../../../ui/change.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { rejectsField } from '../../../ui/problems/api-problem.ts';
import { ProblemAlert } from '../../../ui/problems/problem.tsx';
import { shownName } from '../../../../locales/format/names.ts';
import { teamMembersQuery } from '../../teams/memberships/queries.ts';
import { attendeesQuery, tasksAheadQuery } from '../queries.ts';
import { madeOfferQuery, offerPlace, withdrawOffer } from './queries.ts';
import { useTold } from '../../notices/told.ts';

type OfferPlaceProps = { task: Task; timezone: string };

/** For people on a task: hand over the place, or take the offer back. */
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
        <>
          <MadeOffer task={task} timezone={timezone} />
          <Button size="sm" variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
            {t('exchange.offer.withdraw')}
          </Button>
        </>
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

/** That the place is offered, to whom, and for what in return. */
function MadeOffer({ task, timezone }: OfferPlaceProps) {
  const { t, i18n } = useTranslation();
  const offer = useQuery(madeOfferQuery(task.pid, task.id)).data;
  if (offer == null) return <Badge variant="default">{t('exchange.offer.offering')}</Badge>;
  const { to, for: wanted } = offer;
  return (
    <div>
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
    </div>
  );
}

/** Somebody is on it who could swap, and the person can take it, by their skills and by their plan without the task that they offer. */
function isWantable(one: Task, offered: Task, now: string): boolean {
  return (
    one.id !== offered.id &&
    !one.joined &&
    one.joining === 'open' &&
    one.attendee_count > 0 &&
    one.starts_at > now &&
    one.missing_skills.length === 0 &&
    !one.refusals.some((refusal) => refusal === 'too_young' || refusal === 'birthday_unknown') &&
    one.conflicts.every(({ id }) => id === offered.id) &&
    (one.time_rule === null || one.time_rule.tasks.includes(offered.title))
  );
}

function OfferForm({ task, timezone, onDone }: OfferPlaceProps & { onDone: () => void }) {
  const { t, i18n } = useTranslation();
  const told = useTold();
  const [to, setTo] = useState('');
  const [wanted, setWanted] = useState('');
  const [now] = useState(() => new Date().toISOString());
  const teammates = useQuery({
    ...teamMembersQuery(task.pid, task.tid ?? ''),
    enabled: task.tid !== null,
    retry: false,
  });
  const ahead = useQuery(tasksAheadQuery(task.pid)).data ?? [];
  const offer = useChange(offerPlace(task.pid, task.id), {
    message: () => made(),
    replaces: 'offer',
    onDone,
  });
  const onTask = new Set((useQuery(attendeesQuery(task.pid, task.id)).data ?? []).map(({ uid }) => uid));
  const wantable = ahead.filter((one) => isWantable(one, task, now));
  const people = (teammates.data ?? []).flatMap(({ uid, name }) =>
    uid === undefined || onTask.has(uid) ? [] : [{ value: uid, label: shownName(t, name) }],
  );
  const title = wantable.find(({ id }) => id === wanted)?.title ?? '';
  const isRejected = title !== '' && rejectsField(offer.error, 'for');
  /** That it is on offer, and who is notified. */
  const made = (): string => {
    if (wanted !== '') return told(t('exchange.offer.made', { context: 'swap', title }));
    const name = people.find(({ value }) => value === to)?.label;
    return name === undefined ? t('exchange.offer.made') : told(t('exchange.offer.made', { context: 'person', name }));
  };
  return (
    <Stack gap="md">
      <Text>{t('exchange.offer.lead')}</Text>
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
        <NativeSelect
          label={t('exchange.offer.to')}
          description={t('hints.offerTold')}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          data={[{ value: '', label: t('exchange.offer.anyone') }, ...people]}
        />
      ) : (
        <Text>{t('exchange.offer.swapTold', { title })}</Text>
      )}
      {offer.isError && !isRejected ? <ProblemAlert error={offer.error} /> : null}
      <Group justify="flex-end">
        <Button loading={offer.isPending} onClick={() => offer.mutate(wanted === '' ? { to } : { for: wanted })}>
          {t('exchange.offer.confirm')}
        </Button>
      </Group>
    </Stack>
  );
}
