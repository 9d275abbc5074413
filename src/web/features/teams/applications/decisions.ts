import type { TFunction } from 'i18next';
import type { Application } from '../../../../client/client.ts';

export type Decision = 'accept' | 'wait' | 'decline';
export const decisions = ['accept', 'wait', 'decline'] as const satisfies Decision[];

/** What has been decided, published or not. */
export const decidedOf = ({ state, pending }: Application) =>
  pending ?? (state === 'accepted' || state === 'waiting' || state === 'declined' ? state : null);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

type Asked = { options: { value: string; label: string }[] | null };

export function answerText(t: TFunction, { options }: Asked, answer: unknown): string {
  if (answer === undefined) return '';
  if (typeof answer === 'boolean') return t(answer ? 'project.forms.yes' : 'project.forms.no');
  const labels = new Map((options ?? []).map(({ value, label }) => [value, label]));
  const values: unknown[] = Array.isArray(answer) ? answer : [answer];
  return values
    .map((value) => (typeof value === 'number' ? String(value) : (labels.get(textOf(value)) ?? textOf(value))))
    .join(', ');
}
