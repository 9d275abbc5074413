import type { FastifyRequest } from 'fastify';
import { actorOf, callerOf, projectRoleOf } from '../../auth/gate.ts';
import { limits, personKey } from '../../auth/rate-limits.ts';
import type { App } from '../../http/app.ts';
import { pageRequest } from '../../http/paging.ts';
import { Empty, Ref } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import { listChannels } from './chat.queries.ts';
import {
  ChatChannel,
  ChatChannelChanges,
  ChatChannelPage,
  ChatChannelParams,
  ChatParams,
  ChatQuery,
  ChatTest,
  NewChatChannel,
} from './chat.schema.ts';
import { addChannel, changeChannel, getManaged, presentChannel, removeChannel, visibleTeams } from './chat.service.ts';
import { sendTest } from './sending.service.ts';

export function chatRoutes(app: App, services: Services): void {
  const { db, clock, config, limiter, once } = services;
  const changeOf = (request: FastifyRequest<{ Params: { id: string } }>) => ({
    ...actorOf(request, clock),
    id: request.params.id,
  });

  app.get(
    '/api/projects/:pid/chat-channels',
    {
      config: { access: 'project:planner' },
      schema: {
        tags: ['Chat'],
        operationId: 'list_chat_channels',
        summary: 'List chat channels',
        description: 'Owners see all channels, chiefs those of their teams. The URLs are never shown.',
        params: ChatParams,
        querystring: ChatQuery,
        response: { 200: Ref(ChatChannelPage) },
      },
    },
    async (request) => {
      const { limit, after, page } = pageRequest(request.query, { id: 'text' });
      const projectRole = projectRoleOf(request);
      const tids = visibleTeams(projectRole, request.query.tid);
      return page(await listChannels(db.read, projectRole.scope, tids, limit + 1, after?.id), presentChannel);
    },
  );

  app.post(
    '/api/projects/:pid/chat-channels',
    {
      config: {
        access: 'project:planner',
        stepUp: true,
        problems: ['not_allowed', 'team_disabled', 'url_refused', 'idempotency_key_reused'],
      },
      schema: {
        tags: ['Chat'],
        operationId: 'add_chat_channel',
        summary: 'Add a chat channel',
        description:
          'Muster posts to the incoming webhook of Slack, Mattermost, Discord or Matrix (hookshot). Owners can ' +
          'add channels for the project or any team, chiefs for their own team.',
        params: ChatParams,
        body: NewChatChannel,
        response: { 201: Ref(ChatChannel) },
      },
    },
    (request, reply) =>
      once(request, reply, (trx, { roles }) => addChannel(trx, services, actorOf(request, clock), roles, request.body)),
  );

  app.patch(
    '/api/projects/:pid/chat-channels/:id',
    {
      config: { access: 'project:planner', problems: ['browser_only', 'sign_in_again'] },
      schema: {
        tags: ['Chat'],
        operationId: 'change_chat_channel',
        summary: 'Change, pause or resume a chat channel',
        description:
          'To change the URL, remove the channel and add it again. Needs a recent sign-in in a browser, except for ' +
          'pausing it. The person who changes a channel is responsible for it: it stops when they may no longer manage it.',
        params: ChatChannelParams,
        body: ChatChannelChanges,
        response: { 200: Ref(ChatChannel) },
      },
    },
    async (request) => changeChannel(db, changeOf(request), request.body),
  );

  app.delete(
    '/api/projects/:pid/chat-channels/:id',
    {
      config: { access: 'project:planner', alsoArchived: true },
      schema: {
        tags: ['Chat'],
        operationId: 'remove_chat_channel',
        summary: 'Remove a chat channel',
        params: ChatChannelParams,
        response: { 204: Empty('Channel removed, and its URL deleted.') },
      },
    },
    (request) => removeChannel(db, changeOf(request)),
  );

  app.post(
    '/api/projects/:pid/chat-channels/:id/test',
    {
      config: { access: 'project:planner' },
      schema: {
        tags: ['Chat'],
        operationId: 'test_chat_channel',
        summary: 'Send a test message',
        description: 'Waits up to 10 seconds for the chat app. At most 20 tests an hour.',
        params: ChatChannelParams,
        response: { 200: Ref(ChatTest) },
      },
    },
    async (request, reply) => {
      const channel = await getManaged(db, changeOf(request));
      await limiter.shared(reply, limits.chatTests, personKey(callerOf(request)));
      return { outcome: await sendTest({ ...services, baseUrl: config.baseUrl }, channel) };
    },
  );
}
