import type { App } from '../../../http/app.ts';
import { callerOf } from '../../../auth/gate.ts';
import type { Config } from '../../../config.ts';
import type { Db } from '../../../db/db.ts';
import type { Clock } from '../../../lib/clock.ts';
import { Ref } from '../../../lib/schema.ts';
import { ReceivedMessage, ReceivedParams } from '../messages.schema.ts';
import { readReceived } from './received.service.ts';

export function receivedRoutes(app: App, services: { db: Db; clock: Clock; config: Config }): void {
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
    (request) => readReceived(services, callerOf(request).uid, request.params.id),
  );
}
