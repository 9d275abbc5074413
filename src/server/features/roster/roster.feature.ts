import type { Feature } from '../../feature.ts';
import { peopleRoutes } from './people/people.routes.ts';
import { peopleSchemas } from './people/people.schema.ts';
import { rosterRoutes } from './roster.routes.ts';
import { rosterSchemas } from './roster.schema.ts';

export const roster = {
  schemas: [...peopleSchemas, ...rosterSchemas],
  routes: { api: [peopleRoutes, rosterRoutes] },
} satisfies Feature;
