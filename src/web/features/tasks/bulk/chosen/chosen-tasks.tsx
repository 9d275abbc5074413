import { maxTasksAtOnce } from '../../../../../shared/limits.ts';
import { Button, Group, Stack, Text, NumberInput, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { LostPlace, Project, Task } from '../../../../../client/client.ts';
import { useChange } from '../../../../ui/change.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { OrganiserProblem } from '../../../../ui/problems/organiser-problem.tsx';
import { teamsQuery } from '../../../teams/queries.ts';
import { AboutFields, useTaskTexts } from '../../planning/task-fields.tsx';
import { notifiedFields, sharedBody, unchanged, wholeProject } from '../../planning/task-values.ts';
import type { SharedValues } from '../../planning/task-values.ts';
import { Losses } from '../losses.tsx';
import { changeSelection } from '../queries.ts';
import type { SelectionChange } from '../queries.ts';
import { useUndoable } from '../undo.tsx';

const units = ['days', 'hours', 'minutes'] as const satisfies Unit[];
const largest = { days: 366, hours: 8760, minutes: 525_600 };

type ChosenTasksProps = { project: Project; tasks: readonly Task[]; onDone: () => void };
type Verb = 'edit' | 'move' | 'delete';

/** What can be done with the selected tasks. */
export function ChosenTasks({ project, tasks, onDone }: ChosenTasksProps) {
  const { t } = useTranslation();
  const [verb, setVerb] = useState<Verb>();
  const count = tasks.length;
  if (count === 0) return null;
  return (
    <Group gap="xs">
      <output>{t('tables.selected', { count })}</output>
      <Button size="xs" variant="default" onClick={() => setVerb('edit')}>
        {t('series.chosen.edit')}
      </Button>
      <Button size="xs" variant="default" onClick={() => setVerb('move')}>
        {t('series.chosen.move')}
      </Button>
      <Button size="xs" color="red" variant="outline" onClick={() => setVerb('delete')}>
        {t('homes.tasks.delete')}
      </Button>
      <Button size="xs" variant="default" onClick={onDone}>
        {t('tables.clear')}
      </Button>
      {verb === undefined ? null : (
        <ChangeDialog
          {...{ project, verb }}
          ids={tasks.map(({ id }) => id)}
          notifies={tasks.some(({ attendee_count: people }) => people > 0)}
          onClose={() => setVerb(undefined)}
          onDone={() => {
            setVerb(undefined);
            onDone();
          }}
        />
      )}
    </Group>
  );
}

type ChangeDialogProps = {
  project: Project;
  ids: readonly string[];
  verb: Verb;
  /** Somebody may be on the tasks. */
  notifies?: boolean;
  /** What is filled in at the start, for `edit`. */
  start?: Partial<SharedValues>;
  onClose: () => void;
  onDone: () => void;
};

/** Asks again, by name, if people would lose a place. */
export function ChangeDialog({ project, ids, verb, notifies = true, start, onClose, onDone }: ChangeDialogProps) {
  const { t } = useTranslation();
  const { pid, timezone } = project;
  const undoable = useUndoable(pid);
  const [asking, setAsking] = useState<{ change: SelectionChange; lost: readonly LostPlace[] }>();
  const count = ids.length;
  const work = useChange(changeSelection(pid), {
    onDone: ({ body }, { lost, done }) => {
      if (done === null) return setAsking({ change: body, lost });
      onDone();
      const texts = {
        edit: 'series.chosen.edited',
        move: notifies ? 'series.chosen.movedNotified' : 'series.chosen.moved',
        delete: 'homes.tasks.deleted',
      } as const;
      return undoable(done.step, t(texts[verb], { count: done.changed.length + done.removed.length }));
    },
  });
  const run = (change: SelectionChange, release: boolean) =>
    work.mutate({ body: { ...change, tasks: ids.map((id) => ({ id })) }, release });
  const submit = (change: SelectionChange) => run(change, false);
  const titles = {
    edit: 'series.chosen.editTitle',
    move: 'series.chosen.moveTitle',
    delete: 'homes.tasks.deleteTitle',
  } as const;
  const forms: Record<Verb, ReactNode> = {
    edit: <EditChosen {...{ project, start, notifies }} pending={work.isPending} onSubmit={submit} />,
    move: <MoveChosen notifies={notifies} pending={work.isPending} onSubmit={submit} />,
    delete: <DeleteChosen pending={work.isPending} onClose={onClose} onSubmit={submit} />,
  };
  return (
    <Dialog opened title={t(titles[verb], { count })} onClose={onClose}>
      <Stack>
        {count > maxTasksAtOnce ? <Text>{t('series.chosen.tooMany', { count: maxTasksAtOnce })}</Text> : null}
        {work.error === null ? null : <OrganiserProblem error={work.error} />}
        {asking === undefined ? (
          forms[verb]
        ) : (
          <>
            <Losses lost={asking.lost} timezone={timezone} />
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {t('ui.confirm.cancel')}
              </Button>
              <Button color="red" loading={work.isPending} onClick={() => run(asking.change, true)}>
                {verb === 'delete' ? t('series.losses.deleteAnyway') : t('series.losses.changeAnyway')}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Dialog>
  );
}

type DeleteChosenProps = { pending: boolean; onClose: () => void; onSubmit: (change: SelectionChange) => void };

function DeleteChosen({ pending, onClose, onSubmit }: DeleteChosenProps) {
  const { t } = useTranslation();
  return (
    <>
      <Text>{t('series.chosen.deleteText')}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('ui.confirm.cancel')}
        </Button>
        <Button color="red" loading={pending} onClick={() => onSubmit({ delete: true })}>
          {t('homes.tasks.delete')}
        </Button>
      </Group>
    </>
  );
}

type Unit = 'days' | 'hours' | 'minutes';
type MoveChosenProps = { notifies: boolean; pending: boolean; onSubmit: (change: SelectionChange) => void };

/** Days go by the calendar: tasks keep their time of day, also if clocks change in between. */
const moveBy = (amount: number, unit: Unit): SelectionChange =>
  unit === 'days' ? { move_days: amount } : { move_minutes: unit === 'hours' ? amount * 60 : amount };

/** `notifies`: somebody is on the tasks. */
function MoveChosen({ notifies, pending, onSubmit }: MoveChosenProps) {
  const { t } = useTranslation();
  const [amount, setAmount] = useState<number | string>(1);
  const [unit, setUnit] = useState<Unit>('days');
  const [direction, setDirection] = useState<'later' | 'earlier'>('later');
  const isNumber = typeof amount === 'number' && amount > 0 && amount <= largest[unit];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isNumber) onSubmit(moveBy(direction === 'later' ? amount : -amount, unit));
      }}
    >
      <Stack>
        <Group align="flex-end" wrap="nowrap">
          <NumberInput
            label={t('series.chosen.amount')}
            value={amount}
            onChange={setAmount}
            min={1}
            max={largest[unit]}
            allowDecimal={false}
            required
            flex={1}
          />
          <Select
            aria-label={t('series.chosen.unit')}
            data={units.map((value) => ({ value, label: t(`series.chosen.units.${value}`) }))}
            value={unit}
            onChange={(value) => setUnit(units.find((one) => one === value) ?? unit)}
            allowDeselect={false}
            flex={1}
          />
        </Group>
        <SegmentedControl
          aria-label={t('series.chosen.direction')}
          value={direction}
          onChange={setDirection}
          data={(['later', 'earlier'] as const).map((value) => ({ value, label: t(`series.chosen.${value}`) }))}
        />
        {notifies ? <Text size="sm">{t('series.chosen.notified')}</Text> : null}
        <Group justify="flex-end">
          <Button type="submit" loading={pending} disabled={!isNumber}>
            {t('series.chosen.move')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type EditChosenProps = {
  project: Project;
  /** Filled in at the start. The first of these fields has the focus. */
  start: Partial<SharedValues> | undefined;
  notifies: boolean;
  pending: boolean;
  onSubmit: (change: SelectionChange) => void;
};

/** Only what is filled in changes. */
function EditChosen({ project, start, notifies, pending, onSubmit }: EditChosenProps) {
  const { t } = useTranslation();
  const texts = useTaskTexts();
  const { pid, timezone } = project;
  const form = useForm<SharedValues>({
    initialValues: { ...unchanged, ...start },
    validate: ({ min_people: minimum, capacity }) => ({
      min_people: minimum !== '' && capacity !== '' && minimum > capacity ? t('series.wrong.minimum') : null,
    }),
  });
  const teams = (useQuery(teamsQuery(pid)).data ?? []).filter(({ rights, disabled }) => rights.edit && !disabled);
  const [focused] = Object.keys(start ?? {});
  const inputProps = (field: keyof SharedValues) => ({
    ...form.getInputProps(field),
    ...(field === focused && { 'data-autofocus': true }),
  });
  const set = sharedBody(form.values, timezone);
  return (
    <form noValidate onSubmit={form.onSubmit((values) => onSubmit({ set: sharedBody(values, timezone) }))}>
      <Stack>
        <TextInput
          {...inputProps('title')}
          label={texts.title.label}
          placeholder={t('series.chosen.unchanged')}
          maxLength={200}
        />
        <Select
          {...inputProps('tid')}
          label={texts.tid.label}
          placeholder={t('series.chosen.unchanged')}
          clearable
          value={form.values.tid === '' ? null : form.values.tid}
          onChange={(tid) => form.setFieldValue('tid', tid ?? '')}
          data={[
            ...(project.rights.edit ? [{ value: wholeProject, label: t('manage.tasks.wholeProject') }] : []),
            ...teams.map(({ tid, name }) => ({ value: tid, label: name })),
          ]}
        />
        <TextInput
          {...inputProps('category')}
          label={texts.category.label}
          description={t('manage.tasks.categoryHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder={t('series.chosen.unchanged')}
          maxLength={100}
        />
        <AboutFields
          pid={pid}
          values={form.values}
          inputProps={inputProps}
          setValues={(values) => form.setValues(values)}
          unchanged={t('series.chosen.unchanged')}
        />
        {notifies && notifiedFields.some((field) => field in set) ? (
          <Text size="sm">{t('series.chosen.notified')}</Text>
        ) : null}
        <Group justify="flex-end">
          <Button type="submit" loading={pending} disabled={Object.keys(set).length === 0}>
            {t('series.chosen.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
