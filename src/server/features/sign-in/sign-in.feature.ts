import type { Feature } from '../../feature.ts';
import { codeRoutes } from './codes/codes.routes.ts';
import { codeSchemas } from './codes/codes.schema.ts';
import { deleteExpiredNotMeLinks } from './not-me.queries.ts';
import { notMeRoutes } from './not-me.routes.ts';
import { deleteExpiredLinks } from './sign-in.queries.ts';
import { signInRoutes } from './sign-in.routes.ts';
import { signInSchemas, notMeSchemas } from './sign-in.schema.ts';

export const signIn = {
  schemas: [...signInSchemas, ...codeSchemas, ...notMeSchemas],
  routes: { api: [signInRoutes, codeRoutes, notMeRoutes] },
  expiry: [deleteExpiredLinks, deleteExpiredNotMeLinks],
} satisfies Feature;
