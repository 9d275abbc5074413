import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AttendanceChanges } from '../../../../client/client.ts';
import { useChange } from '../../../ui/change.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useUndoNotification } from '../../../ui/editing/undo.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { ProblemAlert } from '../../../ui/problems/problem.tsx';
import { formatTimeAt } from '../../../../locales/format/dates.ts';
import { shownName } from '../../../../locales/format/names.ts';
import { joinSentences } from '../../../../locales/format/sentences.ts';
import { useMe } from '../../people/queries.ts';
import { mark } from '../queries.ts';
import { useArrivalText } from './arrival.ts';
import { isExpected, isNearEnd, stateOf } from './now.ts';
import type { Place } from './now.ts';
import { Replace } from './replace.tsx';
import { TimesForm } from './times-form.tsx';
import { useTold } from '../../notices/told.ts';

type PersonDialogProps = {
  pid: string;
  place: Place | undefined;
  at: string;
  timezone: string;
  onClose: () => void;
};

/** Everything that can be done about one person on one task. */
export function PersonDialog({ pid, place, at, timezone, onClose }: PersonDialogProps) {
  const { t } = useTranslation();
  const [part, setPart] = useState<'replace' | 'times'>();
  const close = () => {
    setPart(undefined);
    onClose();
  };
  const name = place === undefined ? '' : shownName(t, place.person.name);
  const title = part === 'replace' ? t('eventDay.now.replace.title', { name }) : name;
  return (
    <Dialog opened={place !== undefined} title={title} onClose={close}>
      {place === undefined ? null : part === 'replace' ? (
        <Replace pid={pid} place={place} onDone={close} />
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
  onPart: (part: 'replace' | 'times') => void;
  onDone: () => void;
};

function Actions({ pid, place, at, timezone, onPart, onDone }: ActionsProps) {
  const { t, i18n } = useTranslation();
  const told = useTold();
  const { person, task, uid } = place;
  const phone = person.contact?.phone ?? '';
  const arrivalText = useArrivalText(task, timezone);
  const name = shownName(t, person.name);
  const isTold = useMe()?.uid !== uid;
  const showUndo = useUndoNotification();
  const { run: send, affects } = mark(pid);
  // A later change of the same place replaces the notification of this one and its "Undo".
  const toast = `mark-${task.id}-${uid}`;
  const change = useChange(mark(pid), {
    message: (_, marks) => arrivalText(marks),
    replaces: toast,
    onDone: (_, marks) => {
      onDone();
      const { state: now } = marks;
      if (now === 'joined' || now === 'arrived') return;
      const markedNoShow = [t('eventDay.now.markedNoShow', { name }), isTold ? told(t('eventDay.now.told')) : ''];
      showUndo({
        id: toast,
        message:
          now === 'no_show' ? joinSentences(markedNoShow, i18n.language) : t('eventDay.now.checkedOut', { name }),
        undo: () => send({ id: task.id, uid, changes: changesBefore(now, place) }),
        // The notice is sent only after the notification is gone.
        undone: t(`eventDay.now.undone.${now}`, { name, ...(isTold && { context: 'untold' }) }),
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
      message: (undone) => t(`eventDay.now.undone.${undone}`, { name, ...(isTold && { context: 'late' }) }),
      replaces: toast,
      onDone,
    },
  );
  const error = change.error ?? undo.error;
  const placeHint = placeHintOf(place);
  const leaves: AttendanceChanges = isNearEnd(task, at) ? { state: 'done' } : { state: 'left_early', left_at: at };
  const times = (['arrived', 'left'] as const).flatMap((key) => {
    const moment = place[`${key}_at`];
    return moment === null
      ? []
      : [t(`eventDay.times.${key}At`, { time: formatTimeAt(moment, i18n.language, timezone) })];
  });
  return (
    <Stack gap="md">
      <Text>{[task.title, t(`eventDay.now.states.${state}`), ...times].join(' · ')}</Text>
      {phone === '' ? <Text c="dimmed">{t('eventDay.now.actions.noPhone')}</Text> : null}
      <Group grow>
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
        {isExpected(state) || state === 'no_show' ? (
          <Button size="md" variant="light" onClick={() => run({ state: 'arrived' })}>
            {t('eventDay.now.actions.arrived')}
          </Button>
        ) : null}
        {isExpected(state) ? (
          <div>
            <Button fullWidth size="md" variant="light" color="red" onClick={() => run({ state: 'no_show' })}>
              {t('eventDay.now.actions.noShow')}
            </Button>
            {isTold ? (
              <Text size="sm" c="dimmed" mt={4}>
                {told(t('eventDay.now.told'))}
              </Text>
            ) : null}
          </div>
        ) : null}
        {state === 'arrived' ? (
          <Button size="md" variant="light" onClick={() => run(leaves)}>
            {t(leaves.state === 'done' ? 'eventDay.now.actions.done' : 'eventDay.now.actions.left')}
          </Button>
        ) : null}
        {state === 'done' || task.ends_at <= at ? null : (
          <Button size="md" variant="default" onClick={() => onPart('replace')}>
            {t('eventDay.now.actions.replace')}
          </Button>
        )}
        {isExpected(state) || state === 'no_show' ? null : (
          <Button size="md" variant="default" onClick={() => onPart('times')}>
            {t('eventDay.times.correct')}
          </Button>
        )}
        {undoable === undefined ? null : (
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
