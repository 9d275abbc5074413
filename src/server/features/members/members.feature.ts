import type { Feature } from '../../feature.ts';
import { choiceRoutes } from './choices/choices.routes.ts';
import { choiceSchemas } from './choices/choices.schema.ts';
import { memberRoutes } from './members.routes.ts';
import { memberSchemas } from './members.schema.ts';

export const members = {
  schemas: [...memberSchemas, ...choiceSchemas],
  routes: { public: [memberRoutes], api: [choiceRoutes] },
} satisfies Feature;
