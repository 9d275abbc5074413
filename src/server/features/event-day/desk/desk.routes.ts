import { deviceOf } from '../../../auth/devices.ts';
import type { App } from '../../../http/app.ts';
import { Ref } from '../../../lib/schema.ts';
import type { Services } from '../../../services.ts';
import { Desk, DeskParams, DeskQuery, NewScans, ScanResults } from './desk.schema.ts';
import { readDesk } from './desk.service.ts';
import { takeScans } from './scans.service.ts';

export function deskRoutes(app: App, services: Services): void {
  app.get(
    '/api/projects/:pid/desk',
    {
      config: { access: 'project:device' },
      schema: {
        tags: ['Event day'],
        operationId: 'get_desk',
        summary: 'Read the data for a desk device',
        description:
          'For devices: the tasks of the day, who is on them and whether they have come, and hand-outs. With ' +
          '`since`, only what has changed. The day ends at 6:00 the next morning.',
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
      config: { access: 'project:device' },
      schema: {
        tags: ['Event day'],
        operationId: 'send_scans',
        summary: 'Send scans from a device',
        description:
          'Scans can be sent in any order, from any number of devices, and more than once. The result is as if ' +
          'all scans had arrived once and in order of time. A scan from the future or older than two days ' +
          'changes nothing.',
        params: DeskParams,
        body: NewScans,
        response: { 200: Ref(ScanResults) },
      },
    },
    async (request) => ({ results: await takeScans(services, deviceOf(request), request.body.scans) }),
  );
}
