import { callerOf, projectRoleOf } from '../../../auth/gate.ts';
import type { App } from '../../../http/app.ts';
import { Ref } from '../../../lib/schema.ts';
import type { Services } from '../../../services.ts';
import { MyDay, MyDayParams } from './my-day.schema.ts';
import { readMyDay } from './my-day.service.ts';

export function myDayRoutes(app: App, services: Services): void {
  app.get(
    '/api/projects/:pid/my-day',
    {
      config: { translates: 'names', access: 'project:signed_in' },
      schema: {
        tags: ['Event day'],
        operationId: 'get_my_day',
        summary: "Read the caller's day: tasks, locations, people, contacts and QR code",
        description: 'For people in the project.',
        params: MyDayParams,
        response: { 200: Ref(MyDay) },
      },
    },
    (request) => readMyDay(services, projectRoleOf(request), callerOf(request).uid),
  );
}
