import type { Feature } from '../../feature.ts';
import type { Services } from '../../services.ts';
import { myRoomRoutes } from './my-room.routes.ts';
import { deleteOldSteps } from './placing.service.ts';
import { roomRoutes } from './rooms.routes.ts';
import { roomSchemas } from './rooms.schema.ts';
import { copyRooms } from './rooms.service.ts';

/** Who sleeps where. */
export const rooms = {
  schemas: roomSchemas,
  routes: { api: [roomRoutes, myRoomRoutes] },
  expiry: [deleteOldSteps],
  copies: { copy: copyRooms },
} satisfies Feature<Services>;
