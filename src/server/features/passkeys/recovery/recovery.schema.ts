import { Line, Nullable, Shape, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';

export const RecoveryCodes = Shape(
  {
    remaining: Type.Integer({ description: 'How many codes have not been used.', minimum: 0, examples: [10] }),
    created_at: Nullable(Timestamp('When they were created; null if there are none.')),
  },
  { $id: 'RecoveryCodes' },
);

export const NewRecoveryCodes = Shape(
  {
    codes: Type.Array(Type.String({ examples: ['3k9d-7mqw-x2v5-0rtz'] }), {
      description: 'Shown only here. Each works once.',
    }),
  },
  { $id: 'NewRecoveryCodes' },
);

export const RecoveryInput = Shape(
  {
    code: Line(40, {
      minLength: 1,
      description: 'One of the codes; case, spaces and dashes do not matter.',
      examples: ['3k9d-7mqw-x2v5-0rtz'],
    }),
  },
  { $id: 'RecoveryInput' },
);

export const recoverySchemas = [RecoveryCodes, NewRecoveryCodes, RecoveryInput];

export type RecoveryCodes = Static<typeof RecoveryCodes>;
export type NewRecoveryCodes = Static<typeof NewRecoveryCodes>;
