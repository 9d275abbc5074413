import type { Feature } from '../../feature.ts';
import { groupRoutes } from './groups/groups.routes.ts';
import { groupSchemas } from './groups/groups.schema.ts';
import { noteRoutes } from './notes/notes.routes.ts';
import { noteSchemas } from './notes/notes.schema.ts';
import { peopleRoutes } from './people/people.routes.ts';
import { peopleSchemas } from './people/people.schema.ts';
import { receivedRoutes } from './received/received.routes.ts';
import { receivedSchemas } from './received/received.schema.ts';
import { returningRoutes } from './returning/returning.routes.ts';
import { returningSchemas } from './returning/returning.schema.ts';
import { timelineRoutes } from './timeline/timeline.routes.ts';
import { timelineSchemas } from './timeline/timeline.schema.ts';
import { rosterRoutes } from './roster.routes.ts';
import { rosterSchemas } from './roster.schema.ts';

export const roster = {
  schemas: [
    ...peopleSchemas,
    ...receivedSchemas,
    ...timelineSchemas,
    ...noteSchemas,
    ...returningSchemas,
    ...rosterSchemas,
    ...groupSchemas,
  ],
  routes: {
    api: [peopleRoutes, receivedRoutes, timelineRoutes, noteRoutes, returningRoutes, rosterRoutes, groupRoutes],
  },
} satisfies Feature;
