import type { Feature } from '../../feature.ts';
import { groupRoutes } from './groups/groups.routes.ts';
import { groupSchemas } from './groups/groups.schema.ts';
import { peopleRoutes } from './people/people.routes.ts';
import { peopleSchemas } from './people/people.schema.ts';
import { rosterRoutes } from './roster.routes.ts';
import { rosterSchemas } from './roster.schema.ts';

export const roster = {
  schemas: [...peopleSchemas, ...rosterSchemas, ...groupSchemas],
  routes: { api: [peopleRoutes, rosterRoutes, groupRoutes] },
} satisfies Feature;
