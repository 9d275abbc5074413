import type { FastifyRequest } from 'fastify';
import type { App } from '../../http/app.ts';
import { callerOf, projectRoleOf } from '../../auth/gate.ts';
import { fail } from '../../errors.ts';
import { pageRequest } from '../../http/paging.ts';
import { expectedRevision, withRevision } from '../../http/revision.ts';
import { Empty, Ref } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import { AudiencePreview } from './audience/audience.schema.ts';
import { previewAudience } from './audience/audience.service.ts';
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
import { recipientPage } from './recipients.service.ts';
import { messagePage, newestFirst, presentMessage, textFor } from './presenting.service.ts';

export function messageRoutes(app: App, services: Services): void {
  audienceRoutes(app, services);
  readRoutes(app, services);
  draftRoutes(app, services);
}

/** Writing to people does not include reading who they are. */
const mayListPeople = (request: FastifyRequest): boolean =>
  callerOf(request).credential.limit?.scopes.includes('people:read') ?? true;

function audienceRoutes(app: App, services: Services): void {
  const { db, clock, config } = services;
  app.post(
    '/api/projects/:pid/messages/audience',
    {
      config: { access: 'project:planner', deputies: ['writer'], scope: 'messages:send', alsoArchived: true },
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
      const sender = { uid, role: projectRoleOf(request), now };
      return previewAudience(services, sender, request.body.audience, mayListPeople(request));
    },
  );

  app.post(
    '/api/projects/:pid/messages/preview',
    {
      config: { access: 'project:planner', deputies: ['writer'], alsoArchived: true },
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

function readRoutes(app: App, services: Services): void {
  const { db, clock } = services;
  app.get(
    '/api/projects/:pid/messages',
    {
      config: { access: 'project:planner', deputies: ['writer'], scope: 'messages:send' },
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
      config: { access: 'project:planner', deputies: ['writer'], scope: 'messages:send' },
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
      config: { access: 'project:planner', deputies: ['writer'], scope: 'messages:send' },
      schema: {
        tags: ['Messages'],
        operationId: 'list_message_recipients',
        summary: 'List the recipients of a message with their delivery status',
        description: 'Sorted by name as of sending. Kept for a year. Limited tokens need the scope `people:read`, too.',
        params: MessageParams,
        querystring: RecipientQuery,
        response: { 200: Ref(RecipientPage) },
      },
    },
    async (request) => {
      if (!mayListPeople(request)) fail('scope_missing', { detail: 'This needs the scope `people:read`' });
      const actor = writerOf(request, clock);
      const { id } = await getMessage(db.read, actor, request.params.id);
      return recipientPage(services, actor, id, request.query);
    },
  );
}

function draftRoutes(app: App, services: Services): void {
  const { db, clock, once } = services;
  app.post(
    '/api/projects/:pid/messages',
    {
      config: {
        access: 'project:planner',
        deputies: ['writer'],
        scope: 'messages:send',
        problems: ['idempotency_key_reused'],
      },
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
      return once(request, reply, async (trx, { roles }) =>
        presentMessage(trx, actor, await createMessage(trx, actor, roles, request.body)),
      );
    },
  );

  app.put(
    '/api/projects/:pid/messages/:id',
    {
      config: {
        access: 'project:planner',
        deputies: ['writer'],
        scope: 'messages:send',
        problems: ['message_not_draft', 'stale'],
      },
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
      config: {
        access: 'project:planner',
        deputies: ['writer'],
        scope: 'messages:send',
        problems: ['message_not_draft', 'stale'],
      },
      schema: {
        tags: ['Messages'],
        operationId: 'delete_message',
        summary: 'Delete a draft',
        params: MessageParams,
        response: { 204: Empty('Draft deleted.') },
      },
    },
    async (request) => {
      const change = { ...writerOf(request, clock), id: request.params.id, expected: expectedRevision(request) };
      await removeMessage(services, change);
    },
  );
}
