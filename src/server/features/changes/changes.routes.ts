import { callerOf } from '../../auth/gate.ts';
import type { App } from '../../http/app.ts';
import { Type } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import { ChangeQuery } from './changes.schema.ts';
import type { ChangePage } from './changes.schema.ts';
import { filterOf, presentPage, readChanges, startOf } from './changes.service.ts';

const description = `What changed in your projects, in the order of the commits. Changes contain identifiers only: read the resource for its content. You get only what you can see at the time of reading; docs/changes.md lists the kinds and who sees them.

Keep \`next\` and send it as \`after\` in the next request. With \`Accept: text/event-stream\`, changes arrive as server-sent events: \`id\` is the cursor, \`data\` a change; the header \`Last-Event-ID\` replaces \`after\`. Changes are kept for 30 days; an older cursor gets 410.`;

const event =
  'id: 2s-mhz3k5c0\ndata: {"id":"2s-mhz3k5c0","at":"2026-11-15T09:30:00.000Z","project":"2026",' +
  '"kind":"team.changed","subject":{"tid":"venue"},"revision":3}\n\n';

export function changeRoutes(app: App, services: Services): void {
  const { projectRoles, ownProjects, changeStreams, admission } = services;
  app.addHook('preClose', async () => changeStreams.stop());

  app.get(
    '/api/changes',
    {
      config: {
        access: 'signed_in',
        scope: 'changes:read',
        problems: ['not_found', 'forbidden', 'cursor_expired', 'not_allowed', 'overloaded'],
      },
      schema: {
        tags: ['Changes'],
        operationId: 'read_changes',
        summary: 'Read changes',
        description,
        querystring: ChangeQuery,
        response: {
          200: Type.Unsafe<ChangePage>({
            description: 'Changes in their order.',
            content: {
              'application/json': { schema: { $ref: 'ChangePage' } },
              'text/event-stream': {
                schema: { type: 'string', description: 'One event for each change.', examples: [event] },
              },
            },
          }),
        },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { after, limit = 50 } = request.query;
      const filter = await filterOf(projectRoles, caller, request.query);
      const { accept = '', 'last-event-id': last } = request.headers;
      const resumed = typeof last === 'string' && last !== '' ? last : undefined;
      const pointer = resumed === undefined ? '/querystring/after' : '/headers/last-event-id';
      const start = await startOf(services, resumed ?? after, pointer);
      if (request.method === 'GET' && accept.includes('text/event-stream')) {
        changeStreams.open(request, reply, filter, start);
        admission.releaseSlot(reply.raw);
        return reply;
      }
      const view = { caller, projects: await ownProjects(caller) };
      return presentPage(await readChanges(services, view, { filter, after: start, limit }));
    },
  );
}
