import type { App } from '../../http/app.ts';
import { projectRoleOf } from '../../auth/gate.ts';
import type { Once } from '../../auth/idempotency.ts';
import { pageRequest } from '../../http/paging.ts';
import { expectedRevision, withRevision } from '../../http/revision.ts';
import { Empty, Ref } from '../../lib/schema.ts';
import { AudiencePreview } from './audience/audience.schema.ts';
import { previewAudience } from './audience/audience.service.ts';
import { listRecipients } from './messages.queries.ts';
import {
  AudienceInput,
  Message,
  MessageInput,
  MessagePage,
  MessageParams,
  MessageQuery,
  MessagesParams,
  MessageText,
  PreviewInput,
  RecipientPage,
  RecipientQuery,
} from './messages.schema.ts';
import { changeMessage, createMessage, getMessage, removeMessage, writerOf } from './messages.service.ts';
import type { MessageServices } from './messages.service.ts';
import { messagePage, newestFirst, presentMessage, textFor } from './presenting.service.ts';

type Services = MessageServices & { once: Once };

export function messageRoutes(app: App, services: Services): void {
  audienceRoutes(app, services);
  readRoutes(app, services);
  draftRoutes(app, services);
}

function audienceRoutes(app: App, { db, clock, config }: Services): void {
  app.post(
    '/api/projects/:pid/messages/audience',
    {
      config: { access: 'project:planner', scope: 'messages:send', alsoArchived: true },
      schema: {
        tags: ['Messages'],
        operationId: 'preview_audience',
        summary: 'Count the people in an audience',
        description:
          'Changes nothing. Owners can write to everyone in the project, chiefs to the people in their teams and tasks.',
        params: MessagesParams,
        body: AudienceInput,
        response: { 200: Ref(AudiencePreview) },
      },
    },
    (request) => {
      const { uid, now } = writerOf(request, clock);
      return previewAudience(db.read, { uid, role: projectRoleOf(request), now }, request.body.audience);
    },
  );

  app.post(
    '/api/projects/:pid/messages/preview',
    {
      config: { access: 'project:planner', alsoArchived: true },
      schema: {
        tags: ['Messages'],
        operationId: 'preview_message',
        summary: 'Preview a message for one person',
        description: 'Changes nothing. `uid` is a person the caller can write to, or the caller.',
        params: MessagesParams,
        body: PreviewInput,
        response: { 200: Ref(MessageText) },
      },
    },
    (request) => textFor(db.read, config, writerOf(request, clock), request.body, request.body.uid),
  );
}

function readRoutes(app: App, { db, clock }: Services): void {
  app.get(
    '/api/projects/:pid/messages',
    {
      config: { access: 'project:planner', scope: 'messages:send' },
      schema: {
        tags: ['Messages'],
        operationId: 'list_messages',
        summary: 'List messages of a project',
        description:
          "Newest first. The caller's own messages; owners also see messages sent by others, but not their drafts.",
        params: MessagesParams,
        querystring: MessageQuery,
        response: { 200: Ref(MessagePage) },
      },
    },
    (request) => messagePage(db.read, writerOf(request, clock), pageRequest(request.query, newestFirst)),
  );

  app.get(
    '/api/projects/:pid/messages/:id',
    {
      config: { access: 'project:planner', scope: 'messages:send' },
      schema: {
        tags: ['Messages'],
        operationId: 'get_message',
        summary: 'Read a message with its progress',
        params: MessageParams,
        response: { 200: Ref(Message) },
      },
    },
    async (request, reply) => {
      const actor = writerOf(request, clock);
      const row = await getMessage(db.read, actor, request.params.id);
      return withRevision(reply, row.revision, await presentMessage(db.read, actor, row));
    },
  );

  app.get(
    '/api/projects/:pid/messages/:id/recipients',
    {
      config: { access: 'project:planner', scope: 'messages:send' },
      schema: {
        tags: ['Messages'],
        operationId: 'list_message_recipients',
        summary: 'List the recipients of a message with their delivery status',
        description: 'Sorted by name as of sending. Kept for a year.',
        params: MessageParams,
        querystring: RecipientQuery,
        response: { 200: Ref(RecipientPage) },
      },
    },
    async (request) => {
      const { limit, after, page } = pageRequest(request.query, { id: 'text' });
      const { id } = await getMessage(db.read, writerOf(request, clock), request.params.id);
      const rows = await listRecipients(db.read, id, request.query.state, after, limit + 1);
      return page(rows, ({ uid, name, state, reason, changed_at }) => ({ uid, name, state, reason, changed_at }));
    },
  );
}

function draftRoutes(app: App, services: Services): void {
  const { db, clock, once } = services;
  app.post(
    '/api/projects/:pid/messages',
    {
      config: { access: 'project:planner', scope: 'messages:send', problems: ['idempotency_key_reused'] },
      schema: {
        tags: ['Messages'],
        operationId: 'create_message',
        summary: 'Write a message',
        description: 'Creates a draft. Nothing is sent until `POST …/send`.',
        params: MessagesParams,
        body: MessageInput,
        response: { 201: Ref(Message) },
      },
    },
    async (request, reply) => {
      const actor = writerOf(request, clock);
      reply.code(201);
      return once(request, reply, async (trx, { roles }) =>
        presentMessage(trx, actor, await createMessage(trx, actor, roles, request.body)),
      );
    },
  );

  app.put(
    '/api/projects/:pid/messages/:id',
    {
      config: { access: 'project:planner', scope: 'messages:send', problems: ['message_not_draft', 'stale'] },
      schema: {
        tags: ['Messages'],
        operationId: 'change_message',
        summary: 'Change a draft',
        params: MessageParams,
        body: MessageInput,
        response: { 200: Ref(Message) },
      },
    },
    async (request, reply) => {
      const actor = writerOf(request, clock);
      const change = { ...actor, id: request.params.id, expected: expectedRevision(request) };
      const row = await changeMessage(services, change, request.body);
      return withRevision(reply, row.revision, await presentMessage(db.read, actor, row));
    },
  );

  app.delete(
    '/api/projects/:pid/messages/:id',
    {
      config: { access: 'project:planner', scope: 'messages:send', problems: ['message_not_draft', 'stale'] },
      schema: {
        tags: ['Messages'],
        operationId: 'delete_message',
        summary: 'Delete a draft',
        params: MessageParams,
        response: { 204: Empty('Draft deleted.') },
      },
    },
    async (request, reply) => {
      const change = { ...writerOf(request, clock), id: request.params.id, expected: expectedRevision(request) };
      await removeMessage(services, change);
      return reply.code(204).send();
    },
  );
}
