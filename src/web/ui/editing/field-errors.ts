import { flushSync } from 'react-dom';
import { problemDetails } from '../problems/api-problem.ts';

/** The name of a form field for a JSON pointer: `/answers/size` becomes `answers.size`. */
const fieldOf = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');

type FieldErrorOptions = {
  /** The text for a field in the reader's language; undefined for the text of the server. */
  errorText?: (field: string, detail: string) => string | undefined;
  /** The part of the body that the form fills in, such as `answers`. */
  within?: string;
};

/** The first error of each field, ready for `form.setErrors`. */
export function fieldErrors(error: unknown, { errorText, within }: FieldErrorOptions = {}): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { pointer, detail } of problemDetails(error)) {
    const path = fieldOf(pointer);
    const field = within !== undefined && path.startsWith(`${within}.`) ? path.slice(within.length + 1) : path;
    found[field] ??= errorText?.(field, detail) ?? detail;
  }
  return found;
}

/** Moves the focus to the first field with an error, after the errors are on screen. */
export function focusFirstError(formId: string, show: () => void = () => {}): void {
  flushSync(show);
  const form = document.getElementById(formId);
  form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error="true"] input')?.focus();
}
