import type { FastifyRequest } from 'fastify';
import type { App } from '../../http/app.ts';
import { limits, visitorKey } from '../../auth/rate-limits.ts';
import { admitVisitorWrite } from '../../auth/visitor-writes.ts';
import { deviceName } from '../../http/device.ts';
import { languageOf } from '../../http/language.ts';
import { mailboxOf } from '../../lib/mail/mailbox.ts';
import { mailWay } from '../../lib/mailer.ts';
import { Empty, Ref } from '../../lib/schema.ts';
import { sha256 } from '../../lib/secrets.ts';
import type { Services } from '../../services.ts';
import { clearSessionCookie, setSessionCookie } from '../sessions/sessions.service.ts';
import { browserSecretFor, browserSecretOf, setBrowserCookie } from './browser-cookie.service.ts';
import {
  InspectedLink,
  LinkInspection,
  LinkRequest,
  LinkRequested,
  SignInRequest,
  SignedInByMail,
} from './sign-in.schema.ts';
import { inspectLink, linkSeconds, requestLink, signIn, signOut } from './sign-in.service.ts';
import type { OpeningBrowser } from './sign-in.service.ts';

export function signInRoutes(app: App, services: Services): void {
  const { config, limiter, mailboxes } = services;
  const openingBrowser = (request: FastifyRequest): OpeningBrowser => ({
    secret: browserSecretOf(request, config),
    hasSession: request.caller !== null,
  });

  app.post(
    '/api/sign-in/email',
    {
      config: { access: 'public' },
      schema: {
        tags: ['Sign-in'],
        operationId: 'request_sign_in_link',
        summary: 'Request a sign-in link by email',
        description:
          'The response is the same whether or not the address is known. The email has a link and a code; ' +
          'either can be used once, within 15 minutes. The code works only in the browser that requested it. ' +
          'In other browsers, the link asks for confirmation first.',
        body: LinkRequest,
        response: { 202: Ref(LinkRequested) },
      },
    },
    async (request, reply) => {
      // The sender is charged first, so that nobody can use up somebody else's limit at will.
      await admitVisitorWrite(services, request, reply);
      const { email } = request.body;
      await limiter.shared(reply, limits.mailBySender, sha256(`${visitorKey(request)} ${mailboxOf(email)}`));
      const secret = browserSecretFor(request, config);
      // The page sends the language that it is shown in; other clients may send none.
      const language = request.body.language ?? languageOf(request.headers['accept-language']) ?? 'en';
      await requestLink(services, { ...request.body, language }, secret, async (trx) =>
        limiter.enforce(reply, limits.mailByAddress, await mailboxes.countLink(trx, email)),
      );
      setBrowserCookie(reply, config, secret, linkSeconds);
      return { message: 'If this address can sign in, a link is on its way.', mail: mailWay(config) };
    },
  );

  app.post(
    '/api/sign-in/link',
    {
      config: { access: 'public', openToSuspended: true, problems: ['invalid_link'] },
      schema: {
        tags: ['Sign-in'],
        operationId: 'inspect_sign_in_link',
        summary: 'Read which account a sign-in link belongs to',
        description: 'Does not use up the link. 401 for a set-up link, which has no account yet.',
        body: LinkInspection,
        response: { 200: Ref(InspectedLink) },
      },
    },
    async (request, reply) => {
      await admitVisitorWrite(services, request, reply);
      return inspectLink(services, request.body.token, openingBrowser(request));
    },
  );

  app.post(
    '/api/sign-in',
    {
      config: {
        access: 'public',
        openToSuspended: true,
        problems: ['invalid_link', 'suspended', 'confirm_sign_in', 'registration_closed'],
      },
      schema: {
        tags: ['Sign-in'],
        operationId: 'sign_in',
        summary: 'Exchange the token of a sign-in link for a session cookie',
        description:
          'Works without `confirmed` only in the browser that requested the link, and only if nobody is signed in there. ' +
          'Otherwise the response is 409 `confirm_sign_in`, and the link stays valid.',
        body: SignInRequest,
        response: { 200: Ref(SignedInByMail) },
      },
    },
    async (request, reply) => {
      await admitVisitorWrite(services, request, reply);
      const browser = {
        ...openingBrowser(request),
        device: deviceName(request.headers['user-agent']),
        language: languageOf(request.headers['accept-language']),
      };
      const { person, sessionToken } = await signIn(services, request.body, browser);
      setSessionCookie(reply, config, sessionToken);
      return person;
    },
  );

  app.post(
    '/api/sign-out',
    {
      config: { access: 'public', openToSuspended: true },
      schema: {
        tags: ['Sign-in'],
        operationId: 'sign_out',
        summary: 'End the session of this browser',
        response: { 204: Empty('Signed out, or nobody was signed in.') },
      },
    },
    async (request, reply) => {
      if (request.caller?.credential.kind === 'session') await signOut(services, request.caller);
      return clearSessionCookie(reply, config).code(204).send();
    },
  );
}
