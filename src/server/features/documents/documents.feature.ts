import type { Feature } from '../../feature.ts';
import { documentRoutes } from './documents.routes.ts';
import { documentSchemas } from './documents.schema.ts';
import { copyDocuments } from './documents.service.ts';
import { signatureRoutes } from './signatures.routes.ts';

export const documents = {
  schemas: documentSchemas,
  routes: { api: [documentRoutes, signatureRoutes] },
  copies: { copy: copyDocuments },
} satisfies Feature;
