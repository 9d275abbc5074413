import type { Feature } from '../../feature.ts';
import { deleteExpiredChallenges } from './passkeys.queries.ts';
import { passkeyRoutes } from './passkeys.routes.ts';
import { passkeySchemas } from './passkeys.schema.ts';
import { recoveryRoutes } from './recovery/recovery.routes.ts';
import { recoverySchemas } from './recovery/recovery.schema.ts';
import { signInRuleRoutes } from './rules.routes.ts';

export const passkeys = {
  schemas: [...passkeySchemas, ...recoverySchemas],
  routes: { api: [passkeyRoutes, signInRuleRoutes, recoveryRoutes] },
  expiry: [deleteExpiredChallenges],
} satisfies Feature;
