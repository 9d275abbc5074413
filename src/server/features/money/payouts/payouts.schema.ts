import { maxPayoutClaims, payoutColumns } from '../../../../shared/claims.ts';
import { Pid } from '../../../auth/project-role.ts';
import { CountedPage, Id, Line, Nullable, PageQuery, Ref, Shape, Text, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { disclosureStates } from '../../forms/disclosure/disclosure.schema.ts';
import { Amount } from '../budgets/budgets.schema.ts';

const Claimant = Nullable(
  Shape({ uid: Type.String({ examples: ['ada'] }), name: Type.String({ examples: ['Ada Lovelace'] }) }),
);
const bank = (description: string) => Type.Enum([...disclosureStates], { description, examples: ['given'] });
const claimOf = {
  id: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
  number: Type.Integer({ examples: [42] }),
  amount: Amount('What is paid.'),
};

/** What one person is to be paid in one currency. */
export const DuePerson = Shape(
  {
    person: Claimant,
    currency: Type.String({ examples: ['EUR'] }),
    amount: Amount('The sum of the claims.'),
    bank: bank('`given` if all claims can be paid to the account; otherwise why one of them cannot.'),
    claims: Type.Array(Shape({ ...claimOf, bank: bank('Whether the account can be used for it, as in `passed-on`.') })),
  },
  { $id: 'DuePerson' },
);
export const DuePayments = Shape(
  {
    data: Type.Array(Ref(DuePerson)),
    more: Type.Boolean({
      description: 'Whether more claims are approved than one payout can have.',
      examples: [false],
    }),
  },
  { $id: 'DuePayments' },
);

export const PaymentReminder = Shape(
  { note: Type.Optional(Text(1000, { description: 'What they read with it.', examples: ['We pay on Friday.'] })) },
  { $id: 'PaymentReminder' },
);
export const RemindedPeople = Shape(
  {
    people: Type.Integer({ description: 'How many people cannot be paid by transfer.', examples: [3] }),
    reminded: Type.Integer({
      description: 'How many of them were notified now; the others were reminded today already.',
      examples: [3],
    }),
  },
  { $id: 'RemindedPeople' },
);

const method = () =>
  Type.Enum(['transfer', 'other'], {
    description: '`transfer`: to bank accounts, with a file for the bank; `other`: in another way, such as cash.',
    examples: ['transfer'],
  });
const title = () => Line(100, { description: 'What the recipients read on their statement.', examples: ['Camp 2026'] });

export const NewPayout = Shape(
  {
    claims: Type.Array(Id('An approved claim.'), {
      minItems: 1,
      maxItems: maxPayoutClaims,
      uniqueItems: true,
      description: 'All in the same currency.',
    }),
    method: method(),
    title: Type.Optional(title()),
  },
  { $id: 'NewPayout' },
);

const summary = {
  id: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
  number: Type.Integer({ description: 'Its number in the project.', examples: [3] }),
  title: Type.String({ examples: ['Camp 2026'] }),
  method: method(),
  currency: Type.String({ examples: ['EUR'] }),
  amount: Amount('The sum of its claims.'),
  transfers: Type.Integer({ description: 'How many people are paid.', examples: [12] }),
  claims: Type.Integer({ examples: [17] }),
  changed_accounts: Type.Integer({
    description: 'How many of them have changed their bank account since. The payout keeps the old one.',
    examples: [0],
  }),
  created_at: Timestamp('When it was made.'),
  created_by: Nullable(Type.String({ description: 'Who made it.', examples: ['Olga Owner'] })),
  paid_at: Nullable(Timestamp('When it was marked as paid.')),
  paid_by: Nullable(Type.String({ examples: ['Olga Owner'] })),
};
export const PayoutSummary = Shape(summary, { $id: 'PayoutSummary' });
export const PayoutPage = { ...CountedPage(Ref(PayoutSummary)), $id: 'PayoutPage' };

export const Payout = Shape(
  {
    ...summary,
    people: Type.Array(
      Shape({
        person: Claimant,
        amount: Amount('The sum of the claims.'),
        claims: Type.Array(Shape(claimOf)),
        account_changed_at: Nullable(Timestamp('When the person changed the bank account after the payout was made.')),
      }),
      { description: 'By name, one transfer each.' },
    ),
    file: Type.Enum(['ready', 'none', 'erased'], {
      description:
        '`none`: it is not paid to bank accounts; `erased`: it was paid long ago, or somebody in it was erased.',
      examples: ['ready'],
    }),
  },
  { $id: 'Payout' },
);

export const PayoutsParams = Shape({ pid: Pid });
export const PayoutParams = Shape({ pid: Pid, id: Id('Identifier of the payout.') });
export const PayoutsQuery = Shape(PageQuery);
export const PayoutFileQuery = Shape({
  format: Type.Enum(['csv', 'pain001'], {
    description: '`pain001`: `pain.001.001.09` of ISO 20022, for transfers in euros within SEPA.',
    examples: ['csv'],
  }),
  columns: Type.Optional(
    Type.String({
      maxLength: 200,
      pattern: `^(?:${payoutColumns.join('|')})(?:,(?:${payoutColumns.join('|')}))*$`,
      description: `Columns of the CSV file in this order, with commas: ${payoutColumns.join(', ')}. All if left out.`,
      examples: ['holder,number,amount,reference'],
    }),
  ),
});

export const payoutSchemas = [
  DuePerson,
  DuePayments,
  PaymentReminder,
  RemindedPeople,
  NewPayout,
  PayoutSummary,
  PayoutPage,
  Payout,
];

export type RemindedPeople = Static<typeof RemindedPeople>;
export type DuePerson = Static<typeof DuePerson>;
export type DuePayments = Static<typeof DuePayments>;
export type NewPayout = Static<typeof NewPayout>;
export type PayoutSummary = Static<typeof PayoutSummary>;
export type Payout = Static<typeof Payout>;
