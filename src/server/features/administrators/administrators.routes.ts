import { callerOf } from '../../auth/gate.ts';
import type { App } from '../../http/app.ts';
import { Empty, Id, Shape } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import { appoint, dismiss } from './administrators.service.ts';

const AdministratorParams = Shape({ uid: Id('Identifier of the person.') });

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
    (request) => appoint(services, callerOf(request), request.params.uid),
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
    (request) => dismiss(services, callerOf(request), request.params.uid),
  );
}
