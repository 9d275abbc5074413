import { limits, visitorKey } from '../../auth/rate-limits.ts';
import { fail } from '../../errors.ts';
import type { App } from '../../http/app.ts';
import { namesTag } from '../../http/etag.ts';
import { Empty, Type } from '../../lib/schema.ts';
import { apiHeaders, transportHeaders } from '../../lib/security-headers.ts';
import type { Services } from '../../services.ts';
import { AtomParams } from './announcements.schema.ts';
import { announcementFeeds } from './atom.service.ts';

export function atomRoutes(app: App, { db, config, limiter }: Services): void {
  const feedOf = announcementFeeds(db.read, config.baseUrl);
  const headers = {
    ...apiHeaders,
    ...transportHeaders(config.baseUrl),
    'cache-control': 'public, max-age=0, must-revalidate',
    'access-control-allow-origin': '*',
  };
  app.get(
    '/feeds/:file',
    {
      config: { access: 'public', problems: ['not_found', 'too_many_requests'] },
      schema: {
        tags: ['Announcements'],
        operationId: 'read_announcement_feed',
        summary: 'The public announcements of a project as an Atom feed',
        description: 'The newest 50, for feed readers and websites.',
        produces: ['application/atom+xml'],
        params: AtomParams,
        response: {
          200: Type.String({ description: 'An Atom feed (RFC 4287).' }),
          304: Empty('Unchanged since the response identified by `If-None-Match`.'),
        },
      },
    },
    async (request, reply) => {
      const wait = limiter.quietly(limits.calendars, visitorKey(request));
      if (wait > 0) fail('too_many_requests', { headers: { 'retry-after': String(wait) } });
      const { tag, body } = await feedOf(request.params.file);
      reply.headers(headers).headers({ 'x-request-id': request.id });
      const known = { etag: `"${tag}"` };
      if (namesTag(request.headers['if-none-match'], tag)) return reply.headers(known).code(304).send();
      const { text, complete } = await body();
      reply.headers(complete ? known : { 'cache-control': 'no-store' });
      return reply.type('application/atom+xml; charset=utf-8').send(text);
    },
  );
}
