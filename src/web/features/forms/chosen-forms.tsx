import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import type { FormEntry, Project } from '../../../client/client.ts';
import { useEach } from '../../ui/table/each.ts';
import { EachState, SelectionBar } from '../../ui/table/selection-bar.tsx';
import { setFormsEnabled } from './queries.ts';
import { useTold } from '../notices/told.ts';

type ChosenFormsProps = {
  project: Project;
  forms: readonly FormEntry[];
  /** Called with the forms that stay selected. */
  onEnd: (left: readonly FormEntry[]) => void;
};

/** Turns the selected forms on or off. */
export function ChosenForms({ project: { pid, state }, forms, onEnd }: ChosenFormsProps) {
  const { t } = useTranslation();
  const told = useTold();
  // In a draft, nobody is notified before it is public.
  const isPublic = state === 'public';
  const end =
    (text: 'turnedOnAllLater' | 'turnedOnAllTold' | 'turnedOffAll') => (done: number, left: readonly FormEntry[]) => {
      const message = t(`manage.forms.${text}`, { count: done });
      if (done > 0) notifications.show({ message: text === 'turnedOffAll' ? message : told(message) });
      onEnd(left);
    };
  const turnOn = useEach(setFormsEnabled(pid, true), end(isPublic ? 'turnedOnAllTold' : 'turnedOnAllLater'));
  const turnOff = useEach(setFormsEnabled(pid, false), end('turnedOffAll'));
  const running = turnOn.running || turnOff.running;
  const off = forms.filter(({ enabled }) => !enabled);
  const on = forms.filter(({ enabled }) => enabled);
  return (
    <>
      <SelectionBar count={forms.length} disabled={running} onClear={() => onEnd([])}>
        {off.length === 0 ? null : (
          <Button
            size="xs"
            disabled={running}
            onClick={() => {
              turnOff.reset();
              turnOn.run(off);
            }}
          >
            {t('manage.forms.turnOnAll', { count: off.length })}
          </Button>
        )}
        {on.length === 0 ? null : (
          <Button
            size="xs"
            variant="default"
            disabled={running}
            onClick={() => {
              turnOn.reset();
              turnOff.run(on);
            }}
          >
            {t('manage.forms.turnOffAll', { count: on.length })}
          </Button>
        )}
      </SelectionBar>
      <EachState
        each={turnOn}
        label={t('manage.forms.turnOnAll', { count: turnOn.all })}
        result={(done, all) => t('manage.forms.turnedOnOf', { done, count: all })}
        keyOf={({ form }) => form}
        nameOf={({ title }) => title}
      />
      <EachState
        each={turnOff}
        label={t('manage.forms.turnOffAll', { count: turnOff.all })}
        result={(done, all) => t('manage.forms.turnedOffOf', { done, count: all })}
        keyOf={({ form }) => form}
        nameOf={({ title }) => title}
      />
    </>
  );
}
