import type { Feature } from '../../feature.ts';
import { deleteExpiredNotMeLinks } from './not-me.queries.ts';
import { notMeRoutes } from './not-me.routes.ts';
import { notMeSchemas } from './not-me.schema.ts';
import { deleteExpiredLinks } from './sign-in.queries.ts';
import { signInRoutes } from './sign-in.routes.ts';
import { signInSchemas } from './sign-in.schema.ts';

export const signIn = {
  schemas: [...signInSchemas, ...notMeSchemas],
  routes: { api: [signInRoutes, notMeRoutes] },
  expiry: [deleteExpiredLinks, deleteExpiredNotMeLinks],
} satisfies Feature;
