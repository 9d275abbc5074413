import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import type { Attendee, Task } from '../../../../client/client.ts';
import { currentTime, formatTimeAt } from '../../../../locales/format/dates.ts';
import { shownName } from '../../../../locales/format/names.ts';
import { PageLink } from '../../../ui/links.tsx';
import { Loaded } from '../../../ui/page-state.tsx';
import { useChange } from '../../../ui/change.ts';
import { RowActions } from '../../../ui/table/row-actions.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ContactLine } from '../../contacts/contact-links.tsx';
import { hasContact } from '../../contacts/has-contact.ts';
import { MessagePeople } from '../../messages/message-people.tsx';
import { useMe } from '../../people/queries.ts';
import { TimesForm } from '../../event-day/now/times-form.tsx';
import { projectQuery } from '../../projects/queries.ts';
import { addAttendee, attendeesQuery, removeAttendee, givePlace } from '../queries.ts';
import styles from '../task.module.css';
import { replaceHash } from '../replace-link.ts';
import { CandidatePicker } from './candidate-picker.tsx';
import { isNotified } from './is-notified.ts';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import { PersonLink, useOpenable } from '../../roster/person-link.tsx';
import { Reached } from '../../notices/received.tsx';
import type { Person } from './free-people.tsx';
import { useNames } from '../../roster/namesakes.ts';

type ManageAttendeesProps = { pid: string; task: Task };

const nobody: readonly Attendee[] = [];

/** The attendees of a task; planners can add and remove people. */
export function AttendeeList({ pid, task }: ManageAttendeesProps) {
  const { t } = useTranslation();
  const attendees = useQuery(attendeesQuery(pid, task.id));
  const me = useMe()?.uid;
  const add = useChange(addAttendee(pid, task.id), {
    message: ({ uid, name }) =>
      isNotified(uid, me, task)
        ? t('manage.tasks.putOn', { name })
        : t('manage.tasks.putOn', { context: 'quiet', name }),
  });
  const openable = useOpenable(pid, attendees.data ?? nobody);
  const nameOf = useNames(pid, attendees.data ?? nobody);
  const ended = task.ends_at <= currentTime();
  const [removing, setRemoving] = useState<Attendee>();
  return (
    <Loaded query={attendees} embedded>
      {(found) => (
        <div className={styles.area}>
          <div className={styles.people}>
            <Stack gap="md" pt="xs">
              {found.length === 0 ? <Text c="dimmed">{t('manage.tasks.nobody')}</Text> : null}
              <Stack gap={0} component="ul" className="muster-plain-list">
                {found.map((person) => (
                  <Group
                    key={person.uid}
                    component="li"
                    className="muster-row"
                    justify="space-between"
                    wrap="nowrap"
                    align="flex-start"
                  >
                    <div>
                      <Text>
                        <PersonLink {...{ pid, openable }} uid={person.uid}>
                          {nameOf(person)}
                        </PersonLink>
                      </Text>
                      <AttendanceMarks {...{ task, person }} />
                      {ended ? null : <Wishes {...person} />}
                      <Group gap="0 0.75rem" align="baseline" fz="sm">
                        {hasContact(person) ? (
                          <span className="muster-breaks">
                            <ContactLine {...person} />
                          </span>
                        ) : null}
                        <Reached {...{ pid, person }} delivery={person.delivery ?? null} isNamed />
                      </Group>
                    </div>
                    {task.rights.add_attendees ? (
                      <Group gap="xs" justify="flex-end" ms="auto">
                        {ended && person.others_decide === true ? (
                          <Text size="sm" c="dimmed">
                            {t('eventDay.now.othersDecide')}
                          </Text>
                        ) : null}
                        <PersonActions
                          {...{ task, person, ended }}
                          name={nameOf(person)}
                          attendees={found}
                          onRemove={() => setRemoving(person)}
                        />
                      </Group>
                    ) : null}
                  </Group>
                ))}
              </Stack>
              {task.rights.add_attendees && found.length > 0 ? (
                <div>
                  <MessagePeople pid={pid} people={found.filter(isCountedOn)} audience={{ tasks: [task.id] }} />
                </div>
              ) : null}
              {add.error === null ? null : (
                <OrganiserProblem error={add.error} texts={{ not_allowed: t('manage.tasks.notAllowed') }} />
              )}
              <RemoveAttendee {...{ pid, task }} person={removing} onClose={() => setRemoving(undefined)} />
              {task.rights.add_attendees && ended ? (
                <Text size="sm">
                  <Trans
                    i18nKey="manage.tasks.ended"
                    components={{
                      work: <PageLink to="/projects/$pid/manage/work" params={{ pid }} inherit underline="always" />,
                    }}
                  />
                </Text>
              ) : null}
              {task.rights.add_attendees && !ended && task.open_places === 0 ? (
                <Text size="sm">
                  <Trans
                    i18nKey="manage.tasks.full"
                    components={{
                      edit: (
                        <PageLink
                          to="/projects/$pid/tasks/$id/edit"
                          params={{ pid, id: task.id }}
                          inherit
                          underline="always"
                        />
                      ),
                    }}
                  />
                </Text>
              ) : null}
            </Stack>
            {task.rights.add_attendees && !ended && task.open_places > 0 ? (
              <CandidatePicker
                task={task}
                attendees={found}
                label={t('manage.tasks.addLabel')}
                // "Ask for help" is below.
                firstShown={3}
                action={t('manage.tasks.add')}
                pendingUid={add.isPending ? add.variables.uid : undefined}
                onPick={(person) => add.mutate(person)}
              />
            ) : null}
          </div>
        </div>
      )}
    </Loaded>
  );
}

type PersonActionsProps = {
  task: Task;
  person: Attendee;
  /** Tells people of the same name apart. */
  name: string;
  ended: boolean;
  attendees: readonly Attendee[];
  onRemove: () => void;
};

/** Corrects when somebody was there, replaces them, or takes their place away. */
function PersonActions({ task, person, name, ended, attendees, onRemove }: PersonActionsProps) {
  const { t } = useTranslation();
  const isAsked = useLocation().hash === replaceHash(person.uid);
  const [shown, setShown] = useState<'times' | 'give' | undefined>(isAsked ? 'give' : undefined);
  const labelled = (key: string, text: string, onClick: () => void) => ({
    key,
    text,
    label: t('ui.actionOn', { action: text, name }),
    onClick,
  });
  const corrects = ended && person.others_decide !== true;
  const gives = !ended && (person.state ?? 'joined') === 'joined';
  return (
    <>
      <RowActions
        name={name}
        actions={[
          ...(corrects ? [labelled('times', t('eventDay.times.correct'), () => setShown('times'))] : []),
          ...(gives ? [labelled('give', t('eventDay.now.actions.replace'), () => setShown('give'))] : []),
          {
            key: 'remove',
            text: t('manage.tasks.takeOff'),
            label: t('manage.tasks.takeOffWhom', { name }),
            onClick: onRemove,
          },
        ]}
      />
      {corrects ? (
        <CorrectTimes {...{ task, person }} opened={shown === 'times'} onClose={() => setShown(undefined)} />
      ) : null}
      {gives ? (
        <GivePlace {...{ task, person, attendees }} opened={shown === 'give'} onClose={() => setShown(undefined)} />
      ) : null}
    </>
  );
}

/** Messages about the task go to nobody who was replaced. */
const isCountedOn = ({ place_open: isOpen, replaced }: Attendee): boolean => isOpen !== true && replaced !== true;

/** What a planner should know before counting on the person. */
function Wishes({ available, offering }: Pick<Attendee, 'available' | 'offering'>) {
  const { t } = useTranslation();
  const texts = [
    ...(available === false ? [t('awaited.unavailable')] : []),
    ...(offering === true ? [t('awaited.offering')] : []),
  ];
  if (texts.length === 0) return null;
  return (
    <Text size="sm" c="red">
      {texts.join(' · ')}
    </Text>
  );
}

type RemoveAttendeeProps = { pid: string; task: Task; person: Attendee | undefined; onClose: () => void };

/** Asks first, because the person is notified and somebody else may get the place at once. */
function RemoveAttendee({ pid, task, person, onClose }: RemoveAttendeeProps) {
  const { t } = useTranslation();
  const me = useMe()?.uid;
  const isNext = task.waiting_count > 0 && task.ends_at > currentTime();
  const contextOf = (uid: string) => {
    if (uid === me) return 'self';
    return isNotified(uid, me, task) ? (isNext ? 'waiting' : 'notified') : 'quiet';
  };
  const remove = useChange(removeAttendee(pid, task.id), {
    message: ({ uid, name }) => t('manage.tasks.takenOff', { context: contextOf(uid), name: shownName(t, name) }),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      opened={person !== undefined}
      title={t('manage.tasks.takeOffTitle', { name: person === undefined ? '' : shownName(t, person.name) })}
      text={t('manage.tasks.takeOffText', { context: contextOf(person?.uid ?? ''), title: task.title })}
      confirm={t('manage.tasks.takeOff')}
      change={remove}
      onConfirm={() => person && remove.mutate(person)}
      onClose={() => onClose()}
    />
  );
}

type AttendanceMarksProps = { task: Task; person: Attendee };
type Opened = { opened: boolean; onClose: () => void };

const useTimezone = (pid: string): string => useQuery(projectQuery(pid)).data?.timezone ?? 'UTC';

/** Whether somebody came, and when. Nothing before they are marked. */
function AttendanceMarks({ task, person }: AttendanceMarksProps) {
  const { t, i18n } = useTranslation();
  const timezone = useTimezone(task.pid);
  const { state = 'joined', presumed } = person;
  if (state === 'joined') return null;
  const times = (['arrived', 'left'] as const).flatMap((key) => {
    const moment = person[`${key}_at`];
    return moment == null
      ? []
      : [t(`eventDay.times.${key}At`, { time: formatTimeAt(moment, i18n.language, timezone) })];
  });
  const isCheckedIn = person.arrived_at != null;
  const shown =
    presumed === true
      ? t(isCheckedIn ? 'hours.state.presumed' : 'hours.state.not_checked_in')
      : t(`eventDay.now.states.${state}`);
  const place =
    person.replaced === true
      ? [t('eventDay.now.replace.replaced')]
      : person.place_open === true
        ? [t('eventDay.now.replace.placeOpen')]
        : [];
  return <Text size="sm">{[shown, ...place, ...times].join(' · ')}</Text>;
}

/** After the task: whether somebody came, and from when until when. */
function CorrectTimes({ task, person, opened, onClose }: AttendanceMarksProps & Opened) {
  const { t } = useTranslation();
  const timezone = useTimezone(task.pid);
  const { pid, id, starts_at, ends_at } = task;
  const { uid, state = 'joined', arrived_at = null, left_at = null } = person;
  const name = shownName(t, person.name);
  // The task is over, so people who weren't checked out are no longer here.
  const marked = {
    id,
    uid,
    starts_at,
    ends_at,
    arrived_at,
    left_at,
    state: state === 'arrived' ? 'done' : state,
  } as const;
  return (
    <Dialog opened={opened} title={name} onClose={onClose}>
      <TimesForm {...{ pid, timezone, marked }} onDone={onClose} />
    </Dialog>
  );
}

type GivePlaceProps = Opened & { task: Task; person: Attendee; attendees: readonly Attendee[] };

/** Gives a person's place to somebody else, also if the task is full: those who wait don't get it in between. */
function GivePlace({ task, person, attendees, opened, onClose }: GivePlaceProps) {
  const { t } = useTranslation();
  const me = useMe()?.uid;
  const [taker, setTaker] = useState<Person>();
  const close = () => {
    setTaker(undefined);
    onClose();
  };
  const giver = shownName(t, person.name);
  const textsFor = ({ uid, name }: { uid: string; name: string }) => ({
    context: uid === me ? 'toMe' : person.uid === me ? 'fromMe' : '',
    taker: shownName(t, name),
    giver,
    title: task.title,
  });
  const give = useChange(givePlace(task.pid, task.id, person.uid), {
    message: (chosen) => t('manage.tasks.given', textsFor(chosen)),
    onDone: close,
    gone: t('manage.tasks.giveGone', { name: giver }),
  });
  return (
    <>
      <Dialog
        opened={opened && taker === undefined}
        title={t('eventDay.now.replace.title', { name: giver })}
        onClose={close}
      >
        <CandidatePicker
          {...{ task, attendees }}
          label={t('manage.tasks.giveLabel')}
          action={t('manage.tasks.giveChoose')}
          onPick={(chosen) => {
            give.reset();
            setTaker(chosen);
          }}
        />
      </Dialog>
      {taker === undefined ? null : (
        <ConfirmDialog
          opened={opened}
          title={t('manage.tasks.giveTitle', { giver, taker: shownName(t, taker.name) })}
          text={t('manage.tasks.giveText', textsFor(taker))}
          confirm={t('manage.tasks.giveConfirm')}
          color="spruce"
          pending={give.isPending}
          onConfirm={() => give.mutate(taker)}
          onClose={close}
        >
          {give.error === null ? null : (
            <OrganiserProblem error={give.error} texts={{ not_allowed: t('manage.tasks.giveNotAllowed') }} />
          )}
        </ConfirmDialog>
      )}
    </>
  );
}
