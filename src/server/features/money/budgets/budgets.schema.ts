import { maxBudgets, maxClaimAmount } from '../../../../shared/claims.ts';
import { Pid } from '../../../auth/project-role.ts';
import { Line, Nullable, Ref, Shape, Slug, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';

export const BudgetCode = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$',
  maxLength: 40,
  description: 'Code of the budget in the books; unique in its project.',
  examples: ['4711'],
});
export const Currency = Type.String({
  pattern: '^[A-Z]{3}$',
  maxLength: 3,
  description: 'ISO 4217 code.',
  examples: ['EUR'],
});
export const Amount = (description: string) =>
  Type.Integer({ description: `${description} In the smallest unit of the currency.`, examples: [12_500] });

const fields = {
  name: Line(100, { minLength: 1, pattern: '\\S', examples: ['Catering'] }),
  tid: Nullable(Slug('The team whose budget it is. Null: everybody in the project can claim from it.', ['venue'])),
  amount: Type.Integer({
    minimum: 0,
    maximum: maxClaimAmount,
    description: 'In the smallest unit of the currency.',
    examples: [500_000],
  }),
  currency: Currency,
};

export const BudgetSums = Shape(
  {
    waiting: Amount('Claims that were sent and are not decided.'),
    approved: Amount('Claims that are approved and not paid.'),
    paid: Amount('Claims that were paid.'),
    claims: Type.Integer({ description: 'How many claims these are.', examples: [12] }),
  },
  { $id: 'BudgetSums' },
);
export const Budget = Shape(
  {
    code: Type.String({ examples: ['4711'] }),
    name: Type.String({ examples: ['Catering'] }),
    tid: Nullable(Type.String({ examples: ['venue'] })),
    team: Nullable(Type.String({ description: 'Name of the team.', examples: ['Venue'] })),
    amount: Amount('The whole budget.'),
    currency: Type.String({ examples: ['EUR'] }),
    left: Type.Integer({
      description: 'The budget without what was approved and paid; negative if that is more.',
      examples: [375_000],
    }),
    sums: Nullable(Ref(BudgetSums)),
  },
  { $id: 'Budget', description: '`sums` is null for people who may not see what it was spent on.' },
);
export const Budgets = Shape(
  {
    data: Type.Array(Ref(Budget)),
    rights: Shape({ edit: Type.Boolean({ description: 'add, change and delete budgets' }) }),
  },
  { $id: 'Budgets' },
);

export const NewBudgets = Shape(
  {
    budgets: Type.Array(Shape({ code: BudgetCode, ...fields }), {
      minItems: 1,
      maxItems: maxBudgets,
      description: 'Each code once.',
    }),
  },
  { $id: 'NewBudgets' },
);
export const BudgetValues = Shape(fields, { $id: 'BudgetValues' });

export const BudgetsParams = Shape({ pid: Pid });
export const BudgetParams = Shape({ pid: Pid, code: BudgetCode });

export const budgetSchemas = [BudgetSums, Budget, Budgets, NewBudgets, BudgetValues];

export type Budget = Static<typeof Budget>;
export type BudgetSums = Static<typeof BudgetSums>;
export type NewBudgets = Static<typeof NewBudgets>;
export type NewBudget = NewBudgets['budgets'][number];
export type BudgetValues = Static<typeof BudgetValues>;
