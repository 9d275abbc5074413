import { claimStates } from '../../../../shared/claims.ts';
import { Id, Line, Nullable, Page, PageQuery, Ref, Shape, Slug, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { disclosureStates } from '../disclosure/disclosure.schema.ts';
import { Pid } from '../../../auth/project-role.ts';

const amount = (description: string) => Type.Integer({ description, examples: [149_000] });
const currency = () => Type.String({ examples: ['TWD'] });

export const Payment = Shape(
  {
    uid: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    name: Type.String({ examples: ['Ada Lovelace'] }),
    left: Type.Boolean({ description: 'Whether the form no longer asks the person.' }),
    amount: Nullable(amount('Amount by the current answer, in minor units; null if there is no amount or no answer.')),
    currency: Nullable(currency()),
    paid: Nullable(
      Shape({
        amount: amount("Amount paid, in minor units. It doesn't change with the answer."),
        currency: currency(),
        at: Timestamp('When it was marked as paid.'),
        by: Nullable(
          Type.String({
            description: 'Who marked it as paid; null if the account was erased.',
            examples: ['Olga Owner'],
          }),
        ),
        batch: Type.String({ description: 'Reference of the transfer or list.', examples: ['August, first run'] }),
      }),
    ),
    difference: Nullable(
      Type.Integer({
        description: 'Current amount minus the amount paid; null if not paid, or paid in another currency.',
        examples: [0],
      }),
    ),
    claim: Nullable(
      Shape(
        {
          id: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
          state: Type.Enum([...claimStates], { examples: ['sent'] }),
        },
        { description: 'The claim by which the person gets it, if the project pays for receipts.' },
      ),
    ),
    bank: Nullable(
      Type.Enum([...disclosureStates], {
        description:
          'Whether `passed-on` shows their bank account, as in its `state`; null if the form shares none or the ' +
          'person has no answer.',
        examples: ['missing'],
      }),
    ),
    bank_unconfirmed_since: Nullable(
      Timestamp('When the bank account was changed, if the person has not confirmed it yet (`unconfirmed`).'),
    ),
  },
  { $id: 'Payment' },
);
export const PaymentPage = { ...Page(Ref(Payment)), $id: 'PaymentPage' };

const Sums = (description: string) =>
  Type.Array(
    Shape({ currency: currency(), count: Type.Integer({ examples: [12] }), amount: amount('In minor units.') }),
    {
      description: `${description} One sum for each currency.`,
    },
  );

export const PaymentTotals = Shape(
  {
    open: Sums('People whom the form asks and who have not been paid.'),
    paid: Sums('Payments, also to people whom the form no longer asks.'),
  },
  { $id: 'PaymentTotals' },
);

export const TravelPayments = Shape(
  {
    data: Type.Array(
      Shape({
        form: Type.String({ examples: ['travel'] }),
        title: Nullable(Type.String({ description: 'Null if the form was deleted.', examples: ['Travel money'] })),
        open: Sums('People whom the form asks and who have not been paid.'),
        paid: Sums('Payments, also to people whose account was erased.'),
      }),
    ),
  },
  { $id: 'TravelPayments' },
);

export const NewPayments = Shape(
  {
    batch: Type.Optional(Line(100, { description: 'Reference of the transfer or list.', examples: ['August'] })),
    people: Type.Array(
      Shape({
        uid: Id('Identifier of the person.'),
        amount: Type.Integer({
          minimum: 1,
          maximum: Number.MAX_SAFE_INTEGER,
          description: 'Amount to pay, in minor units: the amount of the answer.',
          examples: [149_000],
        }),
        currency: Type.String({ pattern: '^[A-Z]{3}$', maxLength: 3, examples: ['TWD'] }),
      }),
      { minItems: 1, maxItems: 200 },
    ),
  },
  { $id: 'NewPayments' },
);

const outcomes = ['paid', 'already_paid', 'changed', 'no_amount', 'unconfirmed', 'claimed'] as const;
export type Outcome = (typeof outcomes)[number];

export const MadePayments = Shape(
  {
    data: Type.Array(
      Shape({
        uid: Type.String(),
        outcome: Type.Enum([...outcomes], {
          description:
            '`paid`: marked as paid; `already_paid`: was marked before, unchanged; `changed`: the amount of ' +
            "the answer is different; `no_amount`: the person hasn't applied for money; `unconfirmed`: the " +
            "person's bank account was changed, and they haven't confirmed it; `claimed`: they get it by a claim with " +
            'receipts, in a payout.',
        }),
      }),
      { description: 'One for each person, in the order of the request.' },
    ),
  },
  { $id: 'MadePayments' },
);

const form = () => Slug('Form; unique in its project.', ['travel']);
export const TravelPaymentsParams = Shape({ pid: Pid });
export const PaymentsParams = Shape({ pid: Pid, form: form() });
export const PaymentParams = Shape({
  pid: Pid,
  form: form(),
  uid: Id('Identifier of the person.'),
});
export const PaymentsQuery = Shape(PageQuery);

export const paymentSchemas = [Payment, PaymentPage, NewPayments, MadePayments, PaymentTotals, TravelPayments];

export type Payment = Static<typeof Payment>;
export type NewPayments = Static<typeof NewPayments>;
export type MadePayments = Static<typeof MadePayments>;
export type PaymentTotals = Static<typeof PaymentTotals>;
export type TravelPayments = Static<typeof TravelPayments>;
