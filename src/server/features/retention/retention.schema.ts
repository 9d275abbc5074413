import { Nullable, Shape, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';

export const Retention = Shape(
  {
    private_months: Nullable(
      Type.Integer({
        description:
          'How many months after a person last used the service, and after the end of their last project, their bank, ' +
          'address, identity and dietary data are erased; null: never.',
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
