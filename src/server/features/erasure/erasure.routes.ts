import { Readable } from 'node:stream';
import type { App } from '../../http/app.ts';
import { callerOf } from '../../auth/gate.ts';
import { Empty, StreamOf } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import { clearSessionCookie } from '../sessions/sessions.service.ts';
import { eraseAccount, exportAccount } from './erasure.service.ts';
import { OwnExport } from './erasure.schema.ts';
import { removeTraces } from './traces.service.ts';

export function erasureRoutes(app: App, services: Services): void {
  app.get(
    '/api/me/export',
    {
      config: { access: 'fresh', openToSuspended: true },
      schema: {
        tags: ['Me'],
        operationId: 'export_me',
        summary: "Export all of the caller's data",
        description:
          'One JSON document: profile, decrypted private data, teams, tasks, answers, sessions, tokens without ' +
          'their secrets, and entries of the audit log. Requires a sign-in or passkey confirmation within the ' +
          'last 15 minutes. Suspended people can do this too.',
        response: { 200: StreamOf(OwnExport) },
      },
    },
    async (request, reply) => {
      const document = await exportAccount(services, callerOf(request));
      return reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', 'attachment; filename="muster-export.json"')
        .send(Readable.from(document));
    },
  );

  app.delete(
    '/api/me',
    {
      config: {
        access: 'fresh',
        openToSuspended: true,
        problems: ['last_owner', 'passkey_required', 'factors_frozen'],
      },
      schema: {
        tags: ['Me'],
        operationId: 'erase_me',
        summary: "Erase the caller's account",
        description:
          'Requires a sign-in or passkey confirmation within the last 15 minutes; while passkeys are required, ' +
          'administrators and owners who have a passkey need a session confirmed with one. Removes the person ' +
          'from teams, tasks and forms, and deletes all of their data; the audit log keeps an anonymous ' +
          'identifier. The last owner of a project must hand it over first. Not possible for 24 hours after ' +
          'somebody reported a change to how the account signs in. It cannot be undone. Suspended people can ' +
          'do this too.',
        response: { 204: Empty('Account deleted.') },
      },
    },
    async (request, reply) => {
      const person = callerOf(request);
      const addresses = await eraseAccount(services, person);
      await removeTraces(services, { uid: person.uid, addresses });
      return clearSessionCookie(reply, services.config).code(204).send();
    },
  );
}
