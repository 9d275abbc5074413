import { pagePath } from '../../../shared/pages.ts';
import { registrationFor } from '../people/registration.policy.ts';
import type { App } from '../../http/app.ts';
import { callerOf } from '../../auth/gate.ts';
import { limits, visitorKey } from '../../auth/rate-limits.ts';
import { admitVisitorWrite } from '../../auth/visitor-writes.ts';
import { fail } from '../../errors.ts';
import { deviceName } from '../../http/device.ts';
import { languageOf } from '../../http/language.ts';
import { mailWay } from '../../lib/mailer.ts';
import { pageRequest } from '../../http/paging.ts';
import { Empty, Ref } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import { isSetUp } from '../people/people.service.ts';
import { cookieOptions, setSessionCookie } from '../sessions/sessions.service.ts';
import { listIdentities } from './oidc.queries.ts';
import {
  IdentityPage,
  IdentityParams,
  IdentityQuery,
  ProviderReturn,
  ProviderVisit,
  SignInWays,
} from './oidc.schema.ts';
import { completeSignIn, beginSignIn, unlink, visitSeconds } from './oidc.service.ts';
import { provider } from './provider.service.ts';
import type { Provider } from './provider.service.ts';

const callback = '/api/sign-in/oidc/callback';

export function oidcRoutes(app: App, services: Services): void {
  const { config, clock } = services;
  const configured =
    config.oidc === undefined ? undefined : provider(config.oidc, `${config.baseUrl}${callback}`, clock);

  app.get(
    '/api/sign-in/ways',
    {
      config: { access: 'public' },
      schema: {
        tags: ['Sign-in'],
        operationId: 'get_sign_in_ways',
        summary: 'List the ways to sign in',
        response: { 200: Ref(SignInWays) },
      },
    },
    async () => ({
      provider: configured === undefined ? null : { name: configured.name },
      mail: mailWay(config),
      set_up: await isSetUp(services.db.read),
      registration: registrationFor(config),
    }),
  );
  visitRoutes(app, services, configured);
  identityRoutes(app, services);
}

function visitRoutes(app: App, services: Services, configured: Provider | undefined): void {
  const { config, limiter } = services;
  const cookie = config.baseUrl.startsWith('https:') ? '__Host-muster_visit' : 'muster_visit';

  app.post(
    '/api/sign-in/oidc',
    {
      config: { access: 'public', openToSuspended: true, problems: ['not_found', 'provider_unavailable'] },
      schema: {
        tags: ['Sign-in'],
        operationId: 'visit_provider',
        summary: 'Start sign-in with the configured provider',
        description:
          'OpenID Connect: open the URL in the response within ten minutes; the browser returns signed in. 404 if no ' +
          'provider is configured. If somebody is signed in, the provider asks them to sign in again unless they did ' +
          'so within the last 15 minutes.',
        response: { 200: Ref(ProviderVisit) },
      },
    },
    async (request, reply): Promise<ProviderVisit> => {
      await admitVisitorWrite(services, request, reply);
      if (configured === undefined) return fail('not_found', { detail: 'No provider is configured' });
      const { url, secret } = await beginSignIn(services, configured, request.caller !== null);
      reply.setCookie(cookie, secret, { ...cookieOptions(config), maxAge: visitSeconds });
      return { url };
    },
  );

  app.get(
    callback,
    {
      config: { access: 'public', openToSuspended: true },
      // The redirect URI of the provider, not meant for clients, so it is not documented.
      schema: { hide: true, querystring: ProviderReturn },
    },
    async (request, reply) => {
      await limiter.shared(reply, limits.signIn, visitorKey(request));
      const { state = '', error } = request.query;
      const callbackInput = {
        state,
        secret: request.cookies[cookie] ?? '',
        error,
        search: new URL(request.url, config.baseUrl).search,
        uid: request.caller?.uid,
      };
      const browser = {
        device: deviceName(request.headers['user-agent']),
        language: languageOf(request.headers['accept-language']),
      };
      const outcome =
        configured === undefined ? 'mismatch' : await completeSignIn(services, configured, callbackInput, browser);
      reply.clearCookie(cookie, cookieOptions(config));
      if (typeof outcome === 'string') return reply.redirect(`${pagePath('/sign-in')}?problem=${outcome}`, 303);
      setSessionCookie(reply, config, outcome.sessionToken);
      // The pages are closed to suspended people, except the one where they download or erase their data.
      return reply.redirect(`${pagePath('/sign-in')}?${outcome.suspended ? 'suspended' : 'entered'}=true`, 303);
    },
  );
}

function identityRoutes(app: App, services: Services): void {
  app.get(
    '/api/me/identities',
    {
      config: { access: 'signed_in' },
      schema: {
        tags: ['Me'],
        operationId: 'list_identities',
        summary: "List the caller's linked accounts",
        description: 'Newest first.',
        querystring: IdentityQuery,
        response: { 200: Ref(IdentityPage) },
      },
    },
    async (request) => {
      const { limit, after, page } = pageRequest(request.query, { id: 'text' });
      return page(await listIdentities(services.db.read, callerOf(request).uid, limit, after?.id));
    },
  );

  app.delete(
    '/api/me/identities/:id',
    {
      config: { access: 'browser', problems: ['factors_frozen'] },
      schema: {
        tags: ['Me'],
        operationId: 'unlink_identity',
        summary: 'Unlink an account',
        description: 'Signing in by email still works. Signing in with that account links it again.',
        params: IdentityParams,
        response: { 204: Empty('Account unlinked.') },
      },
    },
    (request) => unlink(services, callerOf(request), request.params.id),
  );
}
