import type { App } from '../../../http/app.ts';
import { limits, personKey } from '../../../auth/rate-limits.ts';
import { fail } from '../../../errors.ts';
import { expectedRevision } from '../../../http/revision.ts';
import { Empty, Ref } from '../../../lib/schema.ts';
import type { Services } from '../../../services.ts';
import { mayEdit } from '../messages.policy.ts';
import { Message, MessageParams } from '../messages.schema.ts';
import { cancelMessage, getMessage, resendInDoubt, sendMessage, writerOf } from '../messages.service.ts';
import { presentMessage } from '../presenting.service.ts';
import { sendTest } from './test-mail.service.ts';

export function sendingRoutes(app: App, services: Services): void {
  const { db, clock, once, limiter } = services;
  app.post(
    '/api/projects/:pid/messages/:id/test',
    {
      config: { access: 'project:planner', deputies: ['writer'], problems: ['message_not_draft'] },
      schema: {
        tags: ['Messages'],
        operationId: 'test_message',
        summary: 'Send a test of a draft to its author',
        params: MessageParams,
        response: { 204: Empty('Test email queued.') },
      },
    },
    async (request, reply) => {
      const actor = writerOf(request, clock);
      const row = await getMessage(db.read, actor, request.params.id);
      if (!mayEdit(row, { uid: actor.uid, roles: actor.projectRole })) fail('message_not_draft');
      await limiter.shared(reply, limits.messageTests, personKey(actor));
      await sendTest(services, actor, row.id);
    },
  );

  app.post(
    '/api/projects/:pid/messages/:id/send',
    {
      config: {
        access: 'project:planner',
        deputies: ['writer'],
        scope: 'messages:send',
        problems: [
          'message_not_draft',
          'empty_audience',
          'not_allowed',
          'stale',
          'browser_only',
          'sign_in_again',
          'idempotency_key_reused',
        ],
      },
      schema: {
        tags: ['Messages'],
        operationId: 'send_message',
        summary: 'Send a draft now, or at its `send_at`',
        description:
          'Recipients are chosen when the message is sent, with the rights that the request had, as far as the sender ' +
          'still has them. A message for later needs a recent sign-in in a browser, except from a service account. It ' +
          'is stopped when the sender may no longer write, or the token has ended. Chiefs can ' +
          'send 5 messages an hour, owners 30, of which 3 a day can go to everyone; 429 says when the next one ' +
          'is possible.',
        params: MessageParams,
        response: { 200: Ref(Message) },
      },
    },
    async (request, reply) => {
      const actor = writerOf(request, clock);
      const change = { ...actor, id: request.params.id, expected: expectedRevision(request) };
      return once(request, reply, async (trx, { roles }) =>
        presentMessage(trx, actor, await sendMessage(trx, services, change, roles)),
      );
    },
  );

  app.post(
    '/api/projects/:pid/messages/:id/cancel',
    {
      config: {
        access: 'project:planner',
        deputies: ['writer'],
        scope: 'messages:send',
        alsoArchived: true,
        problems: ['message_ended', 'conflict'],
      },
      schema: {
        tags: ['Messages'],
        operationId: 'cancel_message',
        summary: 'Cancel a message that is scheduled or being sent',
        description: "For its author and owners. People who haven't received it yet won't get it.",
        params: MessageParams,
        response: { 200: Ref(Message) },
      },
    },
    async (request) => {
      const actor = writerOf(request, clock);
      const row = await cancelMessage(services, actor, request.params.id);
      return presentMessage(db.read, actor, row);
    },
  );

  app.post(
    '/api/projects/:pid/messages/:id/resend',
    {
      config: { access: 'project:planner', deputies: ['writer'], problems: ['conflict'] },
      schema: {
        tags: ['Messages'],
        operationId: 'resend_message',
        summary: 'Send a message again to people whose delivery status is unknown',
        description:
          'For its author and owners. The email may have arrived already, so Muster never sends it again automatically.',
        params: MessageParams,
        response: { 200: Ref(Message) },
      },
    },
    async (request) => {
      const actor = writerOf(request, clock);
      const row = await resendInDoubt(services, actor, request.params.id);
      return presentMessage(db.read, actor, row);
    },
  );
}
