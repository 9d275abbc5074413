import type { App } from '../../http/app.ts';
import { callerOf } from '../../auth/gate.ts';
import { limits, visitorKey } from '../../auth/rate-limits.ts';
import { pageRequest } from '../../http/paging.ts';
import { Empty, Ref } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import {
  ApiTokenPage,
  ApiTokenParams,
  ApiTokenQuery,
  CredentialsBody,
  CredentialsQuery,
  ExchangeCredentials,
  RenewedToken,
  TokenAnswer,
  TokenDescription,
  TokenRequest,
} from './tokens.schema.ts';
import {
  createCredentials,
  describeToken,
  exchange,
  optionsOf,
  presentToken,
  renew,
  revoke,
} from './tokens.service.ts';
import { listTokens } from './tokens.queries.ts';

export function tokenRoutes(app: App, services: Services): void {
  const { db, limiter } = services;

  app.post(
    '/api/token',
    {
      config: { access: 'public', takesClientCredentials: true, problems: ['invalid_credentials'] },
      schema: {
        tags: ['Published'],
        operationId: 'exchange_token',
        summary: 'Exchange one-time credentials for an API token',
        description:
          'Takes the username and password shown on the page "API access" as an OAuth 2 password form or as JSON. ' +
          'They work once, for 5 minutes; five wrong passwords end them. ' +
          'Wrong, used, expired and unknown credentials get the same response.',
        consumes: ['application/x-www-form-urlencoded', 'application/json'],
        body: TokenRequest,
        response: { 200: Ref(TokenAnswer) },
      },
    },
    async (request, reply) => {
      await limiter.shared(reply, limits.token, visitorKey(request));
      reply.headers({ 'cache-control': 'no-store' });
      return exchange(services, request.body);
    },
  );

  app.get(
    '/api/token',
    {
      config: { access: 'token' },
      schema: {
        tags: ['Me'],
        operationId: 'get_token',
        summary: 'Describe the token of this request',
        description:
          'Whose it is, what it may do and when it ends. For every token: of a person, limited or not, of a service ' +
          'account and of a device. It needs no scope.',
        response: { 200: Ref(TokenDescription) },
      },
    },
    (request) => describeToken(db.read, request),
  );

  app.post(
    '/api/me/exchange-credentials',
    {
      config: { access: 'browser', problems: ['not_found', 'sign_in_again'] },
      schema: {
        tags: ['Me'],
        operationId: 'create_exchange_credentials',
        summary: 'Create one-time credentials for POST /api/token',
        description:
          "From a signed-in browser only: a token can't create another one. The credentials are never shown " +
          "again. With the scope `private:read`, the token can also read the person's private data: this needs a " +
          'sign-in or passkey confirmation within the last 15 minutes, and the person gets an email. With ' +
          '`project` and `scopes` it is limited: it works only in that project, within the scopes and the ' +
          "person's rights, and never shows private data of others. Options are in the URL or in the body, not in both.",
        querystring: CredentialsQuery,
        body: CredentialsBody,
        response: { 201: Ref(ExchangeCredentials) },
      },
    },
    async (request, reply) => {
      reply.headers({ 'cache-control': 'no-store' });
      return createCredentials(services, callerOf(request), optionsOf(request.query, request.body));
    },
  );

  app.get(
    '/api/me/tokens',
    {
      config: { access: 'signed_in' },
      schema: {
        tags: ['Me'],
        operationId: 'list_tokens',
        summary: "List the caller's API tokens",
        description: 'Newest first, without revoked ones. Tokens are stored only as hashes.',
        querystring: ApiTokenQuery,
        response: { 200: Ref(ApiTokenPage) },
      },
    },
    async (request) => {
      const { limit, after, page } = pageRequest(request.query, { id: 'text' });
      const rows = await listTokens(db.read, callerOf(request).uid, limit, after?.id);
      return page(rows, presentToken);
    },
  );

  app.post(
    '/api/me/tokens/:id/renewal',
    {
      config: { access: 'browser', problems: ['sign_in_again'] },
      schema: {
        tags: ['Me'],
        operationId: 'renew_token',
        summary: "Replace one of the caller's API tokens",
        description:
          'Creates a token with the same name, scopes and lifetime; the previous one works for another hour. ' +
          "From a signed-in browser only: a leaked token can't extend its own life. Also works for expired " +
          'tokens. A token with `private:read` needs a sign-in or passkey confirmation within the last 15 ' +
          'minutes, and the person gets an email.',
        params: ApiTokenParams,
        response: { 201: Ref(RenewedToken) },
      },
    },
    async (request, reply) => {
      reply.headers({ 'cache-control': 'no-store' });
      return renew(services, callerOf(request), request.params.id);
    },
  );

  app.delete(
    '/api/me/tokens/:id',
    {
      config: { access: 'signed_in' },
      schema: {
        tags: ['Me'],
        operationId: 'revoke_token',
        summary: "Revoke one of the caller's API tokens",
        params: ApiTokenParams,
        response: { 204: Empty('Token revoked.') },
      },
    },
    (request) => revoke(services, callerOf(request), request.params.id),
  );
}
