import { Button, CloseButton, Group, Menu, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanTask } from '../../../../../client/client.ts';
import { formatSpanAt } from '../../../../../locales/format/dates.ts';
import { shownName } from '../../../../../locales/format/names.ts';
import { ButtonLink } from '../../../../ui/links.tsx';
import { distinctName } from '../../../roster/namesakes.ts';
import { MoveTask } from './move-task.tsx';
import { TransferPerson } from './transfer-person.tsx';
import styles from './panel.module.css';
import { littleRestWith, staffingOf } from '../plan.ts';
import type { Attendee, RowOf } from '../plan.ts';
import type { Grouping } from '../search.ts';
import { staffingText } from '../staffing-text.ts';
import type { RunChange } from '../use-plan-changes.ts';

type TaskPanelProps = {
  pid: string;
  task: PlanTask;
  tasks: readonly PlanTask[];
  /** The tasks of each person. */
  plans: ReadonlyMap<string, readonly PlanTask[]>;
  rows: readonly RowOf[];
  by: Grouping;
  timezone: string;
  run: RunChange;
  /** The email addresses of people who share their name with others. */
  namesakes: ReadonlyMap<string, string>;
  /** Undefined where the frame around it closes it. */
  onClose?: () => void;
  ref?: Ref<HTMLElement>;
};

/** The chosen task: who is on it, and everything that dragging does, as buttons and menus. */
export function TaskPanel(props: TaskPanelProps) {
  const { pid, task, tasks, plans, rows, by, timezone, run, namesakes, onClose, ref } = props;
  const { t, i18n } = useTranslation();
  const [moving, setMoving] = useState(false);
  const [leaving, setLeaving] = useState<Attendee>();
  const { id, title, attendees, attendee_count: joined, capacity } = task;
  return (
    <section ref={ref} tabIndex={-1} className={styles.task} aria-labelledby="planner-task">
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
        <Title order={2} size="h5" id="planner-task">
          {title}
        </Title>
        {onClose === undefined ? null : (
          <CloseButton size="sm" aria-label={t('planner.task.close')} onClick={onClose} />
        )}
      </Group>
      <Text size="sm">{formatSpanAt(task.starts_at, task.ends_at, i18n.language, timezone)}</Text>
      <Text size="sm" c="dimmed">
        {[task.place?.name, task.kind?.name].filter(Boolean).join(' · ')}
      </Text>
      <Text size="sm">
        {t('planner.task.people', { joined, capacity })} ·{' '}
        <span className={staffingOf(task) === 'short' ? styles.short : undefined}>{staffingText(t, task)}</span>
      </Text>
      <ul className={`muster-plain-list ${styles.attendees}`} aria-label={t('planner.task.attendees')}>
        {attendees.map((person) => (
          <AttendeeRow
            key={person.uid}
            {...{ person, task, run }}
            address={namesakes.get(person.uid)}
            rested={littleRestWith(plans.get(person.uid) ?? [], task, timezone) === undefined}
            onTransfer={() => setLeaving(person)}
          />
        ))}
      </ul>
      {joined > attendees.length ? (
        <Text size="xs" c="dimmed">
          {t('planner.task.more', { count: joined - attendees.length })}
        </Text>
      ) : null}
      {task.rights.edit ? (
        <Group gap={6} mt={8}>
          <Button size="compact-sm" variant="default" onClick={() => setMoving(true)}>
            {t('planner.task.move')}
          </Button>
          <ButtonLink to="/projects/$pid/tasks/$id/edit" params={{ pid, id }} size="compact-sm" variant="default">
            {t('planner.task.edit')}
          </ButtonLink>
          <ButtonLink
            to="/projects/$pid/manage/tasks/$id"
            params={{ pid, id }}
            search={{ from: 'planner' }}
            size="compact-sm"
            variant="subtle"
          >
            {t('planner.task.open')}
          </ButtonLink>
        </Group>
      ) : null}
      <MoveTask opened={moving} {...{ task, rows, by, timezone, run }} onClose={() => setMoving(false)} />
      <TransferPerson
        person={leaving}
        from={task}
        {...{ tasks, timezone, run }}
        onClose={() => setLeaving(undefined)}
      />
    </section>
  );
}

type AttendeeRowProps = {
  person: Attendee;
  task: PlanTask;
  address: string | undefined;
  rested: boolean;
  run: RunChange;
  onTransfer: () => void;
};

function AttendeeRow({ person, task, address, rested, run, onTransfer }: AttendeeRowProps) {
  const { t } = useTranslation();
  const name = shownName(t, person.name);
  const fullName = distinctName(t, person.name, address);
  return (
    <li className={styles.attendee}>
      <span>
        {fullName}
        {person.confirmed ? ` · ${t('planner.task.confirmed')}` : ''}
        {person.available ? null : <span className={styles.short}> · {t('planner.task.notFree')}</span>}
        {rested ? null : <span className={styles.short}> · {t('planner.task.littleRest')}</span>}
      </span>
      {task.rights.edit ? (
        <Menu withinPortal position="bottom-end">
          <Menu.Target>
            <Button
              size="compact-xs"
              variant="default"
              flex="none"
              aria-label={t('planner.task.changeWhom', { name: fullName })}
            >
              {t('planner.task.change')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={onTransfer}>{t('planner.task.transfer')}</Menu.Item>
            <Menu.Item onClick={() => run({ what: 'remove', person: { uid: person.uid, name }, task })}>
              {t('planner.task.remove')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </li>
  );
}
