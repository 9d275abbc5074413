import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import type { Attendee, Task } from '../../../../client/client.ts';
import { currentTime } from '../../../../locales/format/dates.ts';
import { PageLink } from '../../../ui/links.tsx';
import { Loaded } from '../../../ui/page-state.tsx';
import { useChange } from '../../../ui/change.ts';
import { ContactLinks } from '../../contacts/contact-links.tsx';
import { MessagePeople } from '../../messages/message-people.tsx';
import { useMe } from '../../people/queries.ts';
import { addAttendee, attendeesQuery } from '../queries.ts';
import { AttendanceMarks, CorrectTimes } from './attendance-marks.tsx';
import { CandidatePicker } from './candidate-picker.tsx';
import { GivePlace } from './give-place.tsx';
import { isNotified } from './is-notified.ts';
import { RemoveAttendee } from './remove-attendee.tsx';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import { useTold } from '../../notices/told.ts';

type ManageAttendeesProps = { pid: string; task: Task };

/** The attendees of a task; planners can add and remove people. */
export function AttendeeList({ pid, task }: ManageAttendeesProps) {
  const { t } = useTranslation();
  const told = useTold();
  const attendees = useQuery(attendeesQuery(pid, task.id));
  const me = useMe()?.uid;
  const add = useChange(addAttendee(pid, task.id), {
    message: ({ uid, name }) =>
      isNotified(uid, me, task)
        ? told(t('manage.tasks.putOn', { name }))
        : t('manage.tasks.putOn', { context: 'quiet', name }),
  });
  const ended = task.ends_at <= currentTime();
  const [removing, setRemoving] = useState<Attendee>();
  return (
    <Loaded query={attendees} embedded>
      {(found) => (
        <Stack gap="md" pt="xs">
          {found.length === 0 ? <Text c="dimmed">{t('manage.tasks.nobody')}</Text> : null}
          <Stack gap={0} component="ul" className="muster-plain-list">
            {found.map((person) => (
              <Group key={person.uid} component="li" className="muster-row" justify="space-between">
                <div>
                  <Text>{person.name}</Text>
                  <AttendanceMarks {...{ task, person }} />
                  {ended ? null : <Wishes {...person} />}
                  <ContactLinks {...person} />
                </div>
                {task.rights.add_attendees ? (
                  <Group gap="xs" justify="flex-end">
                    {ended ? <CorrectTimes {...{ task, person }} /> : null}
                    {!ended && (person.state ?? 'joined') === 'joined' ? (
                      <GivePlace {...{ task, person }} attendees={found} />
                    ) : null}
                    <Button
                      size="xs"
                      variant="default"
                      flex="none"
                      aria-label={t('manage.tasks.takeOffWhom', { name: person.name })}
                      onClick={() => setRemoving(person)}
                    >
                      {t('manage.tasks.takeOff')}
                    </Button>
                  </Group>
                ) : null}
              </Group>
            ))}
          </Stack>
          {task.rights.add_attendees && found.length > 0 ? (
            <div>
              <MessagePeople pid={pid} people={found} audience={{ tasks: [task.id] }} />
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
          {task.rights.add_attendees && !ended && task.open_places > 0 ? (
            <CandidatePicker
              task={task}
              attendees={found}
              label={t('manage.tasks.addLabel')}
              // "Ask for help" is below.
              firstShown={5}
              action={t('manage.tasks.add')}
              pendingUid={add.isPending ? add.variables.uid : undefined}
              onPick={(person) => add.mutate(person)}
            />
          ) : null}
        </Stack>
      )}
    </Loaded>
  );
}

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
