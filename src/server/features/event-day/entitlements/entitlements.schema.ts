import { Nullable, Ref, Shape, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { Pid } from '../../../auth/project-role.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description, examples: [1] });

export const OwnEntitlement = Shape(
  {
    id: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    name: Type.String({ examples: ['Shirt'] }),
    kind: Type.Enum(['item', 'code', 'loan'], { examples: ['item'] }),
    entitled: count('How many the caller may have so far.'),
    given: count('How many they have had.'),
    given_at: Nullable(Timestamp('When they got the last one.')),
    variant: Nullable(
      Shape(
        {
          form_kind: Type.String({ description: 'Kind of the form.', examples: ['shirt_size'] }),
          answers: Type.Array(
            Shape({
              key: Type.String({ description: 'The question.', examples: ['size'] }),
              value: Type.String({ examples: ['M'] }),
              label: Type.String({ examples: ['M'] }),
            }),
          ),
        },
        { description: "By the caller's answers; null if there are no variants, or they have not answered." },
      ),
    ),
    progress: Nullable(
      Shape(
        {
          minutes: count('Minutes that count so far.'),
          needed_minutes: count('Minutes for the next one.'),
          today: Type.Boolean({ description: 'Only hours of today count.', examples: [false] }),
        },
        { description: 'How far they are on the way to the next one; null if they can get no more by their hours.' },
      ),
    ),
    code: Nullable(
      Type.String({
        description: 'Their code; null if they have none, and for API tokens without the scope `private:read`.',
        examples: ['CAMP-7K3M-9Q2W'],
      }),
    ),
    things: Type.Array(
      Shape({
        label: Type.String({ examples: ['Radio 17'] }),
        lent_at: Timestamp('Since when.'),
      }),
      { description: 'What they have borrowed and not brought back.' },
    ),
  },
  { $id: 'OwnEntitlement' },
);
export const OwnEntitlements = Shape({ data: Type.Array(Ref(OwnEntitlement)) }, { $id: 'OwnEntitlements' });

export const OwnEntitlementParams = Shape({ pid: Pid });

export const entitlementSchemas = [OwnEntitlement, OwnEntitlements];
export type OwnEntitlement = Static<typeof OwnEntitlement>;
