import { Line, Nullable, Shape, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';

export const RecoveryCodes = Shape(
  {
    remaining: Type.Integer({ description: 'Number of unused codes.', minimum: 0, examples: [10] }),
    created_at: Nullable(Timestamp('When they were created; null if there are none.')),
  },
  { $id: 'RecoveryCodes' },
);

export const NewRecoveryCodes = Shape(
  {
    codes: Type.Array(Type.String({ examples: ['3k9d-7mqw-x2v5-0rtz'] }), {
      description: 'Shown only once. Each code works once.',
    }),
  },
  { $id: 'NewRecoveryCodes' },
);

export const RecoveryInput = Shape(
  {
    code: Line(40, {
      minLength: 1,
      description: 'One of the codes. Case, spaces and dashes are ignored.',
      examples: ['3k9d-7mqw-x2v5-0rtz'],
    }),
  },
  { $id: 'RecoveryInput' },
);

export const recoverySchemas = [RecoveryCodes, NewRecoveryCodes, RecoveryInput];

export type RecoveryCodes = Static<typeof RecoveryCodes>;
export type NewRecoveryCodes = Static<typeof NewRecoveryCodes>;
