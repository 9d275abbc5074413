import type { FastifyRequest } from 'fastify';
import { actorOf, projectRoleOf } from '../../auth/gate.ts';
import { allScopes } from '../../auth/scopes.ts';
import { ownerMadeAmong } from '../../auth/made-with.ts';
import type { App } from '../../http/app.ts';
import { pageRequest } from '../../http/paging.ts';
import { Empty, Ref } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import { listAccounts } from './service-accounts.queries.ts';
import {
  CreatedServiceAccount,
  NewServiceAccount,
  RenewedServiceAccount,
  ServiceAccountPage,
  ServiceAccountParams,
  ServiceAccountRenewal,
  ServiceAccountsParams,
  ServiceAccountsQuery,
} from './service-accounts.schema.ts';
import { createAccount, presentAccount, removeAccount, renewAccount } from './service-accounts.service.ts';

export function serviceAccountRoutes(app: App, { db, clock, once }: Services): void {
  const changeOf = (request: FastifyRequest<{ Params: { id: string } }>) => ({
    ...actorOf(request, clock),
    id: request.params.id,
  });

  app.get(
    '/api/projects/:pid/service-accounts',
    {
      config: { access: 'project:owner' },
      schema: {
        tags: ['Service accounts'],
        operationId: 'list_service_accounts',
        summary: 'List the service accounts of a project',
        description: 'Without revoked ones. Tokens are stored only as hashes.',
        params: ServiceAccountsParams,
        querystring: ServiceAccountsQuery,
        response: { 200: Ref(ServiceAccountPage) },
      },
    },
    async (request) => {
      const { limit, after, page } = pageRequest(request.query, { id: 'text' });
      const { scope } = projectRoleOf(request);
      const rows = await listAccounts(db.read, scope, limit + 1, after?.id);
      const isActive = await ownerMadeAmong(db.read, { now: clock.now(), pid: scope.pid }, rows);
      return { ...page(rows, (row) => presentAccount(row, isActive(row))), scopes: allScopes };
    },
  );

  app.post(
    '/api/projects/:pid/service-accounts',
    {
      config: { access: 'project:owner', stepUp: true, problems: ['not_allowed', 'idempotency_key_reused'] },
      schema: {
        tags: ['Service accounts'],
        operationId: 'create_service_account',
        summary: 'Create a service account for another system',
        description:
          'It acts under its own name, in this project only, within its scopes. It never sees private data: ' +
          'contact details, private answers, birthdays. It stops working at `ends_at`, and while the project ' +
          'is archived. Messages are sent in the name of the person who created it, while they have the right ' +
          'to send them.',
        params: ServiceAccountsParams,
        body: NewServiceAccount,
        response: { 201: Ref(CreatedServiceAccount) },
      },
    },
    (request, reply) =>
      once(request, reply, (trx, { roles }) => createAccount(trx, actorOf(request, clock), roles, request.body)),
  );

  app.post(
    '/api/projects/:pid/service-accounts/:id/renewal',
    {
      config: { access: 'project:owner', stepUp: true },
      schema: {
        tags: ['Service accounts'],
        operationId: 'renew_service_account',
        summary: 'Create a new token for a service account',
        description:
          'The previous token works for another hour; then invitations and scheduled messages that were made with it ' +
          'stop. Also renews expired accounts. From now on, messages are sent in the name of the caller.',
        params: ServiceAccountParams,
        body: ServiceAccountRenewal,
        response: { 201: Ref(RenewedServiceAccount) },
      },
    },
    (request) => renewAccount(db, changeOf(request), request.body.ends_at),
  );

  app.delete(
    '/api/projects/:pid/service-accounts/:id',
    {
      config: { access: 'project:owner', alsoArchived: true },
      schema: {
        tags: ['Service accounts'],
        operationId: 'revoke_service_account',
        summary: 'Revoke a service account',
        description: 'Its tokens stop working at once. Its name stays in the audit log.',
        params: ServiceAccountParams,
        response: { 204: Empty('Service account revoked.') },
      },
    },
    (request) => removeAccount(db, changeOf(request)),
  );
}
