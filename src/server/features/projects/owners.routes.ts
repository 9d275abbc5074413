import { maxOwners } from '../../../shared/limits.ts';
import type { App } from '../../http/app.ts';
import { callerOf, projectRoleOf } from '../../auth/gate.ts';
import { fail } from '../../errors.ts';
import { byName, pageRequest } from '../../http/paging.ts';
import { Empty, Ref } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import { ReleasedPlacePage, ReleasesQuery } from '../tasks/releases/releases.schema.ts';
import { previewReleases } from '../tasks/releases/releases.service.ts';
import { listOwners } from './owners.queries.ts';
import { OwnerParams, OwnerRemoval, OwnersParams, OwnersQuery, ProjectOwnerPage } from './owners.schema.ts';
import type { ProjectOwner } from './owners.schema.ts';
import { addOwner, removeOwner } from './owners.service.ts';
import { canSeeOwners } from './projects.policy.ts';

export function ownerRoutes(app: App, services: Services): void {
  const { db, clock, hash } = services;

  app.get(
    '/api/projects/:pid/owners',
    {
      config: { access: 'project:signed_in', scope: 'people:read' },
      schema: {
        tags: ['Projects'],
        operationId: 'list_owners',
        summary: 'List the owners of a project',
        description: 'For people in the project, and for administrators, who appoint owners.',
        params: OwnersParams,
        querystring: OwnersQuery,
        response: { 200: Ref(ProjectOwnerPage) },
      },
    },
    async (request) => {
      const projectRole = projectRoleOf(request);
      if (!canSeeOwners(projectRole)) fail('forbidden');
      const { limit, after, page } = pageRequest(request.query, byName);
      const rows = await listOwners(db.read, projectRole.scope, limit, after);
      const present = ({ uid, name, email, listing }: (typeof rows)[number]): ProjectOwner => ({
        uid,
        name,
        email_hash: hash(email, listing),
      });
      return page(rows, present);
    },
  );

  app.put(
    '/api/projects/:pid/owners/:uid',
    {
      config: { access: 'project:appointer', stepUp: true, problems: ['not_allowed'] },
      schema: {
        tags: ['Projects'],
        operationId: 'add_owner',
        summary: 'Make a person an owner of a project',
        description: `A project has at most ${maxOwners} owners.`,
        params: OwnerParams,
        response: { 204: Empty('The person is now an owner.') },
      },
    },
    (request) => addOwner(services, callerOf(request), projectRoleOf(request).scope, request.params.uid),
  );

  app.get(
    '/api/projects/:pid/owners/:uid/released-places',
    {
      config: { access: 'project:appointer' },
      schema: {
        tags: ['Projects'],
        operationId: 'list_places_lost_by_owner',
        summary: 'List the places in tasks that an owner would lose when removed',
        description: 'Empty if the person has a team in the project.',
        params: OwnerParams,
        querystring: ReleasesQuery,
        response: { 200: Ref(ReleasedPlacePage) },
      },
    },
    (request) =>
      previewReleases({ read: db.read, now: clock.now(), query: request.query }, projectRoleOf(request).scope, {
        uid: request.params.uid,
        ownership: true,
      }),
  );

  app.delete(
    '/api/projects/:pid/owners/:uid',
    {
      config: { access: 'project:appointer', stepUp: true, problems: ['last_owner'] },
      schema: {
        tags: ['Projects'],
        operationId: 'remove_owner',
        summary: 'Remove an owner of a project',
        description:
          "The last active owner can't be removed: 409 `last_owner`. Owners can remove themselves. Without a " +
          "team in the project, the person loses their places in tasks that haven't started. The deputies whom they appointed " +
          'stay, unless `end_grants` says otherwise: `GET /api/projects/{pid}/grants?granted_by=` lists them.',
        params: OwnerParams,
        querystring: OwnerRemoval,
        response: { 204: Empty('Owner removed.') },
      },
    },
    (request) => {
      const { uid } = request.params;
      const endGrants = request.query.end_grants === true;
      return removeOwner(services, callerOf(request), projectRoleOf(request).scope, { uid, endGrants });
    },
  );
}
