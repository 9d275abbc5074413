import type { App } from '../../http/app.ts';
import { callerOf } from '../../auth/gate.ts';
import { Empty, Ref } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import { NewPushSubscription, PushSubscriptionParams, PushSubscriptions } from './push.schema.ts';
import { readSubscriptions, removeSubscription, subscribe } from './push.service.ts';

export function pushRoutes(app: App, services: Services): void {
  app.get(
    '/api/me/push-subscriptions',
    {
      config: { access: 'signed_in' },
      schema: {
        tags: ['Notices'],
        operationId: 'list_push_subscriptions',
        summary: "List the browsers that show the caller's notifications",
        description: 'Includes the key that a browser needs to subscribe.',
        response: { 200: Ref(PushSubscriptions) },
      },
    },
    (request) => readSubscriptions(services, callerOf(request)),
  );

  app.post(
    '/api/me/push-subscriptions',
    {
      config: { access: 'browser', problems: ['not_allowed'] },
      schema: {
        tags: ['Notices'],
        operationId: 'add_push_subscription',
        summary: 'Send notifications to this browser (Web Push)',
        description:
          'The fields have the same names as in the Push API. A new subscription of a browser replaces the ' +
          'previous one. It ends when the browser is signed out.',
        body: NewPushSubscription,
        response: { 200: Ref(PushSubscriptions) },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      await subscribe(services, caller, request.body);
      return readSubscriptions(services, caller);
    },
  );

  app.delete(
    '/api/me/push-subscriptions/:id',
    {
      config: { access: 'signed_in' },
      schema: {
        tags: ['Notices'],
        operationId: 'remove_push_subscription',
        summary: 'Stop notifications to a browser',
        params: PushSubscriptionParams,
        response: { 204: Empty('Notifications stopped.') },
      },
    },
    (request) => removeSubscription(services, callerOf(request), request.params.id),
  );
}
