import type { FastifyReply, FastifyRequest } from 'fastify';
import { limits, visitorKey } from '../../auth/rate-limits.ts';
import type { App } from '../../http/app.ts';
import { answerProblem, fail } from '../../errors.ts';
import { Empty, Ref } from '../../lib/schema.ts';
import { apiHeaders } from '../../lib/security-headers.ts';
import type { Services } from '../../services.ts';
import { writeListing } from './members-answer.service.ts';
import type { Address } from './members-answer.service.ts';
import { MemberListing, MembersParams, MembersQuery } from './members.schema.ts';

const answers = {
  200: { ...Ref(MemberListing), description: 'The teams with their chiefs and members.' },
  304: Empty('Unchanged since the response identified by `If-None-Match`.'),
};

const described = {
  tags: ['Published'],
  summary: 'List the teams of a project',
  description:
    'All teams of a project with their chiefs and members. `members` holds everyone in the team, the chiefs first. ' +
    'Disabled teams, suspended people and people who left the public listing are not in it. Public.',
};

export function memberRoutes(app: App, { listings, limiter, authenticator }: Services): void {
  // Without this header a browser hides errors from scripts of other sites.
  app.setErrorHandler((error, request, reply) => {
    reply.header('access-control-allow-origin', '*');
    answerProblem(error, request, reply);
  });

  const answer = async (request: FastifyRequest, reply: FastifyReply, pid: string, address: Address) => {
    const wait = limiter.quietly(limits.listing, visitorKey(request));
    if (wait > 0) fail('too_many_requests', { headers: { 'retry-after': String(wait) } });
    // The listing is public, but a token that is sent is checked. After counting, so that guessing tokens is limited.
    if (request.headers.authorization !== undefined) await authenticator.identify(request);
    const listing = listings.fresh(pid) ?? (await listings.find(pid));
    if (listing === null) return fail('not_found', { detail: 'There is no such project' });
    writeListing(request.raw, reply.hijack().raw, request.id, listing, address);
    return reply;
  };

  for (const [url, operationId, summary] of [
    ['/api/members/:pid', 'list_members', described.summary],
    ['/members/:pid', 'list_members_short', `${described.summary}, at the short path`],
  ] as const) {
    app.get(
      url,
      {
        config: { access: 'public' },
        schema: { ...described, summary, operationId, params: MembersParams, response: answers },
      },
      (request, reply) => answer(request, reply, request.params.pid, 'current'),
    );
  }
  app.get(
    '/api/members',
    {
      config: { access: 'public' },
      schema: {
        ...described,
        summary: `${described.summary}, by query parameter (deprecated)`,
        operationId: 'list_members_by_query',
        deprecated: true,
        querystring: MembersQuery,
        response: answers,
      },
    },
    (request, reply) => answer(request, reply, request.query.pid, 'deprecated'),
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
