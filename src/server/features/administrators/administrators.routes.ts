import { callerOf } from '../../auth/gate.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/db.ts';
import type { App } from '../../http/app.ts';
import type { Clock } from '../../lib/clock.ts';
import { Empty } from '../../lib/schema.ts';
import type { Keyring } from '../../lib/seal.ts';
import type { MailQueue } from '../mail/mail.service.ts';
import { AdministratorParams } from './administrators.schema.ts';
import { appoint, dismiss } from './administrators.service.ts';

type Services = { db: Db; config: Config; clock: Clock; keys: Keyring; mailQueue: MailQueue };

export function administratorRoutes(app: App, services: Services): void {
  app.put(
    '/api/admins/:uid',
    {
      config: { access: 'administrator', stepUp: true },
      schema: {
        tags: ['People'],
        operationId: 'appoint_administrator',
        summary: 'Make a person an administrator',
        description: 'All administrators get an email.',
        params: AdministratorParams,
        response: { 204: Empty('The person is now an administrator.') },
      },
    },
    async (request, reply) => {
      await appoint(services, callerOf(request), request.params.uid);
      return reply.code(204).send();
    },
  );

  app.delete(
    '/api/admins/:uid',
    {
      config: { access: 'administrator', stepUp: true, problems: ['last_administrator'] },
      schema: {
        tags: ['People'],
        operationId: 'dismiss_administrator',
        summary: 'Remove an administrator',
        description:
          'Administrators can remove themselves, except the last active one: 409 `last_administrator`. An ' +
          "address in `ADMIN_EMAIL` doesn't become an administrator again at the next sign-in. All " +
          'administrators and the person get an email.',
        params: AdministratorParams,
        response: { 204: Empty('Administrator removed.') },
      },
    },
    async (request, reply) => {
      await dismiss(services, callerOf(request), request.params.uid);
      return reply.code(204).send();
    },
  );
}
