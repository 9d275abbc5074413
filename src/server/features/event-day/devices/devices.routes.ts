import { actorOf, projectRoleOf } from '../../../auth/gate.ts';
import type { Once } from '../../../auth/idempotency.ts';
import type { Config } from '../../../config.ts';
import type { App } from '../../../http/app.ts';
import { pageRequest } from '../../../http/paging.ts';
import { timestamp } from '../../../lib/clock.ts';
import { Empty, Ref } from '../../../lib/schema.ts';
import { prepareDesk } from '../codes/keys.service.ts';
import type { KeyServices } from '../codes/keys.service.ts';
import { listDevices } from './devices.queries.ts';
import { CreatedDevice, DevicePage, DeviceParams, DevicesParams, DevicesQuery, NewDevice } from './devices.schema.ts';
import { createDevice, presentDevice, removeDevice } from './devices.service.ts';

type Services = KeyServices & { config: Config; once: Once };

export function deviceRoutes(app: App, services: Services): void {
  const { db, clock, once } = services;
  app.get(
    '/api/projects/:pid/devices',
    {
      config: { access: 'project:owner' },
      schema: {
        tags: ['Event day'],
        operationId: 'list_devices',
        summary: 'List the desk devices and screens',
        description: 'Active devices only. Their tokens are never shown again.',
        params: DevicesParams,
        querystring: DevicesQuery,
        response: { 200: Ref(DevicePage) },
      },
    },
    async (request) => {
      const { limit, after, page } = pageRequest(request.query, { id: 'text' });
      const now = timestamp(clock.now());
      return page(await listDevices(db.read, projectRoleOf(request).scope, now, limit + 1, after?.id), presentDevice);
    },
  );

  app.post(
    '/api/projects/:pid/devices',
    {
      config: { access: 'project:owner', problems: ['not_allowed', 'idempotency_key_reused'] },
      schema: {
        tags: ['Event day'],
        operationId: 'create_device',
        summary: 'Add a desk device or a screen',
        description:
          'A desk device sees only the names and attendance of the day; a screen sees no names. Both work ' +
          'until a day after the event, or until they are revoked.',
        params: DevicesParams,
        body: NewDevice,
        response: { 201: Ref(CreatedDevice) },
      },
    },
    async (request, reply) => {
      reply.code(201);
      const actor = actorOf(request, clock);
      await prepareDesk(services, actor.projectRole.scope);
      return once(request, reply, (trx) => createDevice(trx, services, actor, request.body));
    },
  );

  app.delete(
    '/api/projects/:pid/devices/:id',
    {
      config: { access: 'project:owner', alsoArchived: true },
      schema: {
        tags: ['Event day'],
        operationId: 'revoke_device',
        summary: 'Revoke a device',
        description: 'It loses access at once, and its stored data becomes unreadable.',
        params: DeviceParams,
        response: { 204: Empty('Device revoked.') },
      },
    },
    async (request, reply) => {
      await removeDevice(services, actorOf(request, clock), request.params.id);
      return reply.code(204).send();
    },
  );
}
