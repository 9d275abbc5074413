import type { App } from '../../http/app.ts';
import { limits, personKey } from '../../auth/rate-limits.ts';
import { callerOf } from '../../auth/gate.ts';
import { Empty, Ref } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import { ReleasedPlacePage, ReleasesQuery } from '../tasks/releases/releases.schema.ts';
import { previewAllReleases } from '../tasks/releases/releases.service.ts';
import { SuspensionInput, User, UserPage, UserParams, UserQuery } from './users.schema.ts';
import { readUser, reinstate, searchUsers, suspend } from './users.service.ts';

export function userRoutes(app: App, services: Services): void {
  app.get(
    '/api/users',
    {
      config: { access: 'signed_in', problems: ['forbidden'] },
      schema: {
        tags: ['People'],
        operationId: 'list_users',
        summary: 'Search people by name',
        description:
          'Sorted by name. Without `q`, lists people who share a project with the caller, and for ' +
          'administrators everyone. People who chose to be hidden are found only by people in their projects, ' +
          'by chiefs and owners of a project they applied to, and by administrators. With `q`, each word of ' +
          '`q` must match the start of a different word in the name, in any order; only the first five words ' +
          'are used, and punctuation is ignored. Results are sorted from the matching word on. In scripts ' +
          'without spaces between words (Chinese, Japanese, Korean, Thai and others), a match can start at any ' +
          'character, and adjacent characters are searched together. ' +
          'Callers who are neither owners nor chiefs find people outside their projects only with at ' +
          'least three letters of a word (two characters in scripts without spaces), 60 times an hour. ' +
          'Suspended people are shown to administrators only.',
        querystring: UserQuery,
        response: { 200: Ref(UserPage) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      return searchUsers(services, caller, request.query, () =>
        services.limiter.shared(reply, limits.strangers, personKey(caller)),
      );
    },
  );

  app.get(
    '/api/users/:uid',
    {
      config: { translates: 'names', access: 'signed_in' },
      schema: {
        tags: ['People'],
        operationId: 'get_user',
        summary: "Read a person's public info",
        description:
          'The CV and team history are included if the person made them public, and for themselves. People who ' +
          "chose to be hidden are 404 for callers who couldn't find them.",
        params: UserParams,
        response: { 200: Ref(User) },
      },
    },
    async (request) => readUser(services, callerOf(request), request.params.uid),
  );

  app.put(
    '/api/users/:uid/suspension',
    {
      config: { access: 'administrator', stepUp: true, problems: ['not_allowed'] },
      schema: {
        tags: ['People'],
        operationId: 'suspend_user',
        summary: 'Suspend an account',
        description:
          'Ends its sessions and tokens permanently. The person disappears from listings and search, and loses ' +
          "their places in tasks that haven't started. They can still sign in to export or erase their data; " +
          "everything else fails with `suspended`. Administrators can't suspend themselves.",
        params: UserParams,
        body: SuspensionInput,
        response: { 204: Empty('Account suspended.') },
      },
    },
    (request) => suspend(services, callerOf(request), { ...request.body, uid: request.params.uid }),
  );

  app.get(
    '/api/users/:uid/released-places',
    {
      config: { access: 'administrator' },
      schema: {
        tags: ['People'],
        operationId: 'list_places_lost_by_suspension',
        summary: 'List the places in tasks that a person would lose if suspended',
        params: UserParams,
        querystring: ReleasesQuery,
        response: { 200: Ref(ReleasedPlacePage) },
      },
    },
    (request) =>
      previewAllReleases(
        { read: services.db.read, now: services.clock.now(), query: request.query },
        request.params.uid,
      ),
  );

  app.delete(
    '/api/users/:uid/suspension',
    {
      config: { access: 'administrator', stepUp: true },
      schema: {
        tags: ['People'],
        operationId: 'reinstate_user',
        summary: 'Lift the suspension of an account',
        params: UserParams,
        response: { 204: Empty('Suspension lifted.') },
      },
    },
    (request) => reinstate(services, callerOf(request), request.params.uid),
  );
}
