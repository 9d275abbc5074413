import type { Feature } from '../../feature.ts';
import { messageRoutes } from './messages.routes.ts';
import { messageSchemas } from './messages.schema.ts';
import { deleteOldMessages } from './messages.service.ts';
import { sendingRoutes } from './sending/sending.routes.ts';
import { receivedRoutes } from './received/received.routes.ts';

export const messages = {
  schemas: messageSchemas,
  routes: { api: [messageRoutes, sendingRoutes, receivedRoutes] },
  expiry: [deleteOldMessages],
} satisfies Feature;
