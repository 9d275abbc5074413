import { limits, visitorKey } from '../../auth/rate-limits.ts';
import { fail } from '../../errors.ts';
import type { App } from '../../http/app.ts';
import { etagOf, namesTag } from '../../http/etag.ts';
import { Empty, Type } from '../../lib/schema.ts';
import { sha256 } from '../../lib/secrets.ts';
import { apiHeaders, transportHeaders } from '../../lib/security-headers.ts';
import type { Services } from '../../services.ts';
import { CalendarFileParams } from './calendar.schema.ts';
import { readFeed } from './calendar.service.ts';

/** In front of the gate: calendar programs send neither a cookie nor a token, the address is the secret. */
export function feedRoutes(app: App, services: Services): void {
  const { limiter, config } = services;
  const headers = { ...apiHeaders, ...transportHeaders(config.baseUrl), 'cache-control': 'private, no-cache' };

  const count = (ip: { ip: string }, file: string): void => {
    const wait = Math.max(
      limiter.quietly(limits.calendars, visitorKey(ip)),
      limiter.quietly(limits.calendar, sha256(file)),
    );
    if (wait > 0) fail('too_many_requests', { headers: { 'retry-after': String(wait) } });
  };

  app.get(
    '/calendar/:file',
    {
      config: { access: 'public', problems: ['not_found', 'too_many_requests'] },
      schema: {
        tags: ['Calendar'],
        operationId: 'read_calendar',
        summary: 'A calendar as an iCalendar file',
        description:
          'For calendar programs. Tasks that were cancelled or left stay for 30 days with `STATUS:CANCELLED`. At most ' +
          '2,000 events, without those that ended more than 90 days ago. An address that was replaced or removed, or ' +
          'whose person has lost the right to it, is 404 like one that never existed.',
        produces: ['text/calendar'],
        params: CalendarFileParams,
        response: {
          200: Type.String({ description: 'An iCalendar file (RFC 5545) in UTF-8.' }),
          304: Empty('Unchanged since the response identified by `If-None-Match`.'),
        },
      },
    },
    async (request, reply) => {
      const { file } = request.params;
      count(request, file);
      const body = await readFeed(services, file);
      const tag = etagOf(body);
      reply.headers(headers).headers({ etag: `"${tag}"`, 'x-request-id': request.id });
      if (namesTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
      return reply.type('text/calendar; charset=utf-8').send(body);
    },
  );
}
