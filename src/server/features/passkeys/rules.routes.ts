import type { App } from '../../http/app.ts';
import { callerOf } from '../../auth/gate.ts';
import { Empty, Ref } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import { UserParams } from '../users/users.schema.ts';
import { readRules } from './passkeys.queries.ts';
import { OwnSignIn, SignInRules } from './passkeys.schema.ts';
import { changeRule, describeOwnSignIn, resetPasskeys } from './rules.service.ts';

export function signInRuleRoutes(app: App, services: Services): void {
  const { db } = services;
  const presentRules = async () => ({ passkeys_required: (await readRules(db.read)).passkeys_required_at !== null });

  app.get(
    '/api/admin/sign-in-rules',
    {
      config: { access: 'administrator' },
      schema: {
        tags: ['Operation'],
        operationId: 'get_sign_in_rules',
        summary: 'Read the rules for signing in',
        response: { 200: Ref(SignInRules) },
      },
    },
    presentRules,
  );

  app.get(
    '/api/me/sign-in',
    {
      config: { access: 'browser' },
      schema: {
        tags: ['Me'],
        operationId: 'get_own_sign_in',
        summary: 'Read how the caller can sign in',
        description:
          "Whether a passkey is required, the caller's passkeys and recovery codes, and whether changes are frozen.",
        response: { 200: Ref(OwnSignIn) },
      },
    },
    (request) => describeOwnSignIn(services, callerOf(request)),
  );

  app.put(
    '/api/admin/sign-in-rules',
    {
      config: { access: 'administrator', stepUp: true },
      schema: {
        tags: ['Operation'],
        operationId: 'put_sign_in_rules',
        summary: 'Change the rules for signing in',
        description:
          'While passkeys are required, administrators and owners have their rights only in a session that was started ' +
          'or confirmed with a passkey, or with an API token created from such a session; otherwise the response is ' +
          '403 `passkey_required`. To turn this on, the session must be confirmed with a passkey.',
        body: SignInRules,
        response: { 200: Ref(SignInRules) },
      },
    },
    async (request) => {
      await changeRule(services, callerOf(request), request.body.passkeys_required);
      return presentRules();
    },
  );

  app.delete(
    '/api/users/:uid/passkeys',
    {
      config: { access: 'administrator', stepUp: true },
      schema: {
        tags: ['People'],
        operationId: 'reset_passkeys',
        summary: 'Remove all passkeys and recovery codes of a person',
        description:
          'For somebody who has lost their passkeys, or whose account was taken over. They get an email, and ' +
          'can add new passkeys after signing in.',
        params: UserParams,
        response: { 204: Empty('All passkeys and recovery codes removed.') },
      },
    },
    (request) => resetPasskeys(services, callerOf(request), request.params.uid),
  );
}
