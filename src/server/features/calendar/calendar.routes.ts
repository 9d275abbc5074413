import { callerOf, projectRoleOf, teamOf } from '../../auth/gate.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/db.ts';
import type { App } from '../../http/app.ts';
import type { Clock } from '../../lib/clock.ts';
import { Empty, Ref } from '../../lib/schema.ts';
import { CalendarAddress, CalendarProjectParams, CalendarState, CalendarTeamParams } from './calendar.schema.ts';
import { calendarState, createFeed, removeFeed } from './calendar.service.ts';

type Services = { db: Db; clock: Clock; config: Config };

const stateTexts = {
  description: 'Whether the caller has an address for this calendar. The address itself is not stored.',
  response: { 200: Ref(CalendarState) },
};
const createTexts = {
  description:
    'Creates an address that calendar apps can subscribe to. A second call replaces it, and the old address ' +
    'stops working. Signing out everywhere also removes it.',
  response: { 201: Ref(CalendarAddress) },
};
const removeTexts = { response: { 204: Empty('Address removed.') } };

/** The caller's own tasks. */
export function ownCalendarRoutes(app: App, services: Services): void {
  const subjectOf = (uid: string) => ({ uid, pid: null, tid: null });
  app.get(
    '/api/me/calendar',
    {
      config: { access: 'signed_in' },
      schema: {
        tags: ['Calendar'],
        operationId: 'get_own_calendar',
        summary: 'Check whether the caller has a calendar address',
        ...stateTexts,
      },
    },
    (request) => calendarState(services.db.read, subjectOf(callerOf(request).uid)),
  );
  app.post(
    '/api/me/calendar',
    {
      config: { access: 'browser' },
      schema: {
        tags: ['Calendar'],
        operationId: 'create_own_calendar',
        summary: "Create a calendar address for the caller's tasks",
        ...createTexts,
      },
    },
    (request, reply) => {
      const caller = callerOf(request);
      reply.code(201);
      return createFeed(services, caller, subjectOf(caller.uid));
    },
  );
  app.delete(
    '/api/me/calendar',
    {
      config: { access: 'signed_in' },
      schema: {
        tags: ['Calendar'],
        operationId: 'delete_own_calendar',
        summary: "Remove the calendar address for the caller's tasks",
        ...removeTexts,
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      await removeFeed(services, caller, subjectOf(caller.uid));
      return reply.code(204).send();
    },
  );
}

/** All tasks of a project, for owners. */
export function projectCalendarRoutes(app: App, services: Services): void {
  const url = '/api/projects/:pid/calendar';
  const params = CalendarProjectParams;
  const subjectOf = (uid: string, pid: string) => ({ uid, pid, tid: null });
  app.get(
    url,
    {
      config: { access: 'project:owner' },
      schema: {
        tags: ['Calendar'],
        operationId: 'get_project_calendar',
        summary: 'Check whether the caller has a calendar address for a project',
        params,
        ...stateTexts,
      },
    },
    (request) => calendarState(services.db.read, subjectOf(callerOf(request).uid, projectRoleOf(request).scope.pid)),
  );
  app.post(
    url,
    {
      config: { access: 'project:owner', alsoArchived: true, problems: ['browser_only'] },
      schema: {
        tags: ['Calendar'],
        operationId: 'create_project_calendar',
        summary: 'Create a calendar address for a project',
        params,
        ...createTexts,
      },
    },
    (request, reply) => {
      const caller = callerOf(request);
      reply.code(201);
      return createFeed(services, caller, subjectOf(caller.uid, projectRoleOf(request).scope.pid));
    },
  );
  app.delete(
    url,
    {
      config: { access: 'project:owner', alsoArchived: true },
      schema: {
        tags: ['Calendar'],
        operationId: 'delete_project_calendar',
        summary: "Remove the caller's calendar address for a project",
        params,
        ...removeTexts,
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      await removeFeed(services, caller, subjectOf(caller.uid, projectRoleOf(request).scope.pid));
      return reply.code(204).send();
    },
  );
}

/** The tasks of a team, for its people. */
export function teamCalendarRoutes(app: App, services: Services): void {
  const url = '/api/projects/:pid/teams/:tid/calendar';
  const params = CalendarTeamParams;
  app.get(
    url,
    {
      config: { access: 'team:people' },
      schema: {
        tags: ['Calendar'],
        operationId: 'get_team_calendar',
        summary: 'Check whether the caller has a calendar address for a team',
        params,
        ...stateTexts,
      },
    },
    (request) => {
      const { pid, tid } = teamOf(request);
      return calendarState(services.db.read, { uid: callerOf(request).uid, pid, tid });
    },
  );
  app.post(
    url,
    {
      config: { access: 'team:people', alsoArchived: true, problems: ['browser_only'] },
      schema: {
        tags: ['Calendar'],
        operationId: 'create_team_calendar',
        summary: 'Create a calendar address for a team',
        params,
        ...createTexts,
      },
    },
    (request, reply) => {
      const caller = callerOf(request);
      const { pid, tid } = teamOf(request);
      reply.code(201);
      return createFeed(services, caller, { uid: caller.uid, pid, tid });
    },
  );
  app.delete(
    url,
    {
      config: { access: 'team:people', alsoArchived: true },
      schema: {
        tags: ['Calendar'],
        operationId: 'delete_team_calendar',
        summary: "Remove the caller's calendar address for a team",
        params,
        ...removeTexts,
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { pid, tid } = teamOf(request);
      await removeFeed(services, caller, { uid: caller.uid, pid, tid });
      return reply.code(204).send();
    },
  );
}
