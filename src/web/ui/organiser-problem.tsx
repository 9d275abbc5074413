import { Alert, Button, Stack, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../api.ts';
import { AlertIcon } from './icons.tsx';
import { explain } from './problem.tsx';

const codes = [
  'already_exists',
  'last_owner',
  'team_full',
  'team_disabled',
  'task_full',
  'task_overlap',
  'task_has_attendees',
  'form_has_responses',
  'unknown_person',
  'stale',
] as const;

/** The codes that organisers meet, each with what can be done about it. */
export function why(t: TFunction, error: unknown): string {
  const code = error instanceof ApiProblem ? codes.find((one) => one === error.code) : undefined;
  return code === undefined ? explain(t, error) : t(`manage.why.${code}`);
}

type WhyAlertProps = {
  error: unknown;
  /** What a code means in this place, where it means something else than elsewhere. */
  words?: Record<string, string>;
  onRetry?: () => void;
  children?: ReactNode;
};

export function WhyAlert({ error, words, onRetry, children }: WhyAlertProps) {
  const { t } = useTranslation();
  const here = error instanceof ApiProblem ? words?.[error.code] : undefined;
  return (
    <Alert color="red" variant="outline" icon={<AlertIcon />} title={t('problems.title')} role="alert">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{here ?? why(t, error)}</Text>
        {children}
        {onRetry === undefined ? null : (
          <Button size="xs" variant="default" onClick={onRetry}>
            {t('problems.retry')}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
