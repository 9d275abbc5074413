import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanTask } from '../../../../../client/client.ts';
import { formatSpanAt } from '../../../../../locales/format/dates.ts';
import { shownName } from '../../../../../locales/format/names.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { byGap, freeOn, isOn } from '../plan.ts';
import type { Attendee } from '../plan.ts';
import { staffingText } from '../staffing-text.ts';
import type { RunChange } from '../use-plan-changes.ts';

type TransferPersonProps = {
  /** Undefined: the dialog is closed. */
  person: Attendee | undefined;
  from: PlanTask;
  tasks: readonly PlanTask[];
  timezone: string;
  run: RunChange;
  onClose: () => void;
};

/** Moves a person to another task of the shown days, without dragging. */
export function TransferPerson({ person, onClose, ...rest }: TransferPersonProps) {
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
