import type { App } from '../../../http/app.ts';
import { callerOf } from '../../../auth/gate.ts';
import { Ref } from '../../../lib/schema.ts';
import type { Services } from '../../../services.ts';
import { ReceivedMessage, ReceivedParams } from '../messages.schema.ts';
import { readReceived } from './received.service.ts';

export function receivedRoutes(app: App, services: Services): void {
  app.get(
    '/api/me/messages/:id',
    {
      config: { access: 'signed_in' },
      schema: {
        tags: ['Messages'],
        operationId: 'get_received_message',
        summary: 'Read a message to the caller',
        description: 'Notices of the kind `message` link to it.',
        params: ReceivedParams,
        response: { 200: Ref(ReceivedMessage) },
      },
    },
    (request) => readReceived(services, callerOf(request), request.params.id),
  );
}
