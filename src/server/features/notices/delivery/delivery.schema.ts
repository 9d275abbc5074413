import { Nullable, Ref, Shape, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';

export const DeliveryChannel = Shape(
  {
    state: Type.Enum(['sent', 'waiting', 'failed', 'unknown', 'off'], {
      description: '`sent`: the mail server or push service accepted it. `off`: it is not sent this way.',
    }),
    at: Nullable(Timestamp('When that happened, or will.')),
    reason: Nullable(Type.String({ description: 'Why, or the code of the last failure.', examples: ['SMTP 550'] })),
  },
  { $id: 'DeliveryChannel' },
);

export const Delivery = Shape(
  {
    state: Type.Enum(['read', 'sent', 'waiting', 'unknown', 'unreached'], { description: 'The best of all ways.' }),
    kind: Type.String({ description: 'The kind of the notice.', examples: ['task.reminder'] }),
    created_at: Timestamp('When it happened.'),
    read_at: Nullable(Timestamp('When they saw it in the web app.')),
    email: Ref(DeliveryChannel),
    device: Ref(DeliveryChannel),
  },
  { $id: 'Delivery', description: 'How a notice reached a person.' },
);

export const deliverySchemas = [DeliveryChannel, Delivery];

export type DeliveryChannel = Static<typeof DeliveryChannel>;
export type Delivery = Static<typeof Delivery>;
