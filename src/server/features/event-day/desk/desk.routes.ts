import { deviceOf } from '../../../auth/devices.ts';
import type { App } from '../../../http/app.ts';
import { Ref } from '../../../lib/schema.ts';
import type { KeyServices } from '../codes/keys.service.ts';
import { Desk, DeskParams, DeskQuery, NewScans, ScanResults } from './desk.schema.ts';
import { readDesk } from './desk.service.ts';
import { takeScans } from './scans.service.ts';

export function deskRoutes(app: App, services: KeyServices): void {
  app.get(
    '/api/projects/:pid/desk',
    {
      config: { access: 'project:desk' },
      schema: {
        tags: ['Event day'],
        operationId: 'get_desk',
        summary: 'What a device at the desk needs to know',
        description:
          'For devices: the tasks of the day, who is on them and whether they are there, and hand-outs. With `since` ' +
          'only what has changed. The day ends at 6 in the morning of the next.',
        params: DeskParams,
        querystring: DeskQuery,
        response: { 200: Ref(Desk) },
      },
    },
    (request) => readDesk(services, deviceOf(request), request.query.since),
  );

  app.post(
    '/api/projects/:pid/desk/scans',
    {
      config: { access: 'project:desk' },
      schema: {
        tags: ['Event day'],
        operationId: 'send_scans',
        summary: 'Send what a device has scanned',
        description:
          'In any order, from any number of devices, and as often as needed: the result is as if all scans had arrived ' +
          'once and in the order of their times. A scan in the future or older than two days changes nothing.',
        params: DeskParams,
        body: NewScans,
        response: { 200: Ref(ScanResults) },
      },
    },
    async (request) => ({ results: await takeScans(services, deviceOf(request), request.body.scans) }),
  );
}
