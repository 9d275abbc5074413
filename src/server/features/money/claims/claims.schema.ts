import { claimStates, maxClaimAmount, maxClaimLines, receiptTypes } from '../../../../shared/claims.ts';
import { Pid } from '../../../auth/project-role.ts';
import {
  CountedPage,
  Id,
  Line,
  Nullable,
  Page,
  PageQuery,
  Ref,
  Shape,
  Text,
  Timestamp,
  Type,
} from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { disclosureStates } from '../../forms/disclosure/disclosure.schema.ts';
import { Amount, BudgetCode, Currency } from '../budgets/budgets.schema.ts';

export const claimKinds = ['travel', 'expense'] as const;
export const claimSteps = ['sent', 'approved', 'returned', 'refused', 'withdrawn', 'paid', 'unpaid'] as const;

const day = () => Type.String({ format: 'date', maxLength: 10, examples: ['2026-01-02'] });
const kind = () => Type.Enum([...claimKinds], { examples: ['expense'] });
const state = () =>
  Type.Enum([...claimStates], {
    description:
      '`draft`: seen only by the claimant; `sent`: waits for a decision; `returned`: the claimant was asked something; ' +
      '`approved`: will be paid; `in_payout`: is being paid.',
    examples: ['sent'],
  });
const note = (description: string) => Text(1000, { description, examples: ['Which of the two was for the stage?'] });

const ClaimLineInput = Shape({
  date: Type.Optional(day()),
  what: Type.Optional(Line(200, { examples: ['Gaffer tape'] })),
  amount: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxClaimAmount,
      description: 'In the smallest unit of the currency.',
      examples: [1290],
    }),
  ),
  amount_text: Type.Optional(
    Line(40, { description: 'What was typed as the amount as long as it is none. Kept with a draft.', examples: [''] }),
  ),
  file: Type.Optional(Nullable(Id('The receipt, a file of this claim.'))),
});
const lines = () =>
  Type.Array(ClaimLineInput, {
    maxItems: maxClaimLines,
    description:
      'A draft, and a claim that was returned, keep what has been entered so far. When it is sent, each line has a date that is not in ' +
      'the future, what it was for, and an amount.',
  });
const budget = () => Nullable(BudgetCode);
const ownNote = () =>
  note('What the claimant will send with it; kept with a draft and with a claim that was returned.');

export const NewClaim = Shape(
  { kind: Type.Optional(kind()), budget: Type.Optional(budget()), currency: Currency, lines: Type.Optional(lines()) },
  {
    $id: 'NewClaim',
    examples: [{ currency: 'EUR', lines: [{ date: '2026-01-02', what: 'Gaffer tape', amount: 1290 }] }],
  },
);
export const ClaimChanges = Shape(
  {
    budget: Type.Optional(budget()),
    currency: Type.Optional(Currency),
    lines: Type.Optional(lines()),
    note: Type.Optional(ownNote()),
  },
  { $id: 'ClaimChanges', examples: [{ lines: [{ date: '2026-01-02', what: 'Gaffer tape', amount: 1290 }] }] },
);
export const ClaimSubmission = Shape(
  {
    note: Type.Optional(
      note('An explanation, or the answer to a question. Left out: the one that was kept with the claim.'),
    ),
    share_bank: Type.Optional(
      Type.Boolean({
        description:
          'Whether the claim may be paid to the bank account of the person. It then goes into the payout that pays the ' +
          'claim, and those who make it see it there. Ends after a year.',
      }),
    ),
  },
  { $id: 'ClaimSubmission', examples: [{ share_bank: true }] },
);
export const ClaimDecision = Shape(
  {
    decision: Type.Enum(['approve', 'return', 'refuse'], { examples: ['approve'] }),
    note: Type.Optional(note('A question or the reason; required unless it is approved.')),
    budget: Type.Optional(budget()),
  },
  { $id: 'ClaimDecision', examples: [{ decision: 'approve' }] },
);

const shownLine = Shape({
  date: Nullable(Type.String({ description: 'Null while it is missing.', examples: ['2026-08-08'] })),
  what: Type.String({ examples: ['Gaffer tape'] }),
  amount: Nullable(Amount('What was paid; null while it is missing.')),
  amount_text: Type.String({ description: 'What was typed as the amount as long as it is none.', examples: [''] }),
  file: Nullable(Type.String({ description: 'The receipt.', examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] })),
  duplicates: Type.Array(
    Shape({
      claim: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
      number: Nullable(Type.Integer({ examples: [17] })),
    }),
    { description: 'For those who decide: claims of the same person with a line of the same date and amount.' },
  ),
});
export const ClaimFile = Shape(
  {
    id: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    type: Type.Enum([...receiptTypes], { examples: ['image/jpeg'] }),
    bytes: Type.Integer({ description: 'Its size.', examples: [184_000] }),
    created_at: Timestamp('When it was uploaded.'),
  },
  { $id: 'ClaimFile' },
);

const summary = {
  id: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
  number: Nullable(Type.Integer({ description: 'Its number in the project, from when it was sent.', examples: [42] })),
  person: Nullable(
    Shape({ uid: Type.String({ examples: ['ada'] }), name: Type.String({ examples: ['Ada Lovelace'] }) }),
  ),
  kind: kind(),
  state: state(),
  form: Nullable(
    Type.String({ description: 'The travel money form whose answer it comes from.', examples: ['travel'] }),
  ),
  budget: Nullable(Type.String({ description: 'Code of the budget.', examples: ['4711'] })),
  currency: Type.String({ examples: ['EUR'] }),
  claimed: Amount('The sum of its lines.'),
  cap: Nullable(Amount('The most that is paid for travel, by the table of travel money.')),
  amount: Amount('What is paid: the smaller of the two.'),
  what: Type.String({ description: 'The first line.', examples: ['Gaffer tape'] }),
  line_count: Type.Integer({ examples: [3] }),
  file_count: Type.Integer({ examples: [3] }),
  changed_at: Timestamp('When it was changed.'),
  sent_at: Nullable(Timestamp('When it was sent.')),
  decided_at: Nullable(Timestamp('When it was decided.')),
  paid_at: Nullable(Timestamp('When it was paid.')),
};
export const ClaimSummary = Shape(
  {
    ...summary,
    duplicates: Type.Boolean({
      description: 'For those who decide: whether another line of the person has the same date and amount.',
      examples: [false],
    }),
  },
  { $id: 'ClaimSummary' },
);
export const ClaimPage = { ...CountedPage(Ref(ClaimSummary)), $id: 'ClaimPage' };
export const OwnClaims = Shape(
  {
    data: Type.Array(Ref(ClaimSummary)),
    rights: Shape({ create: Type.Boolean({ description: 'send claims in this project' }) }),
  },
  { $id: 'OwnClaims' },
);

export const Claim = Shape(
  {
    ...summary,
    lines: Type.Array(shownLine),
    note: Type.String({
      description: 'What the claimant will send with it; empty for everybody else.',
      examples: [''],
    }),
    files: Type.Array(Ref(ClaimFile)),
    steps: Type.Array(
      Shape({
        at: Timestamp('When it happened.'),
        by: Nullable(Type.String({ description: 'Who did it.', examples: ['Olga Owner'] })),
        step: Type.Enum([...claimSteps], { examples: ['returned'] }),
        note: Type.String({ examples: ['Which of the two was for the stage?'] }),
      }),
      { description: 'What became of it, oldest first.' },
    ),
    budget_left: Nullable(Type.Integer({ description: 'What is left of its budget.', examples: [375_000] })),
    bank: Nullable(
      Shape({
        until: Nullable(
          Type.String({ description: 'Until when the account may be used for it.', examples: ['2027-08-08'] }),
        ),
        state: Type.Enum([...disclosureStates], { description: 'As in `passed-on`.', examples: ['given'] }),
        account: Type.Enum(['given', 'missing', 'unconfirmed'], {
          description: 'Whether the claimant has an account that can be paid to, with or without the consent.',
          examples: ['given'],
        }),
      }),
    ),
    payout: Nullable(Type.Integer({ description: 'Number of the payout that it is in.', examples: [3] })),
    rights: Shape({
      edit: Type.Boolean({ description: 'change its lines and receipts' }),
      send: Type.Boolean({ description: 'send it' }),
      withdraw: Type.Boolean({ description: 'withdraw or delete it' }),
      share_bank: Type.Boolean({ description: 'let the bank account be used for it' }),
      decide: Type.Boolean({ description: 'approve, return and refuse it' }),
      see_files: Type.Boolean({ description: 'see its receipts' }),
    }),
  },
  {
    $id: 'Claim',
    description: '`bank` is for the claimant and those who pay.',
  },
);

/** What a person lets those who handle the money of a project see, for one claim. */
export const SharedClaim = Shape(
  {
    pid: Type.String({ examples: ['2026'] }),
    project_name: Type.String({ examples: ['Summer Camp 2026'] }),
    id: summary.id,
    number: summary.number,
    what: summary.what,
    state: summary.state,
    until: Nullable(
      Type.String({
        format: 'date',
        description: 'The last day of the consent; null if it is over, and only the payout has the account.',
        examples: ['2027-08-08'],
      }),
    ),
    payout: Nullable(
      Type.Integer({
        description:
          'The payout that has the account as it was when it was made: until three months after it was paid, or until it is undone.',
        examples: [3],
      }),
    ),
  },
  { $id: 'SharedClaim' },
);
export const SharedClaimPage = { ...Page(Ref(SharedClaim)), $id: 'SharedClaimPage' };
export const SharedClaimsQuery = Shape(PageQuery);

export const ClaimTotals = Shape(
  {
    data: Type.Array(
      Shape({
        state: Type.Enum(
          claimStates.filter((one) => one !== 'draft'),
          { examples: ['sent'] },
        ),
        currency: Type.String({ examples: ['EUR'] }),
        claims: Type.Integer({ examples: [12] }),
        amount: Amount('Their sum.'),
      }),
    ),
  },
  { $id: 'ClaimTotals' },
);

export const ClaimsQuery = Shape({
  ...PageQuery,
  state: Type.Optional(
    Type.Enum(
      claimStates.filter((one) => one !== 'draft'),
      { description: 'Only these.' },
    ),
  ),
  budget: Type.Optional(BudgetCode),
  uid: Type.Optional(Id('Only of this person.')),
  q: Type.Optional(Line(100, { description: 'Beginning of a word of the name, or a number.' })),
  order: Type.Optional(
    Type.Enum(['newest', 'oldest'], { default: 'newest', description: 'By number.', examples: ['oldest'] }),
  ),
});

export const ClaimsParams = Shape({ pid: Pid });
export const ClaimParams = Shape({ pid: Pid, id: Id('Identifier of the claim.') });
export const ClaimFileParams = Shape({
  pid: Pid,
  id: Id('Identifier of the claim.'),
  receipt: Id('Identifier of the receipt.'),
});

export const claimSchemas = [
  NewClaim,
  ClaimChanges,
  ClaimSubmission,
  ClaimDecision,
  ClaimFile,
  ClaimSummary,
  ClaimPage,
  OwnClaims,
  Claim,
  SharedClaim,
  SharedClaimPage,
  ClaimTotals,
];

export type NewClaim = Static<typeof NewClaim>;
export type ClaimChanges = Static<typeof ClaimChanges>;
export type ClaimLines = NonNullable<ClaimChanges['lines']>;
export type ClaimSubmission = Static<typeof ClaimSubmission>;
export type ClaimDecision = Static<typeof ClaimDecision>;
export type ClaimFile = Static<typeof ClaimFile>;
export type ClaimSummary = Static<typeof ClaimSummary>;
export type Claim = Static<typeof Claim>;
export type ClaimTotals = Static<typeof ClaimTotals>;
export type ClaimsQuery = Static<typeof ClaimsQuery>;
