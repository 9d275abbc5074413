import { callerOf, projectRoleOf } from '../../../auth/gate.ts';
import type { App } from '../../../http/app.ts';
import { Ref } from '../../../lib/schema.ts';
import type { Services } from '../../../services.ts';
import { OwnEntitlementParams, OwnEntitlements } from './entitlements.schema.ts';
import { readEntitlements } from './entitlements.service.ts';

export function entitlementRoutes(app: App, services: Services): void {
  app.get(
    '/api/projects/:pid/my-entitlements',
    {
      config: { translates: 'names', access: 'project:signed_in' },
      schema: {
        tags: ['Event day'],
        operationId: 'list_my_entitlements',
        summary: 'List what the caller gets, earns and has borrowed',
        description:
          'Hand-outs that they are entitled to or had, how many hours the next one takes, their codes, and things that they have ' +
          'not brought back. Empty for people who are not in the project.',
        params: OwnEntitlementParams,
        response: { 200: Ref(OwnEntitlements) },
      },
    },
    async (request) => ({
      data: await readEntitlements(services, projectRoleOf(request).scope, callerOf(request)),
    }),
  );
}
