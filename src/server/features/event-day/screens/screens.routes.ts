import type { App } from '../../../http/app.ts';
import { Ref } from '../../../lib/schema.ts';
import type { Services } from '../../../services.ts';
import { Screen, ScreenParams } from './screens.schema.ts';
import { screenReader } from './screens.service.ts';

export function screenRoutes(app: App, services: Services): void {
  const read = screenReader(services);
  app.get(
    '/api/screens/:screen',
    {
      config: { access: 'public' },
      schema: {
        tags: ['Event day'],
        operationId: 'get_screen',
        summary: 'Read the content of a screen: now, next, and where people are missing',
        description:
          'For anyone with the address of the screen. 404 once it is revoked, and from a day after the event.',
        params: ScreenParams,
        response: { 200: Ref(Screen) },
      },
    },
    (request) => read(request.params.screen),
  );
}
