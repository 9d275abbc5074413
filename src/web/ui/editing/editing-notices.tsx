import { Alert, Button, Collapse, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Editing } from './editing.ts';
import { ProblemAlert } from '../problems/problem.tsx';

/** The label of a field, and how its value is written, to compare two versions. */
export type FieldTexts<T> = { [K in keyof T]?: { label: string; show?: (value: T[K]) => string } };

type NoticesProps<T extends Record<string, unknown>> = { editing: Editing<T>; fields: FieldTexts<T> };

/** Above the fields: what was typed earlier is back. */
export function RestoredNotice<T extends Record<string, unknown>>({ editing }: Pick<NoticesProps<T>, 'editing'>) {
  const { t } = useTranslation();
  if (!editing.restored || !editing.dirty) return null;
  return (
    <Group className="muster-notice" justify="space-between" gap="sm" aria-live="polite">
      <span>{t('ui.editing.restored')}</span>
      <Button size="xs" variant="default" onClick={editing.discard}>
        {t('ui.editing.discard')}
      </Button>
    </Group>
  );
}

/** Says above the save button that a change conflicts, or that saving failed. */
export function EditingNotices<T extends Record<string, unknown>>({ editing, fields }: NoticesProps<T>) {
  return (
    <Stack gap="md" aria-live="polite">
      {editing.conflict === undefined ? null : <Conflict editing={editing} fields={fields} />}
      {editing.error === undefined ? null : <ProblemAlert error={editing.error} />}
    </Stack>
  );
}

function Conflict<T extends Record<string, unknown>>({ editing, fields }: NoticesProps<T>) {
  const { t } = useTranslation();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [shown, { toggle }] = useDisclosure(false);
  useEffect(() => box.current?.focus(), []);
  return (
    <Alert color="yellow" variant="outline" title={t('ui.editing.conflictTitle')} role="alert" tabIndex={-1} ref={box}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t('ui.editing.conflictText')}</Text>
        <Button size="xs" variant="default" onClick={toggle} aria-expanded={shown} aria-controls={id}>
          {shown ? t('ui.editing.hideTheirs') : t('ui.editing.seeTheirs')}
        </Button>
        <Collapse expanded={shown} id={id}>
          <Differences editing={editing} fields={fields} />
        </Collapse>
        <Group gap="sm">
          <Button size="xs" onClick={editing.keepMine}>
            {t('ui.editing.keepMine')}
          </Button>
          <Button size="xs" variant="default" onClick={editing.takeTheirs}>
            {t('ui.editing.takeTheirs')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

function Differences<T extends Record<string, unknown>>({ editing, fields }: NoticesProps<T>) {
  const { t } = useTranslation();
  const { conflict, form } = editing;
  if (conflict === undefined) return null;
  const differing = Object.keys(conflict.values).filter(
    (key) => JSON.stringify(conflict.values[key]) !== JSON.stringify(form.values[key]),
  );
  if (differing.length === 0) return <Text size="sm">{t('ui.editing.same')}</Text>;
  return (
    <dl className="muster-theirs">
      {differing.map((key) => {
        const value = conflict.values[key as keyof T];
        const field = fields[key as keyof T];
        const text = field?.show?.(value) ?? plain(value);
        return (
          <div key={key}>
            <dt>{field?.label ?? key}</dt>
            <dd>{text === '' ? t('ui.editing.nothing') : text}</dd>
          </div>
        );
      })}
    </dl>
  );
}

const plain = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value ?? '');
