import { Nullable, Shape, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';

export const Retention = Shape(
  {
    private_months: Nullable(
      Type.Integer({
        description:
          "Months after which a person's bank, address, identity and dietary data are erased, counted from " +
          'their last visit and the end of their last project; null: never.',
        examples: [24],
      }),
    ),
    answers_months: Nullable(
      Type.Integer({
        description: 'Months after the end of its project after which an answer to a form is erased; null: never.',
        examples: [36],
      }),
    ),
    receipts_years: Nullable(
      Type.Integer({
        description: 'Years after which receipts of claims that were paid are erased; null: never.',
        examples: [10],
      }),
    ),
  },
  { $id: 'Retention' },
);

export const retentionSchemas = [Retention];

export type Retention = Static<typeof Retention>;
