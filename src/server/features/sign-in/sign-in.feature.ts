import type { Feature } from '../../feature.ts';
import { deleteExpiredLinks } from './sign-in.queries.ts';
import { signInRoutes } from './sign-in.routes.ts';
import { signInSchemas } from './sign-in.schema.ts';

export const signIn = {
  schemas: signInSchemas,
  routes: { api: [signInRoutes] },
  expiry: [deleteExpiredLinks],
} satisfies Feature;
