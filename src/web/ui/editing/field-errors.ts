import { flushSync } from 'react-dom';
import { ApiProblem } from '../../api.ts';

/** Turns the pointer of a complaint, `/answers/size`, into the name of a field, `answers.size`. */
export const fieldOf = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');

type Words = {
  /** What to say about a field, in the reader's language; undefined for the words of the service. */
  say?: (field: string, detail: string) => string | undefined;
  /** The part of the body that the form fills in, such as `answers`. */
  within?: string;
};

/** The complaints of the service by field, the first one of each, ready for `form.setErrors`. */
export function fieldErrors(error: unknown, { say, within }: Words = {}): Record<string, string> {
  if (!(error instanceof ApiProblem)) return {};
  const found: Record<string, string> = {};
  for (const { pointer, detail } of error.errors) {
    const path = fieldOf(pointer);
    const field = within !== undefined && path.startsWith(`${within}.`) ? path.slice(within.length + 1) : path;
    found[field] ??= say?.(field, detail) ?? detail;
  }
  return found;
}

/** Puts the keyboard into the first field of a form that has an error; what is to be shown is drawn before. */
export function focusFirstError(formId: string, show: () => void = () => {}): void {
  flushSync(show);
  const form = document.getElementById(formId);
  form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error="true"] input')?.focus();
}
