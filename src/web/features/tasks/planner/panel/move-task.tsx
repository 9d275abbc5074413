import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanTask } from '../../../../../client/client.ts';
import { fromZonedInput, toZonedInput } from '../../../../../locales/format/zoned-time.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { toRow } from '../move-to-row.ts';
import { idIn } from '../plan.ts';
import type { RowOf } from '../plan.ts';
import type { Grouping } from '../search.ts';
import type { RunChange } from '../use-plan-changes.ts';

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
export function MoveTask({ opened, task, onClose, ...rest }: MoveTaskProps) {
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
