import type { Feature } from '../../feature.ts';
import { contactSchemas } from './contact.schema.ts';
import { dietarySchemas } from './dietary-habits.schema.ts';
import { privateRoutes } from './private.routes.ts';
import { privateSchemas } from './private.schema.ts';

export const privateData = {
  schemas: [...privateSchemas, ...dietarySchemas, ...contactSchemas],
  routes: { api: [privateRoutes] },
} satisfies Feature;
