import { Button, CloseButton, Group, Text, Title, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanTask } from '../../../../../client/client.ts';
import { formatSpanAt } from '../../../../../locales/format/dates.ts';
import { shownName } from '../../../../../locales/format/names.ts';
import { fromZonedInput, toZonedInput } from '../../../../../locales/format/zoned-time.ts';
import { ButtonLink } from '../../../../ui/links.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { RowMenu } from '../../../../ui/table/row-actions.tsx';
import { distinctName, useNamesakes } from '../../../roster/namesakes.ts';
import { toRow } from '../move-to-row.ts';
import styles from './panel.module.css';
import { littleRestWith, staffingOf, idIn, byGap, freeOn, isOn } from '../plan.ts';
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
  /** Undefined where the frame around it closes it. */
  onClose?: () => void;
  ref?: Ref<HTMLElement>;
};

/** The chosen task: who is on it, and everything that dragging does, as buttons and menus. */
export function TaskPanel(props: TaskPanelProps) {
  const { pid, task, tasks, plans, rows, by, timezone, run, onClose, ref } = props;
  const { t, i18n } = useTranslation();
  const [moving, setMoving] = useState(false);
  const [leaving, setLeaving] = useState<Attendee>();
  const { id, title, attendees, attendee_count: joined, capacity } = task;
  const namesakes = useNamesakes(pid, attendees);
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
        <RowMenu
          name={fullName}
          actions={[
            { key: 'transfer', text: t('planner.task.transfer'), onClick: onTransfer },
            {
              key: 'remove',
              text: t('planner.task.remove'),

              onClick: () => run({ what: 'remove', person: { uid: person.uid, name }, task }),
            },
          ]}
        />
      ) : null}
    </li>
  );
}

type MoveTaskProps = {
  opened: boolean;
  task: PlanTask;
  rows: readonly RowOf[];
  by: Grouping;
  timezone: string;
  run: RunChange;
  onClose: () => void;
};

/** Another time or row for a task, without dragging. */
function MoveTask({ opened, task, onClose, ...rest }: MoveTaskProps) {
  const { t } = useTranslation();
  return (
    <Dialog opened={opened} title={t('planner.move.title', { title: task.title })} onClose={onClose}>
      <MoveForm task={task} onClose={onClose} {...rest} />
    </Dialog>
  );
}

function MoveForm({ task, rows, by, timezone, run, onClose }: Omit<MoveTaskProps, 'opened'>) {
  const { t } = useTranslation();
  const [from, setFrom] = useState(() => toZonedInput(task.starts_at, timezone));
  const [to, setTo] = useState(() => toZonedInput(task.ends_at, timezone));
  const [key, setKey] = useState(() => idIn(task, by) ?? '');
  const [starts_at, ends_at] = [fromZonedInput(from, timezone), fromZonedInput(to, timezone)];
  const isWrong = starts_at === null || ends_at === null || ends_at <= starts_at;
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    if (isWrong) return;
    const row = rows.find(({ id }) => (id ?? '') === key);
    const isMoved = starts_at !== task.starts_at || ends_at !== task.ends_at;
    const isElsewhere = row !== undefined && row.id !== idIn(task, by);
    const fields = {
      ...(isMoved && { starts_at, ends_at }),
      ...(isElsewhere && toRow(by, row)),
    };
    onClose();
    if (Object.keys(fields).length > 0)
      run({ what: 'change', task, fields, ...(isElsewhere && { row: { by, to: row } }) });
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          type="datetime-local"
          label={t('planner.move.from')}
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          type="datetime-local"
          label={t('planner.move.to')}
          value={to}
          error={isWrong ? t('planner.move.wrong') : undefined}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        <NativeSelect
          label={t(`planner.by.${by}`)}
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
          data={rows.map(({ id, name }) => ({ value: id ?? '', label: name }))}
        />
        <Group>
          <Button type="submit" disabled={isWrong}>
            {t('planner.move.move')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type TransferPersonProps = {
  /** Undefined if the dialog is closed. */
  person: Attendee | undefined;
  from: PlanTask;
  tasks: readonly PlanTask[];
  timezone: string;
  run: RunChange;
  onClose: () => void;
};

/** Moves a person to another task of the shown days, without dragging. */
function TransferPerson({ person, onClose, ...rest }: TransferPersonProps) {
  const { t } = useTranslation();
  const name = shownName(t, person?.name ?? '');
  return (
    <Dialog opened={person !== undefined} title={t('planner.transfer.title', { name })} onClose={onClose}>
      {person === undefined ? null : <TransferForm person={{ ...person, name }} onClose={onClose} {...rest} />}
    </Dialog>
  );
}

type TransferFormProps = Omit<TransferPersonProps, 'person'> & { person: Attendee };

function TransferForm({ person, from, tasks, timezone, run, onClose }: TransferFormProps) {
  const { t, i18n } = useTranslation();
  const choices = tasks
    .filter((task) => task.rights.edit && freeOn(task) > 0 && !isOn(task, person.uid))
    .toSorted(byGap);
  const [id, setId] = useState(choices[0]?.id ?? '');
  const task = choices.find((one) => one.id === id);
  return (
    <Stack gap="sm">
      <NativeSelect
        label={t('planner.transfer.to')}
        value={id}
        onChange={(event) => setId(event.currentTarget.value)}
        data={choices.map((one) => ({
          value: one.id,
          label: `${one.title} · ${formatSpanAt(one.starts_at, one.ends_at, i18n.language, timezone)} · ${staffingText(t, one)}`,
        }))}
      />
      <Group>
        <Button
          disabled={task === undefined}
          onClick={() => {
            onClose();
            if (task !== undefined) run({ what: 'transfer', person, from, task });
          }}
        >
          {t('planner.transfer.move')}
        </Button>
      </Group>
    </Stack>
  );
}
