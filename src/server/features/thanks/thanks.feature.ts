import type { Feature } from '../../feature.ts';
import { thanksRoutes } from './thanks.routes.ts';
import { thanksSchemas } from './thanks.schema.ts';
import { copyText } from './thanks.service.ts';

export const thanks = {
  schemas: thanksSchemas,
  routes: { api: [thanksRoutes] },
  copies: { copy: copyText },
} satisfies Feature;
