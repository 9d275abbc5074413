import type { App } from '../../http/app.ts';
import { callerOf } from '../../auth/gate.ts';
import { limits, personKey, visitorKey } from '../../auth/rate-limits.ts';
import { admitVisitorWrite } from '../../auth/visitor-writes.ts';
import { deviceName } from '../../http/device.ts';
import { pageRequest } from '../../http/paging.ts';
import { Empty, Ref } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import { setSessionCookie } from '../sessions/sessions.service.ts';
import { listPasskeys } from './passkeys.queries.ts';
import {
  NewPasskey,
  Passkey,
  PasskeyAnswer,
  PasskeyCreation,
  PasskeyPage,
  PasskeyParams,
  PasskeyQuery,
  PasskeyQuestion,
} from './passkeys.schema.ts';
import {
  confirmationOptions,
  registrationOptions,
  signInOptions,
  confirmSession,
  presentPasskey,
  register,
  removePasskey,
  signInWithPasskey,
} from './passkeys.service.ts';
import { SignedIn } from '../sign-in/sign-in.schema.ts';

export function passkeyRoutes(app: App, services: Services): void {
  signInRoutes(app, services);
  confirmationRoutes(app, services);
  ownRoutes(app, services);
}

function signInRoutes(app: App, services: Services): void {
  const { config, limiter } = services;

  app.post(
    '/api/sign-in/passkey/challenge',
    {
      config: { access: 'public' },
      schema: {
        tags: ['Sign-in'],
        operationId: 'ask_passkey_sign_in',
        summary: 'Create a challenge to sign in with a passkey',
        description:
          'The request names no account: the passkey identifies the person. The challenge works once, for five minutes.',
        response: { 200: Ref(PasskeyQuestion) },
      },
    },
    async (request, reply) => {
      await limiter.shared(reply, limits.signIn, visitorKey(request));
      return signInOptions(services);
    },
  );

  app.post(
    '/api/sign-in/passkey',
    {
      config: { access: 'public', problems: ['invalid_passkey', 'passkey_blocked'] },
      schema: {
        tags: ['Sign-in'],
        operationId: 'sign_in_with_passkey',
        summary: 'Sign in with a passkey',
        description: 'A wrong, used or expired challenge and an unknown passkey get the same response.',
        body: PasskeyAnswer,
        response: { 200: Ref(SignedIn) },
      },
    },
    async (request, reply) => {
      await admitVisitorWrite(services, request, reply);
      const device = deviceName(request.headers['user-agent']);
      const { person, sessionToken } = await signInWithPasskey(services, request.body, device);
      setSessionCookie(reply, config, sessionToken);
      return person;
    },
  );
}

function confirmationRoutes(app: App, services: Services): void {
  const { limiter } = services;

  app.post(
    '/api/me/confirmation/challenge',
    {
      config: { access: 'browser', openToSuspended: true },
      schema: {
        tags: ['Me'],
        operationId: 'ask_confirmation',
        summary: 'Create a challenge to confirm the session with a passkey',
        response: { 200: Ref(PasskeyQuestion) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      await limiter.shared(reply, limits.signIn, personKey(caller));
      return confirmationOptions(services, caller);
    },
  );

  app.post(
    '/api/me/confirmation',
    {
      config: { access: 'browser', openToSuspended: true, problems: ['passkey_refused', 'passkey_blocked'] },
      schema: {
        tags: ['Me'],
        operationId: 'confirm_session',
        summary: 'Confirm the session with a passkey',
        description: 'The session then counts as confirmed with a passkey, and as a fresh sign-in for 15 minutes.',
        body: PasskeyAnswer,
        response: { 204: Empty('Session confirmed.') },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      await limiter.shared(reply, limits.signIn, personKey(caller));
      await confirmSession(services, caller, request.body);
    },
  );
}

function ownRoutes(app: App, services: Services): void {
  const { db, clock, limiter } = services;

  app.get(
    '/api/me/passkeys',
    {
      config: { access: 'signed_in' },
      schema: {
        tags: ['Me'],
        operationId: 'list_passkeys',
        summary: "List the caller's passkeys",
        description: 'Newest first.',
        querystring: PasskeyQuery,
        response: { 200: Ref(PasskeyPage) },
      },
    },
    async (request) => {
      const { limit, after, page } = pageRequest(request.query, { id: 'text' });
      const now = clock.now();
      return page(await listPasskeys(db.read, callerOf(request).uid, limit, after?.id), (row) =>
        presentPasskey(row, now),
      );
    },
  );

  app.post(
    '/api/me/passkeys/challenge',
    {
      config: { access: 'fresh', problems: ['passkey_required', 'factors_frozen'] },
      schema: {
        tags: ['Me'],
        operationId: 'ask_new_passkey',
        summary: 'Create a challenge to add a passkey',
        description: 'Requires a sign-in or passkey confirmation within the last 15 minutes.',
        response: { 200: Ref(PasskeyCreation) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      await limiter.shared(reply, limits.signIn, personKey(caller));
      return registrationOptions(services, caller);
    },
  );

  app.post(
    '/api/me/passkeys',
    {
      config: {
        access: 'fresh',
        problems: ['passkey_refused', 'already_exists', 'not_allowed', 'passkey_required', 'factors_frozen'],
      },
      schema: {
        tags: ['Me'],
        operationId: 'add_passkey',
        summary: 'Add a passkey',
        description:
          'Requires a sign-in or passkey confirmation within the last 15 minutes. At most 20. The person gets an ' +
          'email. Where passkeys are required, administrators and owners who have one need it to add another.',
        body: NewPasskey,
        response: { 201: Ref(Passkey) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      await limiter.shared(reply, limits.signIn, personKey(caller));
      return register(services, caller, request.body);
    },
  );

  app.delete(
    '/api/me/passkeys/:id',
    {
      config: { access: 'fresh', problems: ['passkey_required', 'factors_frozen'] },
      schema: {
        tags: ['Me'],
        operationId: 'remove_passkey',
        summary: "Remove one of the caller's passkeys",
        description:
          'Requires a sign-in or passkey confirmation within the last 15 minutes. Sessions and tokens that it ' +
          'confirmed no longer count as confirmed. The person gets an email. Where passkeys are required, ' +
          'administrators and owners need one to remove one.',
        params: PasskeyParams,
        response: { 204: Empty('Passkey removed.') },
      },
    },
    (request) => removePasskey(services, callerOf(request), request.params.id),
  );
}
