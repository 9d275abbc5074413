import { fail } from '../../../errors.ts';
import type { Field } from '../fields.schema.ts';
import { passedKinds } from './disclosure.schema.ts';
import type { PassedKind, DisclosureState } from './disclosure.schema.ts';

/** What is passed on, and until the end of which day; nothing: no day either. */
export type Disclosure = { kinds: readonly PassedKind[]; until: string | null };

/** Each once, and in one order, so that equal lists are equal texts. */
export const inOrder = (kinds: readonly string[]): PassedKind[] => passedKinds.filter((kind) => kinds.includes(kind));

/** Written by this service only, in order. */
export const disclosureOf = (row: { passes_on: string; passes_until: string | null }): Disclosure => ({
  kinds: inOrder(JSON.parse(row.passes_on) as string[]),
  until: row.passes_until,
});

/** Whoever declines what a form offers is asked nothing more: there is nothing to pass on their data for. */
export function declines(fields: readonly Field[], answers: Readonly<Record<string, unknown>>): boolean {
  const conditions = fields.flatMap(({ only_when }) => only_when ?? []);
  const isMet = ({ field, values }: (typeof conditions)[number]) => values.some((value) => value === answers[field]);
  return conditions.length > 0 && !conditions.some(isMet);
}

const nothing: Disclosure = { kinds: [], until: null };

export const askedOf = (
  form: Disclosure,
  fields: readonly Field[],
  answers: Readonly<Record<string, unknown>>,
): Disclosure => (declines(fields, answers) ? nothing : form);

const refuse = (pointer: string, detail: string): never =>
  fail('consent_differs', { detail, errors: [{ pointer, detail }] });

/** Nobody agrees to what they were not shown: the answer repeats what the form says, or is not taken. */
export function requireConsent(asked: Disclosure, given: Disclosure): void {
  const missing = asked.kinds.filter((kind) => !given.kinds.includes(kind));
  if (missing.length > 0)
    refuse('/passes_on', `the form passes on ${missing.join(', ')}, and is answered with that only`);
  const surplus = given.kinds.filter((kind) => !asked.kinds.includes(kind));
  if (surplus.length > 0) refuse('/passes_on', `the form does not ask to pass on ${surplus.join(', ')}; read it again`);
  if (given.until === asked.until) return;
  refuse(
    '/passes_until',
    asked.until === null ? 'nothing is asked for' : `the form says ${asked.until}; read it again`,
  );
}

type Circumstances = {
  /** The day up to which the person agreed; null: they did not. */
  agreedUntil: string | null;
  formUntil: string | null;
  today: string;
  left: boolean;
  declined: boolean;
  given: boolean;
};

/** Whether one person's data is shown, and why not. Of two days the earlier one counts. */
export function stateOf({ agreedUntil, formUntil, today, left, declined, given }: Circumstances): DisclosureState {
  if (agreedUntil === null) return declined ? 'not_asked' : 'not_agreed';
  if (left) return 'left';
  if (agreedUntil < today || (formUntil ?? '') < today) return 'over';
  return given ? 'given' : 'missing';
}
