import { fail } from '../../../errors.ts';
import type { Field } from '../fields.schema.ts';
import { disclosedKinds } from './disclosure.schema.ts';
import type { DisclosedKind, DisclosureState } from './disclosure.schema.ts';

/** What is passed on, and the last day. `until` is null if nothing is passed on. */
export type Disclosure = { kinds: readonly DisclosedKind[]; until: string | null };

/** Removes duplicates and sorts, so that equal lists serialise equally. */
export const inOrder = (kinds: readonly string[]): DisclosedKind[] =>
  disclosedKinds.filter((kind) => kinds.includes(kind));

/** Only this service writes the column. */
export const disclosureOf = (row: { passes_on: string; passes_until: string | null }): Disclosure => ({
  kinds: inOrder(JSON.parse(row.passes_on) as string[]),
  until: row.passes_until,
});

/** People who decline what the form offers need not agree: there is no reason to pass on their data. */
export function declines(
  fields: readonly Pick<Field, 'only_when'>[],
  answers: Readonly<Record<string, unknown>>,
): boolean {
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

/** People agree only to what they were shown, so the answer must repeat what the form says. */
export function requireConsent(asked: Disclosure, given: Disclosure): void {
  const missing = asked.kinds.filter((kind) => !given.kinds.includes(kind));
  if (missing.length > 0) refuse('/passes_on', `the form passes on ${missing.join(', ')}; the answer must agree to it`);
  const surplus = given.kinds.filter((kind) => !asked.kinds.includes(kind));
  if (surplus.length > 0) refuse('/passes_on', `the form does not ask to pass on ${surplus.join(', ')}; read it again`);
  if (given.until === asked.until) return;
  refuse(
    '/passes_until',
    asked.until === null ? 'nothing is asked for' : `the form says ${asked.until}; read it again`,
  );
}

/** Whether a consent opens more than the one that holds: another kind of data, or a later day. */
export const opensMore = (agreed: Disclosure, given: Disclosure): boolean =>
  given.until !== null &&
  (given.until > (agreed.until ?? '') || given.kinds.some((kind) => !agreed.kinds.includes(kind)));

type Terms = {
  audience: string;
  audience_tids: string;
  title: string;
  description: string;
  kinds: readonly DisclosedKind[];
};

/**
 * Whether people have to agree again: who is asked, what is passed on, or what the form says it is for has changed. A
 * later day does not matter, because each consent ends on the day that the person agreed to.
 */
export const changesTerms = (before: Terms, after: Terms): boolean =>
  before.audience !== after.audience ||
  before.audience_tids !== after.audience_tids ||
  before.title !== after.title ||
  before.description !== after.description ||
  before.kinds.join(' ') !== after.kinds.join(' ');

type Circumstances = {
  /** Null if the person did not agree. */
  agreedUntil: string | null;
  formUntil: string | null;
  today: string;
  left: boolean;
  declined: boolean;
  given: boolean;
  /** Changed with a token or an old session, so that somebody else may have done it. */
  unconfirmed: boolean;
};

/** Whether a person's data is shown, or why not. The earlier of the two days counts. */
export function stateOf({
  agreedUntil,
  formUntil,
  today,
  left,
  declined,
  given,
  unconfirmed,
}: Circumstances): DisclosureState {
  if (agreedUntil === null && declined) return 'not_asked';
  if (left) return 'left';
  if (agreedUntil === null) return 'not_agreed';
  if (agreedUntil < today || (formUntil ?? '') < today) return 'over';
  if (!given) return 'missing';
  return unconfirmed ? 'unconfirmed' : 'given';
}
