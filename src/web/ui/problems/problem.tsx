import { Alert, Button, Stack, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { toHours } from '../../../locales/format/numbers.ts';
import { ApiProblem } from '../../api.ts';
import { AlertIcon } from '../icons.tsx';

/** The codes with a text of their own; all others get one by their status. */
const problemCodes = [
  'last_owner',
  'project_archived',
  'team_full',
  'team_disabled',
  'applications_closed',
  'call_closed',
  'document_changed',
  'certificate_not_wanted',
  'too_many_applications',
  'task_full',
  'task_overlap',
  'task_has_attendees',
  'places_lost',
  'step_overtaken',
  'step_undone',
  'not_qualified',
  'document_missing',
  'too_young',
  'birthday_unknown',
  'too_late_for_age',
  'guardian_missing',
  'not_possible',
  'works_too_long',
  'too_little_rest',
  'swap_impossible',
  'not_open_yet',
  'planners_only',
  'too_late_to_leave',
  'form_closed',
  'form_has_responses',
  'consent_differs',
  'not_passed_on',
  'already_exists',
  'stale',
  'not_allowed',
  'unknown_person',
  'sign_in_again',
  'passkey_required',
  'passkey_refused',
  'invalid_passkey',
  'passkey_blocked',
  'factors_frozen',
  'provider_unavailable',
  'claim_decided',
  'over_budget',
  'payer_missing',
  'not_sepa',
  'conflict',
  'too_large',
] as const;

type About = { names: readonly string[]; minutes: number | undefined; kind: string | undefined };

/** With the skills or tasks that it is about, and the limit of the rule and whose rule it is, if they are known. */
export function namedProblem(
  t: TFunction,
  code: (typeof problemCodes)[number],
  { names, minutes, kind }: About,
): string {
  const context = kind === undefined ? {} : { context: 'kind', kind };
  const values = { names, count: minutes === undefined ? names.length : toHours(minutes) };
  if (code === 'works_too_long' && minutes !== undefined) {
    return names.length === 0
      ? t('ui.named.too_long_alone', values)
      : t('ui.named.works_too_long', { ...values, ...context });
  }
  if (names.length === 0) return t(`ui.codes.${code}`);
  if (code === 'not_qualified') return t('ui.named.not_qualified', values);
  if (code === 'not_sepa') return t('ui.named.not_sepa', values);
  if (code === 'document_missing') return t('ui.named.document_missing', values);
  if (code === 'too_little_rest' && minutes !== undefined)
    return t('ui.named.too_little_rest', { ...values, ...context });
  return code === 'task_overlap' ? t('ui.named.task_overlap', values) : t(`ui.codes.${code}`);
}

/** What went wrong and what to do about it, in the reader's language. */
export function problemText(t: TFunction, error: unknown): string {
  if (!(error instanceof ApiProblem)) return t('problems.unknown', { requestId: '–' });
  const { status, code, requestId } = error;
  if (code === 'network') return t('problems.network');
  if (status === 429) return t('problems.tooMany', { count: error.retryAfterSeconds ?? 60 });
  const known = problemCodes.find((one) => one === code);
  if (known !== undefined) return namedProblem(t, known, error);
  if (status === 401) return t('signIn.ended');
  if (status === 403) return t('problems.forbidden');
  if (status === 404) return t('problems.notFound');
  if (status === 503) return t('problems.unavailable');
  if (status < 500) return t('problems.invalid');
  return t('problems.unknown', { requestId });
}

type ProblemAlertProps = { error: unknown; onRetry?: () => void };

export function ProblemAlert({ error, onRetry }: ProblemAlertProps) {
  const { t } = useTranslation();
  return (
    <Alert color="red" variant="outline" icon={<AlertIcon />} title={t('problems.title')} role="alert">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{problemText(t, error)}</Text>
        {onRetry === undefined ? null : (
          <Button size="xs" variant="default" onClick={onRetry}>
            {t('problems.retry')}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
