import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import { callerOf, projectRoleOf, teamOf } from '../../auth/gate.ts';
import type { App } from '../../http/app.ts';
import { Empty, Ref } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import type { FeedSubject } from './calendar.queries.ts';
import { CalendarAddress, CalendarProjectParams, CalendarState, CalendarTeamParams } from './calendar.schema.ts';
import { calendarState, createFeed, removeFeed } from './calendar.service.ts';

type Calendar = {
  url: string;
  name: 'own' | 'project' | 'team';
  params?: typeof CalendarProjectParams | typeof CalendarTeamParams;
  read: FastifyContextConfig;
  create: FastifyContextConfig;
  remove: FastifyContextConfig;
  summaries: { read: string; create: string; remove: string };
  subjectOf: (request: FastifyRequest) => Omit<FeedSubject, 'uid'>;
};

const calendars: readonly Calendar[] = [
  {
    url: '/api/me/calendar',
    name: 'own',
    read: { access: 'signed_in' },
    create: { access: 'browser' },
    remove: { access: 'signed_in' },
    summaries: {
      read: 'Check whether the caller has a calendar address',
      create: "Create a calendar address for the caller's tasks",
      remove: "Remove the calendar address for the caller's tasks",
    },
    subjectOf: () => ({ pid: null, tid: null }),
  },
  {
    url: '/api/projects/:pid/calendar',
    name: 'project',
    params: CalendarProjectParams,
    read: { access: 'project:owner' },
    create: { access: 'project:owner', alsoArchived: true, problems: ['browser_only'] },
    remove: { access: 'project:owner', alsoArchived: true },
    summaries: {
      read: 'Check whether the caller has a calendar address for a project',
      create: 'Create a calendar address for a project',
      remove: "Remove the caller's calendar address for a project",
    },
    subjectOf: (request) => ({ pid: projectRoleOf(request).scope.pid, tid: null }),
  },
  {
    url: '/api/projects/:pid/teams/:tid/calendar',
    name: 'team',
    params: CalendarTeamParams,
    read: { access: 'team:people' },
    create: { access: 'team:people', alsoArchived: true, problems: ['browser_only'] },
    remove: { access: 'team:people', alsoArchived: true },
    summaries: {
      read: 'Check whether the caller has a calendar address for a team',
      create: 'Create a calendar address for a team',
      remove: "Remove the caller's calendar address for a team",
    },
    subjectOf: teamOf,
  },
];

/** The caller's own tasks, all tasks of a project for its owners, and the tasks of a team for its people. */
export function calendarRoutes(app: App, services: Services): void {
  for (const { url, name, params, read, create, remove, summaries, subjectOf } of calendars) {
    const shared = { tags: ['Calendar'], ...(params && { params }) };
    const ownOf = (request: FastifyRequest): FeedSubject => {
      const { pid, tid } = subjectOf(request);
      return { uid: callerOf(request).uid, pid, tid };
    };
    app.get(
      url,
      {
        config: read,
        schema: {
          ...shared,
          operationId: `get_${name}_calendar`,
          summary: summaries.read,
          description: 'Whether the caller has an address for this calendar. The address itself is not stored.',
          response: { 200: Ref(CalendarState) },
        },
      },
      (request) => calendarState(services, ownOf(request)),
    );
    app.post(
      url,
      {
        config: create,
        schema: {
          ...shared,
          operationId: `create_${name}_calendar`,
          summary: summaries.create,
          description:
            'Creates an address that calendar apps can subscribe to. A second call replaces it, and the old address ' +
            'stops working. Signing out everywhere also removes it.',
          response: { 201: Ref(CalendarAddress) },
        },
      },
      (request) => createFeed(services, callerOf(request), ownOf(request)),
    );
    app.delete(
      url,
      {
        config: remove,
        schema: {
          ...shared,
          operationId: `delete_${name}_calendar`,
          summary: summaries.remove,
          response: { 204: Empty('Address removed.') },
        },
      },
      (request) => removeFeed(services, callerOf(request), ownOf(request)),
    );
  }
}
