import { Id, Line, Nullable, Page, PageQuery, Ref, Shape, Timestamp, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';
import { webhookKinds } from './webhooks.policy.ts';
import { Pid } from '../../auth/project-role.ts';

export const WebhookKind = { ...Type.Enum(webhookKinds, { examples: ['task.changed'] }), $id: 'WebhookKind' };

const fields = {
  url: Line(2000, {
    minLength: 1,
    description: 'Where deliveries are sent: https and a public address.',
    examples: ['https://bot.example.org/muster'],
  }),
  kinds: Type.Array(Type.Enum(webhookKinds), {
    maxItems: 100,
    description: 'Kinds of changes to send, as in `GET /api/changes`. Empty: all.',
    examples: [['task.changed', 'attendance.added']],
  }),
};

export const Webhook = Shape(
  {
    id: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    url: fields.url,
    kinds: { ...fields.kinds, items: Ref(WebhookKind) },
    active: Type.Boolean({ description: 'Whether changes are sent.' }),
    disabled_for: Nullable(
      Type.Enum(['paused', 'failing', 'gone', 'not_allowed'], {
        description:
          '`failing`: all deliveries failed for 5 days. `gone`: the endpoint returned 410. `not_allowed`: the person who ' +
          'created or last changed it is no longer an owner; another owner can resume it.',
      }),
    ),
    failing_since: Nullable(Timestamp('Deliveries have failed since this time; null if the last one succeeded.')),
    old_secret_until: Nullable(Timestamp('Deliveries are also signed with the previous secret until this time.')),
    created_at: Timestamp('When it was created.'),
  },
  { $id: 'Webhook' },
);

export const WebhookPage = Shape(
  {
    ...Page(Ref(Webhook)).properties,
    kinds: Type.Array(Ref(WebhookKind), {
      description: 'The kinds that can be chosen.',
    }),
  },
  { $id: 'WebhookPage' },
);

const secret = {
  secret: Type.String({
    description: 'Signs the deliveries, as described by Standard Webhooks. Shown only once.',
    examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'],
  }),
};

export const CreatedWebhook = Shape({ ...Webhook.properties, ...secret }, { $id: 'CreatedWebhook' });

export const NewWebhook = Shape(
  {
    url: fields.url,
    kinds: Type.Optional({ ...fields.kinds, default: [] }),
    active: Type.Optional(Type.Boolean({ default: true })),
  },
  { $id: 'NewWebhook' },
);

export const WebhookChanges = Shape(
  {
    url: Type.Optional(fields.url),
    kinds: Type.Optional(fields.kinds),
    active: Type.Optional(
      Type.Boolean({ description: 'Set to `true` to resume after failures. Changes in between are not sent.' }),
    ),
  },
  { $id: 'WebhookChanges', minProperties: 1 },
);

export const WebhookSecret = Shape(
  { ...secret, old_secret_until: Timestamp('The previous secret is also valid until this time.') },
  { $id: 'WebhookSecret' },
);

export const WebhookDelivery = Shape(
  {
    id: Type.String({ description: 'The `webhook-id` of the request.', examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    kind: Type.String({ description: 'The kind of the change, or `ping`.', examples: ['task.changed'] }),
    state: Type.Enum(['waiting', 'delivered', 'failed'], { description: '`failed`: no further automatic attempts.' }),
    attempts: Type.Integer({ description: 'Number of attempts.', examples: [1] }),
    outcome: Nullable(Type.String({ description: 'Result of the last attempt.', examples: ['http_200', 'timeout'] })),
    created_at: Timestamp('When the change was detected.'),
    tried_at: Nullable(Timestamp('Time of the last attempt.')),
    due_at: Nullable(Timestamp('Time of the next attempt.')),
    body: Type.String({ description: 'The request body.', examples: ['{"type":"ping"}'] }),
  },
  { $id: 'WebhookDelivery' },
);

export const WebhookDeliveryPage = { ...Page(Ref(WebhookDelivery)), $id: 'WebhookDeliveryPage' };

export const WebhooksParams = Shape({ pid: Pid });
export const WebhooksQuery = Shape(PageQuery);
export const WebhookParams = Shape({ pid: Pid, id: Id('Identifier of the webhook.') });
export const DeliveryParams = Shape({
  pid: Pid,
  id: Id('Identifier of the webhook.'),
  delivery: Id('Identifier of the delivery.'),
});

export const webhookSchemas = [
  WebhookKind,
  Webhook,
  WebhookPage,
  CreatedWebhook,
  NewWebhook,
  WebhookChanges,
  WebhookSecret,
  WebhookDelivery,
  WebhookDeliveryPage,
];

export type Webhook = Static<typeof Webhook>;
export type CreatedWebhook = Static<typeof CreatedWebhook>;
export type NewWebhook = Static<typeof NewWebhook>;
export type WebhookChanges = Static<typeof WebhookChanges>;
export type WebhookSecret = Static<typeof WebhookSecret>;
export type WebhookDelivery = Static<typeof WebhookDelivery>;
