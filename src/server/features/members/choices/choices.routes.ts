import type { App } from '../../../http/app.ts';
import { callerOf, projectRoleOf } from '../../../auth/gate.ts';
import { pageRequest } from '../../../http/paging.ts';
import { Ref } from '../../../lib/schema.ts';
import type { Services } from '../../../services.ts';
import { listOwnChoices } from './choices.queries.ts';
import { OwnListing, OwnListingInput, OwnListingPage, OwnListingParams, OwnListingQuery } from './choices.schema.ts';
import { chooseListing, presentChoice, readOwnChoice } from './choices.service.ts';

export function choiceRoutes(app: App, services: Services): void {
  const { db } = services;

  app.get(
    '/api/me/listings',
    {
      config: { translates: 'names', access: 'signed_in' },
      schema: {
        tags: ['Me'],
        operationId: 'list_own_listings',
        summary: "List the caller's visibility in the public listings of their projects",
        querystring: OwnListingQuery,
        response: { 200: Ref(OwnListingPage) },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { limit, after, page } = pageRequest(request.query, { pid: 'text' });
      const rows = await listOwnChoices(db.read, caller.uid, { limit, after });
      return page(rows, (row) => presentChoice(row, caller.listing));
    },
  );

  app.get(
    '/api/me/listings/:pid',
    {
      config: { access: 'project:signed_in' },
      schema: {
        tags: ['Me'],
        operationId: 'get_own_listing',
        summary: "Read the caller's visibility in the public listing of a project",
        params: OwnListingParams,
        response: { 200: Ref(OwnListing) },
      },
    },
    (request) => readOwnChoice(db.read, callerOf(request), projectRoleOf(request).scope),
  );

  app.put(
    '/api/me/listings/:pid',
    {
      config: { access: 'project:signed_in', alsoArchived: true },
      schema: {
        tags: ['Me'],
        operationId: 'set_own_listing',
        summary: "Set the caller's visibility in the public listing of a project",
        description:
          'Works before the caller joins a team. Null removes the choice. The listing changes at once. People ' +
          'who are hidden in their profile stay hidden.',
        params: OwnListingParams,
        body: OwnListingInput,
        response: { 200: Ref(OwnListing) },
      },
    },
    (request) => chooseListing(services, callerOf(request), projectRoleOf(request).scope, request.body.listed),
  );
}
