import { Id, Line, Nullable, Page, PageQuery, Ref, Shape, Slug, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { Pid } from '../../../auth/project-role.ts';

const amount = (description: string) => Type.Integer({ description, examples: [149_000] });
const currency = () => Type.String({ examples: ['TWD'] });

export const Payment = Shape(
  {
    uid: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    name: Type.String({ examples: ['Ada Lovelace'] }),
    left: Type.Boolean({ description: 'Whether the person is no longer among those whom the form asks.' }),
    amount: Nullable(amount('What the answer comes to now, in minor units; null: nothing, or the answer is gone.')),
    currency: Nullable(currency()),
    paid: Nullable(
      Shape({
        amount: amount('What was paid, in minor units. It stays when the answer changes.'),
        currency: currency(),
        at: Timestamp('When it was marked as paid.'),
        by: Nullable(Type.String({ description: 'Who marked it; null: erased.', examples: ['Olga Owner'] })),
        batch: Type.String({ description: 'Which transfer or list it was part of.', examples: ['August, first run'] }),
      }),
    ),
    difference: Nullable(
      Type.Integer({
        description: 'What the answer comes to now, less what was paid; null: not paid, or in another currency.',
        examples: [0],
      }),
    ),
  },
  { $id: 'Payment' },
);
export const PaymentPage = { ...Page(Ref(Payment)), $id: 'PaymentPage' };

export const NewPayments = Shape(
  {
    batch: Type.Optional(Line(100, { description: 'Which transfer or list they are part of.', examples: ['August'] })),
    people: Type.Array(
      Shape({
        uid: Id('Identifier of the person.'),
        amount: Type.Integer({
          minimum: 1,
          maximum: Number.MAX_SAFE_INTEGER,
          description: 'What is paid, in minor units: the amount of the answer.',
          examples: [149_000],
        }),
        currency: Type.String({ pattern: '^[A-Z]{3}$', maxLength: 3, examples: ['TWD'] }),
      }),
      { minItems: 1, maxItems: 200 },
    ),
  },
  { $id: 'NewPayments' },
);

const outcomes = ['paid', 'already_paid', 'changed', 'no_amount'] as const;
export type Outcome = (typeof outcomes)[number];

export const MadePayments = Shape(
  {
    data: Type.Array(
      Shape({
        uid: Type.String(),
        outcome: Type.Enum([...outcomes], {
          description:
            '`paid`: marked now; `already_paid`: it was, and stays as it was; `changed`: the answer comes to another ' +
            'amount; `no_amount`: the person has not applied for money.',
        }),
      }),
      { description: 'One for each person, in the order of the request.' },
    ),
  },
  { $id: 'MadePayments' },
);

const form = () => Slug('Form; unique in its project.', ['travel']);
export const PaymentsParams = Shape({ pid: Pid, form: form() });
export const PaymentParams = Shape({
  pid: Pid,
  form: form(),
  uid: Id('Identifier of the person.'),
});
export const PaymentsQuery = Shape(PageQuery);

export const paymentSchemas = [Payment, PaymentPage, NewPayments, MadePayments];

export type Payment = Static<typeof Payment>;
export type NewPayments = Static<typeof NewPayments>;
export type MadePayments = Static<typeof MadePayments>;
