import { actorOf, projectRoleOf } from '../../../auth/gate.ts';
import { ownerMadeAmong } from '../../../auth/made-with.ts';
import type { App } from '../../../http/app.ts';
import { pageRequest } from '../../../http/paging.ts';
import { timestamp } from '../../../lib/clock.ts';
import { Empty, Ref } from '../../../lib/schema.ts';
import type { Services } from '../../../services.ts';
import { prepareDesk } from '../codes/keys.service.ts';
import { listDevices } from './devices.queries.ts';
import { CreatedDevice, DevicePage, DeviceParams, DevicesParams, DevicesQuery, NewDevice } from './devices.schema.ts';
import { createDevice, presentDevice, removeDevice } from './devices.service.ts';

export function deviceRoutes(app: App, services: Services): void {
  const { db, clock, once } = services;
  app.get(
    '/api/projects/:pid/devices',
    {
      config: { access: 'project:desk' },
      schema: {
        tags: ['Event day'],
        operationId: 'list_devices',
        summary: 'List the desk devices and screens',
        description: 'Without those that were revoked or have expired. Their tokens are never shown again.',
        params: DevicesParams,
        querystring: DevicesQuery,
        response: { 200: Ref(DevicePage) },
      },
    },
    async (request) => {
      const { limit, after, page } = pageRequest(request.query, { id: 'text' });
      const { scope } = projectRoleOf(request);
      const now = clock.now();
      const rows = await listDevices(db.read, scope, timestamp(now), limit + 1, after?.id);
      const isActive = await ownerMadeAmong(db.read, { now, pid: scope.pid, part: 'desk' }, rows);
      return page(rows, (row) => presentDevice({ ...row, active: isActive(row) }));
    },
  );

  app.post(
    '/api/projects/:pid/devices',
    {
      config: { access: 'project:desk', stepUp: true, problems: ['not_allowed', 'idempotency_key_reused'] },
      schema: {
        tags: ['Event day'],
        operationId: 'create_device',
        summary: 'Add a desk device or a screen',
        description:
          'A desk device sees only the names and attendance of the day; a screen sees no names. Both work ' +
          'until a day after the event, until they are revoked, or until the owner who added them no longer is one.',
        params: DevicesParams,
        body: NewDevice,
        response: { 201: Ref(CreatedDevice) },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request, clock);
      await prepareDesk(services, actor.projectRole.scope);
      return once(request, reply, (trx, { roles }) => createDevice(trx, services, actor, roles, request.body));
    },
  );

  app.delete(
    '/api/projects/:pid/devices/:id',
    {
      config: { access: 'project:desk', alsoArchived: true },
      schema: {
        tags: ['Event day'],
        operationId: 'revoke_device',
        summary: 'Revoke a device',
        description: 'It loses access at once, and its stored data becomes unreadable.',
        params: DeviceParams,
        response: { 204: Empty('Device revoked.') },
      },
    },
    (request) => removeDevice(services, actorOf(request, clock), request.params.id),
  );
}
