import type { Feature } from '../../feature.ts';
import { searchRoutes } from './search.routes.ts';
import { searchSchemas } from './search.schema.ts';

export const search = { schemas: searchSchemas, routes: { api: [searchRoutes] } } satisfies Feature;
