import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator } from '../../auth/caller.ts';
import { limits, visitorKey } from '../../auth/limits.ts';
import type { Limiter } from '../../auth/limits.ts';
import type { App } from '../../app.ts';
import { answerProblem, fail } from '../../errors.ts';
import { namesTag } from '../../lib/etag.ts';
import { chooseEncoding, tagFor } from '../../lib/prepared-body.ts';
import type { PreparedBody } from '../../lib/prepared-body.ts';
import { apiHeaders } from '../../lib/security-headers.ts';
import { Empty, Type } from '../../lib/schema.ts';
import { MembersParams, MembersQuery } from './members.schema.ts';
import type { Listings } from './members.service.ts';

/** The schedule of docs/deprecations.md: announced, and when `GET /api/members` may go. */
export const deprecation = { since: new Date('2026-11-15T00:00:00Z'), sunset: new Date('2027-11-15T00:00:00Z') };

const shared: Record<string, string> = {
  ...apiHeaders,
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'public, max-age=0, must-revalidate',
  vary: 'accept-encoding',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'etag, deprecation, sunset, link, retry-after',
};

const deprecated = (pid: string): Record<string, string> => ({
  deprecation: `@${deprecation.since.getTime() / 1000}`,
  sunset: deprecation.sunset.toUTCString(),
  link: `</api/members/${pid}>; rel="successor-version"`,
});

type Services = { listings: Listings; limiter: Limiter; authenticator: Authenticator };

const answers = {
  200: { ...Type.Ref('MemberListing'), description: 'The teams with their chiefs and members.' },
  304: Empty('Unchanged since the answer that `If-None-Match` names.'),
};

const described = {
  tags: ['Published'],
  summary: 'List the teams of a project',
  description:
    'All teams of a project with their chiefs and members. `members` holds everyone in the team, the chiefs first. ' +
    'Disabled teams, suspended people and people who left the public listing are not in it. Public.',
};

export function memberRoutes(app: App, { listings, limiter, authenticator }: Services): void {
  // A browser shows another site's script an error only if it, too, is open for reading.
  app.setErrorHandler((error, request, reply) => {
    reply.header('access-control-allow-origin', '*');
    answerProblem(error, request, reply);
  });

  const answer = async (request: FastifyRequest, reply: FastifyReply, pid: string, extra: Record<string, string>) => {
    const wait = limiter.quietly(limits.listing, visitorKey(request));
    if (wait > 0) fail('too_many_requests', { headers: { 'retry-after': String(wait) } });
    // The listing is public, but a token that is sent is a token that is checked. Counted first: guessing is not free.
    if (request.headers.authorization !== undefined) await authenticator.identify(request);
    const body = listings.fresh(pid) ?? (await listings.find(pid));
    if (body === null) return fail('not_found', { detail: 'There is no such project' });
    return send(request, reply, body, extra);
  };

  for (const [url, operationId] of [
    ['/api/members/:pid', 'list_members'],
    ['/members/:pid', 'list_members_short'],
  ] as const) {
    app.get(
      url,
      { config: { access: 'public' }, schema: { ...described, operationId, params: MembersParams, response: answers } },
      (request, reply) => answer(request, reply, request.params.pid, {}),
    );
  }
  app.get(
    '/api/members',
    {
      config: { access: 'public' },
      schema: {
        ...described,
        operationId: 'list_members_by_query',
        deprecated: true,
        querystring: MembersQuery,
        response: answers,
      },
    },
    (request, reply) => answer(request, reply, request.query.pid, deprecated(request.query.pid)),
  );
  for (const url of ['/api/members', '/api/members/:pid', '/members/:pid']) {
    app.options(url, { config: { access: 'public' }, schema: { hide: true } }, (request, reply) =>
      reply.code(204).headers(preflight).header('x-request-id', request.id).send(),
    );
  }
}

const preflight = {
  ...apiHeaders,
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET',
  'access-control-allow-headers': 'authorization, if-none-match',
  'access-control-max-age': '86400',
};

/** Written past the framework: header and bytes are ready, and nothing is left for it to do. */
function send(
  request: FastifyRequest,
  reply: FastifyReply,
  body: PreparedBody,
  extra: Record<string, string>,
): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  const etag = tagFor(body, encoding);
  reply.hijack();
  if (namesTag(request.headers['if-none-match'], body.tag)) {
    reply.raw.writeHead(304, { ...shared, ...extra, etag, 'x-request-id': request.id });
    reply.raw.end();
    return reply;
  }
  const bytes = body.bodies[encoding];
  reply.raw.writeHead(200, {
    ...shared,
    ...extra,
    etag,
    'x-request-id': request.id,
    'content-length': bytes.length,
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
  });
  reply.raw.end(request.method === 'HEAD' ? undefined : bytes);
  return reply;
}
