import type { Form, OwnResponse } from '../../../client/client.ts';
import { isAsked } from '../answers/answers.ts';
import type { Filled } from '../answers/answers.ts';

export type PassedKind = Form['passes_on'][number];
type Passing = Pick<Form, 'passes_on' | 'passes_until'>;

/** Where the inputs hold what was agreed to; no field can have this name. */
export const agreedKey = 'Agreed';

/** What was agreed to, as a text: another kind or another day is another text, and not agreed to. */
export const agreementOf = ({ passes_on: kinds, passes_until: until }: Passing): string =>
  until === null ? '' : [...kinds, until].join(' ');

/** What has to be agreed to with these answers; nothing by those who decline what the form offers. */
export function wantedAgreement(form: Form, filled: Filled): string {
  const conditional = form.fields.filter((field) => field.only_when !== null);
  const declined = conditional.length > 0 && !conditional.some((field) => isAsked(form.fields, field, filled));
  return declined ? '' : agreementOf(form);
}

/** What is sent with the answer: the very words that were shown. */
export const consentOf = (form: Form, wanted: string): { passes_on?: PassedKind[]; passes_until?: string } =>
  wanted === '' || form.passes_until === null ? {} : { passes_on: form.passes_on, passes_until: form.passes_until };

/** Whether the form asks for something else than the person agreed to when they answered. */
export const asksAnew = (own: OwnResponse, wanted: string): boolean =>
  own.answers !== null && wanted !== '' && agreementOf(own) !== wanted;
