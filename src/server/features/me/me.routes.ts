import type { App } from '../../http/app.ts';
import { callerOf } from '../../auth/gate.ts';
import { Ref } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import { Me } from './me.schema.ts';
import { readMe } from './me.service.ts';

export function meRoutes(app: App, services: Services): void {
  const { clock } = services;
  const read = readMe(services);

  app.get(
    '/api/me',
    {
      config: { translates: 'names', access: 'signed_in' },
      schema: {
        tags: ['Me'],
        operationId: 'get_me',
        summary: "Read the caller's own info",
        description: 'Who the caller is, their roles and teams by project, and which data is missing.',
        response: { 200: Ref(Me) },
      },
    },
    (request) => read(callerOf(request), clock.now()),
  );
}
