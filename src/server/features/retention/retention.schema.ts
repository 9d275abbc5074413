import { Nullable, Shape, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';

export const Retention = Shape(
  {
    private_months: Nullable(
      Type.Integer({
        description:
          'How many months after the last sign-in, and after the end of the last project, bank, address, identity and ' +
          'dietary data of a person are erased; null: never.',
        examples: [24],
      }),
    ),
    answers_months: Nullable(
      Type.Integer({
        description: 'How many months after the end of its project an answer to a form is erased; null: never.',
        examples: [36],
      }),
    ),
  },
  { $id: 'Retention' },
);

export const retentionSchemas = [Retention];

export type Retention = Static<typeof Retention>;
