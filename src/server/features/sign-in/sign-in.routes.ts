import type { App } from '../../http/app.ts';
import { requireSameOrigin } from '../../auth/gate.ts';
import { limits, visitorKey } from '../../auth/rate-limits.ts';
import type { Limiter } from '../../auth/rate-limits.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/db.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Keyring } from '../../lib/seal.ts';
import { deviceName } from '../../http/device.ts';
import { mailWay } from '../../lib/mailer.ts';
import { Empty, Ref } from '../../lib/schema.ts';
import { sha256 } from '../../lib/secrets.ts';
import { normaliseEmail } from '../../lib/text.ts';
import type { MailQueue } from '../mail/mail.service.ts';
import { clearSessionCookie, setSessionCookie } from '../sessions/sessions.service.ts';
import { LinkRequest, LinkRequested, SignInRequest, SignedIn } from './sign-in.schema.ts';
import { requestLink, signIn, signOut } from './sign-in.service.ts';

type Services = { db: Db; config: Config; clock: Clock; keys: Keyring; mailQueue: MailQueue; limiter: Limiter };

export function signInRoutes(app: App, services: Services): void {
  const { config, limiter } = services;

  app.post(
    '/api/sign-in/email',
    {
      config: { access: 'public' },
      schema: {
        tags: ['Sign-in'],
        operationId: 'request_sign_in_link',
        summary: 'Ask for a sign-in link by mail',
        description: 'The answer is the same whether or not the address is known. The link works once, for 15 minutes.',
        body: LinkRequest,
        response: { 202: Ref(LinkRequested) },
      },
    },
    async (request, reply) => {
      await limiter.shared(reply, limits.mailByAddress, sha256(normaliseEmail(request.body.email)));
      await limiter.shared(reply, limits.signIn, visitorKey(request));
      await requestLink(services, request.body);
      reply.code(202);
      return { message: 'If this address can sign in, a link is on its way.', mail: mailWay(config) };
    },
  );

  app.post(
    '/api/sign-in',
    {
      config: { access: 'public' },
      schema: {
        tags: ['Sign-in'],
        operationId: 'sign_in',
        summary: 'Exchange the token of a sign-in link for a session cookie',
        body: SignInRequest,
        response: { 200: Ref(SignedIn) },
      },
    },
    async (request, reply) => {
      // Prevents login CSRF.
      if (request.headers.origin !== undefined) requireSameOrigin(request, config);
      await limiter.shared(reply, limits.signIn, visitorKey(request));
      const { person, sessionToken } = await signIn(services, request.body, deviceName(request.headers['user-agent']));
      setSessionCookie(reply, config, sessionToken);
      return person;
    },
  );

  app.post(
    '/api/sign-out',
    {
      config: { access: 'public' },
      schema: {
        tags: ['Sign-in'],
        operationId: 'sign_out',
        summary: 'End the session of this browser',
        response: { 204: Empty('Signed out, or was not signed in.') },
      },
    },
    async (request, reply) => {
      if (request.caller?.credential.kind === 'session') await signOut(services, request.caller);
      return clearSessionCookie(reply, config).code(204).send();
    },
  );
}
