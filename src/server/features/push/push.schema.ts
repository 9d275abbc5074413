import { Id, Line, Nullable, Ref, Shape, Timestamp, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';

export const PushSubscription = Shape(
  {
    id: Type.String(),
    device: Type.String({
      description: 'Browser and operating system, as far as known.',
      examples: ['Firefox on Linux'],
    }),
    service: Type.String({
      description: "Host of the browser's push service.",
      examples: ['push.example.org'],
    }),
    created_at: Timestamp('When notifications were turned on.'),
    last_success_at: Nullable(Timestamp('When the push service last accepted a notification.')),
    current: Type.Boolean({ description: 'Whether this request comes from that browser.' }),
  },
  { $id: 'PushSubscription' },
);

export const PushSubscriptions = Shape(
  {
    public_key: Type.String({
      description: 'The `applicationServerKey` to subscribe with (RFC 8292), in base64url.',
      examples: ['BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8'],
    }),
    data: Type.Array(Ref(PushSubscription), { description: 'Newest first, at most 10.' }),
  },
  { $id: 'PushSubscriptions' },
);

export const NewPushSubscription = Shape({
  endpoint: Line(1000, {
    description: 'Address at the push service; https, and reachable from the internet.',
    examples: ['https://push.example.org/v1/abc'],
  }),
  keys: Shape({
    p256dh: Line(100, {
      description: 'Public key of the browser, in base64url.',
      examples: ['BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'],
    }),
    auth: Line(40, { description: 'Secret of the browser, in base64url.', examples: ['BTBZMqHH6r4Tts7J_aSIgg'] }),
  }),
});

export const PushSubscriptionParams = Shape({ id: Id('Identifier of the subscription.') });

export const pushSchemas = [PushSubscription, PushSubscriptions];

export type PushSubscription = Static<typeof PushSubscription>;
export type PushSubscriptions = Static<typeof PushSubscriptions>;
export type NewPushSubscription = Static<typeof NewPushSubscription>;
