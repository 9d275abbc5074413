import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../../config.ts';
import type { App } from '../../../http/app.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { failField } from '../../../errors.ts';
import type { ErrorCode } from '../../../errors.ts';
import { actorOf, callerOf, projectRoleOf } from '../../../auth/gate.ts';
import { sendCsv } from '../../../http/csv.ts';
import { byName, pageRequest } from '../../../http/paging.ts';
import { Empty, Ref, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import type { ContactServices } from '../../contacts/contacts.service.ts';
import { selectAttendees } from './attendance.queries.ts';
import { AddAttendeeQuery, AttendeePage, AttendeeParams, AttendeeQuery } from './attendance.schema.ts';
import {
  attendeePresenter,
  givePlace,
  join,
  leave,
  listedFor,
  requireVisibleAttendees,
  transfer,
  walkAttendees,
} from './attendance.service.ts';
import { personalRules } from './placement.policy.ts';
import { TaskParams } from '../tasks.schema.ts';
import { JoinTask, PendingPlace } from '../waiting/waiting.schema.ts';

type Services = ContactServices & { keys: Keyring; config: Config };

export const ruleProblems: ErrorCode[] = ['task_full', ...personalRules, 'not_allowed'];
const joinProblems: ErrorCode[] = [...ruleProblems, 'not_open_yet', 'planners_only'];

export function attendanceRoutes(app: App, services: Services): void {
  ownRoutes(app, services);
  attendeeRoutes(app, services);
  planningRoutes(app, services);
}

const pendingPlace = (result: 'requested' | number) =>
  result === 'requested' ? { state: result, position: null } : { state: 'waiting' as const, position: result };

type Route = { Params: Static<typeof TaskParams> & { uid?: string } };

/** Joins or leaves for the caller, or for the person in the path. */
const placing =
  (verb: typeof leave, services: Services) => async (request: FastifyRequest<Route>, reply: FastifyReply) => {
    const actor = actorOf(request, services.clock);
    const { id, uid: attendee = actor.uid } = request.params;
    await verb(services, { ...actor, id, attendee });
    return reply.code(204).send();
  };

function ownRoutes(app: App, services: Services): void {
  app.put(
    '/api/projects/:pid/tasks/:id/attendance',
    {
      config: { access: 'project:signed_in', problems: joinProblems },
      schema: {
        tags: ['Tasks'],
        operationId: 'join_task',
        summary: 'Join a task',
        description:
          'Takes one place, even if called several times. 409 if the task is full, the caller has another task then in any ' +
          'project, or a rule of its kind forbids it. 202 if organisers decide who gets a place. 422 if the task has ' +
          'ended. People without a team become helpers of the project. With `wait`, the caller joins the waiting list ' +
          'of a full task (202). A free place goes to the first on the list who can take it: directly, or less than ' +
          '12 hours before the task as an offer for 30 minutes, which this call accepts.',
        params: TaskParams,
        body: JoinTask,
        response: { 202: Ref(PendingPlace), 204: Empty('The caller now has a place.') },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request, services.clock);
      const { id } = request.params;
      const { wait = false, note } = request.body ?? {};
      const result = await join(services, { ...actor, id, attendee: actor.uid, wait, note });
      if (result === 'joined') return reply.code(204).send();
      reply.code(202);
      return pendingPlace(result);
    },
  );

  app.delete(
    '/api/projects/:pid/tasks/:id/attendance',
    {
      config: { access: 'project:signed_in', alsoArchived: true, problems: ['not_allowed', 'too_late_to_leave'] },
      schema: {
        tags: ['Tasks'],
        operationId: 'leave_task',
        summary: 'Leave a task',
        description:
          'Gives up the place, leaves the waiting list, or withdraws the request for a place; also for people ' +
          "who have left the project. 422 if the task has ended, or if the caller's attendance has been marked.",
        params: TaskParams,
        response: { 204: Empty('The caller no longer has a place.') },
      },
    },
    placing(leave, services),
  );
}

function attendeeRoutes(app: App, services: Services): void {
  const { db } = services;
  app.get(
    '/api/projects/:pid/tasks/:id/attendees',
    {
      config: { access: 'project:signed_in', scope: 'tasks:read' },
      schema: {
        tags: ['Tasks'],
        operationId: 'list_attendees',
        summary: 'List who has joined a task',
        description:
          'Sorted by name. For owners, chiefs, and people on the task. Only those who plan the task see who was marked as ' +
          'absent. `GET /api/me/private-reads` tells people who saw their contact details.',
        params: TaskParams,
        querystring: AttendeeQuery,
        response: { 200: Ref(AttendeePage) },
      },
    },
    async (request) => {
      const { limit, after, page } = pageRequest(request.query, byName);
      const { id } = request.params;
      const [projectRole, caller] = [projectRoleOf(request), callerOf(request)];
      const task = await requireVisibleAttendees(db.read, projectRole, id, caller.uid);
      const rows = await selectAttendees(db.read, listedFor(projectRole, caller.uid, task), after, limit + 1);
      return page(rows, await attendeePresenter(services, rows.slice(0, limit), { projectRole, caller, task }));
    },
  );

  app.get(
    '/api/projects/:pid/tasks/:id/attendees.csv',
    {
      config: { access: 'project:people', deputies: ['viewer'], scope: 'tasks:read' },
      schema: {
        tags: ['Tasks'],
        operationId: 'export_attendees',
        summary: 'Export who has joined a task as CSV',
        description: 'The same people as the list, without contact details.',
        produces: ['text/csv'],
        params: TaskParams,
        response: { 200: Type.String({ description: 'CSV in UTF-8 with a header line.' }) },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const [projectRole, { uid: caller }] = [projectRoleOf(request), callerOf(request)];
      const task = await requireVisibleAttendees(db.read, projectRole, id, caller);
      async function* rows() {
        for await (const attendees of walkAttendees(db.read, listedFor(projectRole, caller, task))) {
          for (const { uid, name, joined_at } of attendees) yield [uid, name, joined_at];
        }
      }
      return sendCsv(reply, `attendees-${id}.csv`, ['uid', 'name', 'joined_at'], rows());
    },
  );
}

function planningRoutes(app: App, services: Services): void {
  app.put(
    '/api/projects/:pid/tasks/:id/attendees/:uid',
    {
      config: { access: 'project:planner', scope: 'tasks:write', problems: ruleProblems },
      schema: {
        tags: ['Tasks'],
        operationId: 'add_attendee',
        summary: 'Assign a person to a task',
        description:
          "Owners, and chiefs of the task's team. The person must belong to the project; the rules are those of joining. " +
          'With `instead_of`, they leave that task; with `place_of`, they get the place of another person, also on a full ' +
          'task. If a rule forbids it, nothing changes. Other chiefs can only join the task themselves; 202 if organisers ' +
          'decide who gets a place, and the chief has asked for one.',
        params: AttendeeParams,
        querystring: AddAttendeeQuery,
        response: { 202: Ref(PendingPlace), 204: Empty('The person now has a place.') },
      },
    },
    async (request, reply) => {
      const { id, uid: attendee } = request.params;
      const placement = { ...actorOf(request, services.clock), id, attendee };
      const { instead_of: from, place_of: giver } = request.query;
      if (from !== undefined && giver !== undefined) failField('/querystring/place_of', 'not with instead_of');
      if (giver !== undefined) await givePlace(services, { ...placement, giver });
      else if (from !== undefined) await transfer(services, { ...placement, from });
      else {
        const result = await join(services, placement);
        if (result !== 'joined') {
          reply.code(202);
          return pendingPlace(result);
        }
      }
      return reply.code(204).send();
    },
  );

  app.delete(
    '/api/projects/:pid/tasks/:id/attendees/:uid',
    {
      config: { access: 'project:planner', scope: 'tasks:write', problems: ['not_allowed'] },
      schema: {
        tags: ['Tasks'],
        operationId: 'remove_attendee',
        summary: 'Remove a person from a task',
        description: "Owners, and chiefs of the task's team; also after its end.",
        params: AttendeeParams,
        response: { 204: Empty('Person removed from the task.') },
      },
    },
    placing(leave, services),
  );
}
