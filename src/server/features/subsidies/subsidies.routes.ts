import type { FastifyRequest } from 'fastify';
import type { App } from '../../http/app.ts';
import { callerOf, projectRoleOf } from '../../auth/gate.ts';
import { sendCsv } from '../../http/csv.ts';
import { decimalAmount } from '../../lib/money.ts';
import { pageRequest } from '../../http/paging.ts';
import { expectedRevision, withRevision } from '../../http/revision.ts';
import { Empty, Ref, Type } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import { canEditSubsidies } from '../projects/projects.policy.ts';
import { findTable, listSubsidies, maxLocations } from './subsidies.queries.ts';
import {
  NewTrafficSubsidy,
  NewTrafficSubsidyTable,
  SubsidiesParams,
  SubsidiesQuery,
  SubsidyParams,
  TrafficSubsidyTable,
} from './subsidies.schema.ts';
import { deleteSubsidy, putSubsidy, replaceTable } from './subsidies.service.ts';

const changeOf = (request: FastifyRequest) => ({
  scope: projectRoleOf(request).scope,
  caller: callerOf(request),
  expected: expectedRevision(request),
});

export function subsidyRoutes(app: App, services: Services): void {
  const { db } = services;

  app.get(
    '/api/projects/:pid/traffic-subsidies',
    {
      config: { access: 'project:people', deputies: ['finance', 'viewer'], scope: 'project:read' },
      schema: {
        tags: ['Subsidies'],
        operationId: 'list_traffic_subsidies',
        summary: 'List the travel subsidies of a project',
        description: 'Sorted by location, amounts in minor units. Send the `ETag` as `If-Match` with every change.',
        params: SubsidiesParams,
        querystring: SubsidiesQuery,
        response: { 200: Ref(TrafficSubsidyTable) },
      },
    },
    async (request, reply) => {
      const projectRole = projectRoleOf(request);
      const { limit, after, page } = pageRequest(request.query, { sort_key: 'text', location: 'text' });
      const { subsidy_currency: currency, subsidy_revision: revision } = await findTable(db.read, projectRole.scope);
      const rows = await listSubsidies(db.read, projectRole.scope, limit + 1, after);
      return withRevision(reply, revision, {
        currency,
        ...page(rows, ({ location, amount }) => ({ location, amount })),
        rights: { edit: canEditSubsidies(projectRole) },
      });
    },
  );

  app.get(
    '/api/projects/:pid/traffic-subsidies.csv',
    {
      config: { access: 'project:people', deputies: ['finance', 'viewer'] },
      schema: {
        tags: ['Subsidies'],
        operationId: 'export_traffic_subsidies',
        summary: 'Export the travel subsidies of a project as CSV',
        description:
          'The columns of the list, with the currency in every line. Amounts are in major units (500.00), not ' +
          'in minor units.',
        produces: ['text/csv'],
        params: SubsidiesParams,
        response: { 200: Type.String({ description: 'CSV in UTF-8 with a header line.' }) },
      },
    },
    async (request, reply) => {
      const { scope } = projectRoleOf(request);
      const { subsidy_currency: currency } = await findTable(db.read, scope);
      const rows = await listSubsidies(db.read, scope, maxLocations, undefined);
      const lines = rows.map(({ location, amount }) => [
        location,
        currency === null ? amount : decimalAmount(amount, currency),
        currency,
      ]);
      return sendCsv(reply, `${scope.pid}-traffic-subsidies.csv`, ['location', 'amount', 'currency'], lines);
    },
  );

  app.put(
    '/api/projects/:pid/traffic-subsidies',
    {
      config: { access: 'project:finance', problems: ['subsidies_needed', 'stale'] },
      schema: {
        tags: ['Subsidies'],
        operationId: 'replace_traffic_subsidies',
        summary: 'Replace the whole table',
        description:
          "Locations that aren't in the request are removed. Each changed amount is recorded in the audit log.",
        params: SubsidiesParams,
        body: NewTrafficSubsidyTable,
        response: { 204: Empty('Table replaced.') },
      },
    },
    (request) => replaceTable(services, changeOf(request), request.body),
  );

  app.put(
    '/api/projects/:pid/traffic-subsidies/:location',
    {
      config: { access: 'project:finance', problems: ['conflict', 'not_allowed', 'stale'] },
      schema: {
        tags: ['Subsidies'],
        operationId: 'put_traffic_subsidy',
        summary: 'Set the amount for one location',
        description: 'Percent-encode the location. 409 `conflict` if the table has no currency yet.',
        params: SubsidyParams,
        body: NewTrafficSubsidy,
        response: { 204: Empty('Amount set.') },
      },
    },
    (request) => putSubsidy(services, changeOf(request), request.params.location, request.body.amount),
  );

  app.delete(
    '/api/projects/:pid/traffic-subsidies/:location',
    {
      config: { access: 'project:finance', problems: ['subsidies_needed', 'stale'] },
      schema: {
        tags: ['Subsidies'],
        operationId: 'delete_traffic_subsidy',
        summary: 'Remove one location',
        params: SubsidyParams,
        response: { 204: Empty('Location removed.') },
      },
    },
    (request) => deleteSubsidy(services, changeOf(request), request.params.location),
  );
}
