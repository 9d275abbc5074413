import type { App } from '../../http/app.ts';
import { limits, personKey } from '../../auth/rate-limits.ts';
import type { Limiter } from '../../auth/rate-limits.ts';
import { callerOf } from '../../auth/gate.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/db.ts';
import type { Clock } from '../../lib/clock.ts';
import { Empty, Ref } from '../../lib/schema.ts';
import type { Keyring } from '../../lib/seal.ts';
import type { MailQueue } from '../mail/mail.service.ts';
import type { EmailHasher } from '../members/members.service.ts';
import { ReleasedPlacePage, ReleasesQuery } from '../tasks/releases/releases.schema.ts';
import { previewAllReleases } from '../tasks/releases/releases.service.ts';
import { SuspensionInput, User, UserPage, UserParams, UserQuery } from './users.schema.ts';
import { readUser, reinstate, searchUsers, suspend } from './users.service.ts';

type Services = {
  db: Db;
  config: Config;
  clock: Clock;
  hash: EmailHasher;
  limiter: Limiter;
  mailQueue: MailQueue;
  keys: Keyring;
};

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
          'Sorted by name. Without `q` only those who are in a project with the caller, and for ' +
          'administrators everybody. People who chose to be hidden are found only by people of their projects, by chiefs ' +
          'and owners of a project to which they applied, and by administrators. With `q`, people whose name has words that begin with the words of `q`, in any ' +
          'order and each with another one; the first five count, and punctuation does not. They are ' +
          'sorted by their names from one of these words on. In scripts without blanks between words (Chinese, ' +
          'Japanese, Korean, Thai and others) every character begins one, and adjacent characters are ' +
          'searched together. The first twenty-one words of a name are searched. ' +
          'Callers who neither own a project nor lead a team find others than the people of their projects only by at ' +
          'least three letters of a word (two characters in scripts without blanks), 60 times an hour. ' +
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
      config: { access: 'signed_in' },
      schema: {
        tags: ['People'],
        operationId: 'get_user',
        summary: "Read a person's public info",
        description:
          'The resume and the history of teams are there if the person shows them, and for themselves. People who chose ' +
          'to be hidden are 404 for those who could not find them.',
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
          'Ends its sessions and tokens for good; the person leaves the listings and the search, and loses their places in ' +
          'tasks that have not started. They can still sign in to export or erase their data; everything else is ' +
          'refused with `suspended`. Administrators cannot suspend themselves.',
        params: UserParams,
        body: SuspensionInput,
        response: { 204: Empty('The account is suspended.') },
      },
    },
    async (request, reply) => {
      await suspend(services, callerOf(request), { ...request.body, uid: request.params.uid });
      return reply.code(204).send();
    },
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
        response: { 204: Empty('The account is not suspended.') },
      },
    },
    async (request, reply) => {
      await reinstate(services, callerOf(request), request.params.uid);
      return reply.code(204).send();
    },
  );
}
