import type { Feature } from '../../feature.ts';
import { deleteExpiredChallenges } from './passkeys.queries.ts';
import { passkeyRoutes } from './passkeys.routes.ts';
import { passkeySchemas } from './passkeys.schema.ts';
import { signInRuleRoutes } from './rules.routes.ts';

export const passkeys = {
  schemas: passkeySchemas,
  routes: { api: [passkeyRoutes, signInRuleRoutes] },
  expiry: [deleteExpiredChallenges],
} satisfies Feature;
