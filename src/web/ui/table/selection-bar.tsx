import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BatchProgress } from '../batch-progress.tsx';
import { AlertIcon } from '../icons.tsx';
import { organiserProblemText } from '../problems/organiser-problem.tsx';
import type { Each } from './each.ts';

type SelectionBarProps = { count: number; disabled?: boolean; onClear: () => void; children: ReactNode };

/** How many rows are selected, and the buttons for what can be done with them. */
export function SelectionBar({ count, disabled = false, onClear, children }: SelectionBarProps) {
  const { t } = useTranslation();
  if (count === 0) return null;
  return (
    <Group gap="xs" mb="xs" className="muster-no-print">
      <output>{t('tables.selected', { count })}</output>
      {children}
      <Button size="xs" variant="default" disabled={disabled} onClick={onClear}>
        {t('tables.clear')}
      </Button>
    </Group>
  );
}

type EachStateProps<Row> = {
  each: Each<Row>;
  /** What is being done, for screen readers. */
  label: string;
  /** `3 of 4 applications accepted` */
  result: (done: number, count: number) => string;
  keyOf: (row: Row) => string;
  nameOf: (row: Row) => string;
};

/** The progress of a change of several rows, and afterwards which of them could not be changed and why. */
export function EachState<Row>({ each, label, result, keyOf, nameOf }: EachStateProps<Row>) {
  const { t } = useTranslation();
  const { running, done, all, stop, answers, error } = each;
  if (running) return <BatchProgress {...{ label, done, all }} onStop={stop} />;
  const outcomes = answers.flat();
  const failed = outcomes.filter((one) => one.error !== undefined);
  if (failed.length === 0 && error === undefined) return null;
  return (
    <Alert
      color="red"
      variant="outline"
      role="alert"
      mb="xs"
      icon={<AlertIcon />}
      title={result(outcomes.length - failed.length, all)}
    >
      <Stack gap={4}>
        {failed.map((one) => (
          <Text key={keyOf(one.row)} size="sm">
            {t('tables.failed', { name: nameOf(one.row), reason: organiserProblemText(t, one.error) })}
          </Text>
        ))}
        {error === undefined ? null : <Text size="sm">{organiserProblemText(t, error)}</Text>}
      </Stack>
    </Alert>
  );
}
