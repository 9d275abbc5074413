import type { App } from '../../http/app.ts';
import { callerOf } from '../../auth/gate.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/db.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Keyring } from '../../lib/seal.ts';
import { Empty, Ref } from '../../lib/schema.ts';
import type { MailQueue } from '../mail/mail.service.ts';
import { UserParams } from '../users/users.schema.ts';
import { readRules } from './passkeys.queries.ts';
import { SignInRules } from './passkeys.schema.ts';
import { changeRule, resetPasskeys } from './rules.service.ts';

type Services = { db: Db; config: Config; clock: Clock; keys: Keyring; mailQueue: MailQueue };

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

  app.put(
    '/api/admin/sign-in-rules',
    {
      config: { access: 'administrator', stepUp: true },
      schema: {
        tags: ['Operation'],
        operationId: 'put_sign_in_rules',
        summary: 'Change the rules for signing in',
        description:
          'While passkeys are required, administrators and owners act as such only in a session that was begun or ' +
          'confirmed with a passkey, or with an API token made from one; elsewhere they are refused with ' +
          '`passkey_required`. Only somebody whose own session is so confirmed can switch it on.',
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
        summary: 'Remove all passkeys of a person who has lost them',
        description: 'The person gets a mail, and can add new ones after signing in.',
        params: UserParams,
        response: { 204: Empty('The person has no passkey.') },
      },
    },
    async (request, reply) => {
      await resetPasskeys(services, callerOf(request), request.params.uid);
      return reply.code(204).send();
    },
  );
}
