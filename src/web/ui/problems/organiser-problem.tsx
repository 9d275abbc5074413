import { Alert, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { problemCode, problemNames, problemRule } from './api-problem.ts';
import { AlertIcon } from '../icons.tsx';
import { toHours } from '../../../locales/format/numbers.ts';
import { problemText } from './problem.tsx';

const codes = [
  'already_exists',
  'last_owner',
  'last_administrator',
  'team_full',
  'team_disabled',
  'task_full',
  'task_overlap',
  'task_has_attendees',
  'not_qualified',
  'document_missing',
  'not_possible',
  'works_too_long',
  'too_little_rest',
  'project_archived',
  'no_subsidies',
  'subsidies_needed',
  'form_has_responses',
  'unknown_person',
  'stale',
] as const;

/** The same as `problemText`, and what an organiser can do about it. */
export function organiserProblemText(t: TFunction, error: unknown): string {
  const code = codes.find((one) => one === problemCode(error));
  if (code === undefined) return problemText(t, error);
  const names = problemNames(error);
  if (code === 'not_qualified' && names.length > 0) return t('manage.lacks', { names, count: names.length });
  return [t(`manage.why.${code}`), ruleText(t, code, problemRule(error))].filter(Boolean).join(' ');
}

/** Names the rule about rest or breaks, so that planners know where to look for it; empty for other reasons. */
export function ruleText(
  t: TFunction,
  code: string | null,
  rule: { kind: string; minutes: number } | null | undefined,
): string {
  if (rule == null) return '';
  const values = { kind: rule.kind, hours: toHours(rule.minutes) };
  if (code === 'too_little_rest') return t('manage.kindRule.rest', values);
  return code === 'works_too_long' ? t('manage.kindRule.break', values) : '';
}

type OrganiserProblemProps = {
  error: unknown;
  /** Texts by code, where a code means something more specific than usual. */
  texts?: Record<string, string> | undefined;
  /** What leads to the solution, such as a link. */
  children?: ReactNode;
};

/** Does what `ProblemAlert` does, for pages of organisers. */
export function OrganiserProblem({ error, texts, children }: OrganiserProblemProps) {
  const { t } = useTranslation();
  return (
    <Alert color="red" variant="outline" icon={<AlertIcon />} title={t('problems.title')} role="alert">
      <Text size="sm">{texts?.[problemCode(error)] ?? organiserProblemText(t, error)}</Text>
      {children}
    </Alert>
  );
}
