import type { Feature, JobBase } from '../../feature.ts';
import { chatRoutes } from './chat.routes.ts';
import { chatSchemas } from './chat.schema.ts';
import { announceGaps } from './gaps.service.ts';
import { chatHandlers } from './sending.service.ts';

const gapsEverySeconds = 60;

const jobs = (services: JobBase) => [
  {
    name: 'chat',
    schedule: { every: gapsEverySeconds },
    run: async (signal: AbortSignal) => {
      const messages = await announceGaps(services, signal);
      return messages === 0 ? undefined : { messages };
    },
  },
];

export const chat = {
  schemas: chatSchemas,
  routes: { api: [chatRoutes] },
  jobs,
  outbox: chatHandlers,
} satisfies Feature;
