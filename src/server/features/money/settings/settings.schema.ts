import { Pid } from '../../../auth/project-role.ts';
import { Line, Nullable, Shape, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { BudgetCode } from '../budgets/budgets.schema.ts';

export const MoneySettings = Shape(
  {
    payer_name: Line(70, { description: 'Holder of the account that payouts are made from.', examples: ['Camp e.V.'] }),
    payer_iban: Line(42, { description: 'Its IBAN, with or without spaces.', examples: ['DE89370400440532013000'] }),
    payer_bic: Line(11, { description: 'Its BIC; can be left empty within SEPA.', examples: ['COBADEFFXXX'] }),
    travel_pays: Type.Enum(['fixed', 'receipts'], {
      description:
        '`fixed`: travel money is the amount of the table; `receipts`: each answer becomes a claim with receipts, of which ' +
        'at most that amount is paid.',
      examples: ['fixed'],
    }),
    travel_budget: Nullable(BudgetCode),
  },
  { $id: 'MoneySettings' },
);

export const SettingsParams = Shape({ pid: Pid });
export const settingsSchemas = [MoneySettings];
export type MoneySettings = Static<typeof MoneySettings>;
