import { isDoneAt } from '../../../../shared/rules.ts';
import { Anchor, Button, Group, Stack, Text, Divider } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation, Trans } from 'react-i18next';
import type { AttendanceChanges } from '../../../../client/client.ts';
import { useChange } from '../../../ui/change.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useUndoNotification } from '../../../ui/editing/undo.tsx';
import { ButtonLink, PageLink } from '../../../ui/links.tsx';
import { ProblemAlert } from '../../../ui/problems/problem.tsx';
import { formatTimeAt } from '../../../../locales/format/dates.ts';
import { shownName } from '../../../../locales/format/names.ts';
import { joinSentences } from '../../../../locales/format/sentences.ts';
import { useMe } from '../../people/queries.ts';
import { helpCandidatesQuery } from '../../tasks/exchange/queries.ts';
import { CandidatePicker } from '../../tasks/planning/candidate-picker.tsx';
import { mark, askForReplacement, openPlace, replaceBy } from '../queries.ts';
import { useArrivalText } from './arrival.ts';
import { isExpected, stateOf } from './now.ts';
import type { Place } from './now.ts';
import { TimesForm } from './times-form.tsx';
import { DeliveryDetails, DeliveryLabel } from '../../notices/delivery.tsx';
import { ReceivedList } from '../../notices/received.tsx';
import { replaceHash } from '../../tasks/replace-link.ts';

/** How many people are asked at once, if that many can be asked. */
const mostAsked = 5;

type PersonDialogProps = {
  pid: string;
  place: Place | undefined;
  at: string;
  timezone: string;
  onClose: () => void;
};

type Part = 'replace' | 'times' | 'received';

/** Everything that can be done about one person on one task. */
export function PersonDialog({ pid, place, at, timezone, onClose }: PersonDialogProps) {
  const { t } = useTranslation();
  const [part, setPart] = useState<Part>();
  const close = () => {
    setPart(undefined);
    onClose();
  };
  const name = place === undefined ? '' : shownName(t, place.person.name);
  const titles = {
    replace: t('eventDay.now.replace.title', { name }),
    received: t('delivery.title', { name }),
    times: name,
  };
  const title = part === undefined ? name : titles[part];
  return (
    <Dialog opened={place !== undefined} title={title} onClose={close}>
      {place === undefined ? null : part === 'replace' ? (
        <Replace pid={pid} place={place} onDone={close} />
      ) : part === 'received' ? (
        <ReceivedList pid={pid} uid={place.uid} />
      ) : part === 'times' ? (
        <TimesForm {...{ pid, timezone }} marked={{ ...place.task, ...place }} onDone={close} />
      ) : (
        <Actions {...{ pid, place, at, timezone }} onPart={setPart} onDone={close} />
      )}
    </Dialog>
  );
}

type ActionsProps = {
  pid: string;
  place: Place;
  at: string;
  timezone: string;
  onPart: (part: Part) => void;
  onDone: () => void;
};

function Actions({ pid, place, at, timezone, onPart, onDone }: ActionsProps) {
  const { t, i18n } = useTranslation();
  const { person, task, uid, others_decide: isOwn } = place;
  const phone = person.contact?.phone ?? '';
  const arrivalText = useArrivalText(task, timezone);
  const name = shownName(t, person.name);
  const isNotified = useMe()?.uid !== uid;
  const showUndo = useUndoNotification();
  const { run: send, affects } = mark(pid);
  // A later change of the same place replaces the notification of this one and its "Undo".
  const toast = `mark-${task.id}-${uid}`;
  const change = useChange(mark(pid), {
    message: (_, marks) =>
      isOwn && marks.state === 'no_show' ? t('eventDay.now.markedNoShow', { name }) : arrivalText(marks),
    replaces: toast,
    onDone: (_, marks) => {
      onDone();
      const { state: now } = marks;
      // What somebody says about themselves is changed by somebody else only.
      if (now === 'joined' || now === 'arrived' || isOwn) return;
      const markedNoShow = [t('eventDay.now.markedNoShow', { name }), isNotified ? t('eventDay.now.notified') : ''];
      showUndo({
        id: toast,
        message:
          now === 'no_show' ? joinSentences(markedNoShow, i18n.language) : t('eventDay.now.checkedOut', { name }),
        undo: () => send({ id: task.id, uid, changes: changesBefore(now, place) }),
        // The notice is sent only after the notification is gone.
        undone: t(`eventDay.now.undone.${now}`, { name, ...(isNotified && { context: 'quiet' }) }),
        affects,
      });
    },
  });
  const run = (changes: AttendanceChanges) => change.mutate({ id: task.id, uid, changes });
  const state = stateOf(place, at);
  const undoable = isExpected(state) ? undefined : state;
  const undo = useChange(
    { run: (undone: Undoable) => send({ id: task.id, uid, changes: changesBefore(undone, place) }), affects },
    {
      message: (undone) => t(`eventDay.now.undone.${undone}`, { name, ...(isNotified && { context: 'late' }) }),
      replaces: toast,
      onDone,
    },
  );
  const error = change.error ?? undo.error;
  const placeHint = placeHintOf(place);
  const leaves: AttendanceChanges = isDoneAt(at, task) ? { state: 'done' } : { state: 'left_early', left_at: at };
  const times = (['arrived', 'left'] as const).flatMap((key) => {
    const moment = place[`${key}_at`];
    return moment === null
      ? []
      : [t(`eventDay.times.${key}At`, { time: formatTimeAt(moment, i18n.language, timezone) })];
  });
  return (
    <Stack gap="md">
      <Text>{[task.title, t(`eventDay.now.states.${state}`), ...times].join(' · ')}</Text>
      <div>
        {place.delivery === null ? null : (
          <>
            <DeliveryLabel delivery={place.delivery} isNamed />
            <DeliveryDetails delivery={place.delivery} timezone={timezone} />
          </>
        )}
        <Anchor component="button" size="sm" onClick={() => onPart('received')}>
          {t('delivery.open')}
        </Anchor>
      </div>
      {phone === '' ? <Text c="dimmed">{t('eventDay.now.actions.noPhone')}</Text> : null}
      <Group grow preventGrowOverflow={false}>
        {phone === '' ? null : (
          <Button component="a" href={`tel:${phone}`} size="md">
            {`${t('eventDay.now.actions.call')} ${phone}`}
          </Button>
        )}
        <ButtonLink
          to="/projects/$pid/manage/messages/new"
          params={{ pid }}
          search={{ uids: [uid] }}
          variant="default"
          size="md"
        >
          {t('eventDay.now.actions.message')}
        </ButtonLink>
      </Group>
      <Stack gap="xs">
        {isExpected(state) || (state === 'no_show' && !isOwn) ? (
          <Button size="md" variant="light" onClick={() => run({ state: 'arrived' })}>
            {t('eventDay.now.actions.arrived')}
          </Button>
        ) : null}
        {isExpected(state) ? (
          <div>
            <Button fullWidth size="md" variant="light" color="red" onClick={() => run({ state: 'no_show' })}>
              {t('eventDay.now.actions.noShow')}
            </Button>
            {isNotified ? (
              <Text size="sm" c="dimmed" mt={4}>
                {t('eventDay.now.notified')}
              </Text>
            ) : null}
          </div>
        ) : null}
        {state === 'arrived' && !isOwn ? (
          <Button size="md" variant="light" onClick={() => run(leaves)}>
            {t(leaves.state === 'done' ? 'eventDay.now.actions.done' : 'eventDay.now.actions.left')}
          </Button>
        ) : null}
        {state === 'done' || place.replaced || task.ends_at <= at || (isOwn && !isExpected(state)) ? null : (
          <Button size="md" variant="default" onClick={() => onPart('replace')}>
            {t('eventDay.now.actions.replace')}
          </Button>
        )}
        {isExpected(state) || state === 'no_show' || isOwn ? null : (
          <Button size="md" variant="default" onClick={() => onPart('times')}>
            {t('eventDay.times.correct')}
          </Button>
        )}
        {undoable === undefined || isOwn ? null : (
          <div>
            <Button fullWidth size="md" variant="subtle" loading={undo.isPending} onClick={() => undo.mutate(undoable)}>
              {t(`eventDay.now.undo.${undoable}`)}
            </Button>
            {placeHint === undefined ? null : (
              <Text size="sm" c="dimmed" mt={4}>
                {t(placeHint, { name })}
              </Text>
            )}
          </div>
        )}
        {isOwn && !isExpected(state) ? <Text c="dimmed">{t('eventDay.now.othersDecide')}</Text> : null}
      </Stack>
      {error === null ? null : <ProblemAlert error={error} />}
    </Stack>
  );
}

type Undoable = Exclude<Place['state'], 'joined'>;

/** What happens to the place that was opened to others. */
function placeHintOf({ place_open: isOpen, replaced }: Place) {
  if (isOpen) return 'eventDay.now.replace.undoOpen';
  return replaced ? 'eventDay.now.replace.undoTaken' : undefined;
}

/** Who has left is here again; who was checked in or marked as a no-show is expected again. */
const changesBefore = (undone: Undoable, { arrived_at: arrived }: Place): AttendanceChanges =>
  (undone === 'done' || undone === 'left_early') && arrived !== null ? { state: 'arrived' } : { state: 'joined' };

type ReplaceProps = { pid: string; place: Place; onDone: () => void };

/** One press assigns somebody, or asks several. */
function Replace({ pid, place, onDone }: ReplaceProps) {
  const { t, i18n } = useTranslation();
  const me = useMe();
  const { task, uid } = place;
  const name = shownName(t, place.person.name);
  const assign = useChange(replaceBy(pid), {
    message: ({ by }) => replaced(by),
    onDone,
  });
  const free = useQuery(helpCandidatesQuery(pid, task.id)).data;
  const count = Math.min(mostAsked, free ?? mostAsked);
  const ask = useChange(askForReplacement(pid, count), {
    message: (_, { asked, open }) =>
      open ? t('eventDay.now.replace.asked', { count: asked }) : t('eventDay.now.replace.waiting'),
    onDone,
  });
  const open = useChange(openPlace(pid), { message: () => t('eventDay.now.replace.opened', { name }), onDone });
  /** Who has the place now and is notified, and what became of the other person. */
  const replaced = (by: { uid: string; name: string }): string => {
    const values = { name: shownName(t, by.name) };
    const missed = place.state === 'joined' ? [t('eventDay.now.markedNoShow', { name })] : [];
    const takes =
      by.uid === me?.uid
        ? t('eventDay.now.replace.done', values)
        : t('eventDay.now.replace.done', { ...values, context: 'notified' });
    return joinSentences([...missed, takes], i18n.language);
  };
  const isPending = assign.isPending || ask.isPending || open.isPending;
  const error = assign.error ?? ask.error ?? open.error;
  const [first, action, hint] =
    free === 0
      ? ([open, t('eventDay.now.replace.open'), t('eventDay.now.replace.openHint')] as const)
      : ([ask, t('exchange.help.send', { count }), t('eventDay.now.replace.askHint')] as const);
  return (
    <Stack gap="md">
      {place.state === 'joined' ? (
        <>
          <Text>{t('eventDay.now.replace.noShow', { name })}</Text>
          <Text>
            <Trans
              i18nKey="eventDay.now.replace.excused"
              components={{
                task: (
                  <PageLink
                    to="/projects/$pid/manage/tasks/$id"
                    params={{ pid, id: task.id }}
                    search={{ from: 'now' }}
                    hash={replaceHash(uid)}
                    inherit
                    underline="always"
                  />
                ),
              }}
            />
          </Text>
        </>
      ) : null}
      {place.state === 'arrived' ? <Text>{t('eventDay.now.replace.leftEarly', { name })}</Text> : null}
      {error === null ? null : <ProblemAlert error={error} />}
      {free === 0 ? <Text>{t('exchange.help.found', { count: 0 })}</Text> : null}
      <div>
        <Button
          fullWidth
          size="md"
          variant="light"
          loading={first.isPending || free === undefined}
          disabled={isPending}
          onClick={() => first.mutate({ id: task.id, uid })}
        >
          {action}
        </Button>
        <Text size="sm" c="dimmed" mt={4}>
          {hint}
        </Text>
      </div>
      <Divider />
      <Text>{t('eventDay.now.replace.lead')}</Text>
      <CandidatePicker
        task={{ pid, id: task.id }}
        attendees={task.people}
        label={t('manage.tasks.giveLabel')}
        action={t('manage.tasks.giveChoose')}
        disabled={isPending}
        pendingUid={assign.isPending ? assign.variables.by.uid : undefined}
        onPick={(by) => assign.mutate({ id: task.id, uid, by })}
      />
    </Stack>
  );
}
