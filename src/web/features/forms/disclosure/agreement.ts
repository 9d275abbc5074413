import type { Form, OwnResponse } from '../../../../client/client.ts';
import { isAsked } from '../answers/answers.ts';
import type { Filled } from '../answers/answers.ts';

export type DisclosedKind = Form['passes_on'][number];

export const disclosedKinds = ['bank', 'address', 'real_profile'] as const satisfies DisclosedKind[];

type Disclosure = Pick<Form, 'passes_on' | 'passes_until'>;

/** The form field that holds the consent; no question can have this key. */
export const agreedKey = 'Agreed';

/** What is disclosed until when, as one text, so that consent to anything else does not count. */
export const agreementOf = ({ passes_on: kinds, passes_until: until }: Disclosure): string =>
  until === null ? '' : [...kinds, until].join(' ');

/** The consent that these answers need; none from people who decline what the form offers. */
export function requiredAgreement(form: Form, filled: Filled): string {
  const conditional = form.fields.filter((field) => field.only_when !== null);
  const declined = conditional.length > 0 && !conditional.some((field) => isAsked(form.fields, field, filled));
  return declined ? '' : agreementOf(form);
}

/** The consent to send with the answers: exactly what the form showed. */
export const consentOf = (form: Form, required: string): { passes_on?: DisclosedKind[]; passes_until?: string } =>
  required === '' || form.passes_until === null ? {} : { passes_on: form.passes_on, passes_until: form.passes_until };

/** Whether the form now discloses something else than the person agreed to when they answered. */
export const needsNewConsent = (own: OwnResponse, required: string): boolean =>
  own.answers !== null && required !== '' && agreementOf(own) !== required;
