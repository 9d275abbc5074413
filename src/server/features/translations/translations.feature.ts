import type { Feature } from '../../feature.ts';
import { translationRoutes } from './translations.routes.ts';
import { translationSchemas } from './translations.schema.ts';
import { copyTranslations } from './translations.service.ts';

export const translations = {
  schemas: translationSchemas,
  routes: { api: [translationRoutes] },
  copies: { copy: copyTranslations },
} satisfies Feature;
