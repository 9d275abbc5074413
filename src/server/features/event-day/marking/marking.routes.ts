import type { App } from '../../../http/app.ts';
import { Ref } from '../../../lib/schema.ts';
import { actorOf } from '../../../auth/gate.ts';
import type { Services } from '../../../services.ts';
import { AttendeeParams } from '../../tasks/attendance/attendance.schema.ts';
import { AttendanceChanges, AttendanceMarks } from './marking.schema.ts';
import { correctAttendance } from './marking.service.ts';

export function markingRoutes(app: App, services: Services): void {
  app.patch(
    '/api/projects/:pid/tasks/:id/attendees/:uid',
    {
      config: { access: 'project:planner', deputies: ['desk'], scope: 'desk', problems: ['not_allowed'] },
      schema: {
        tags: ['Event day'],
        operationId: 'mark_attendee',
        summary: "Mark a person's attendance at a task",
        description:
          "For owners, and chiefs of the task's team, from 4 hours before the task; `done` from its start. " +
          'Replaces earlier scans; later scans count again. Notifies ' +
          'the person of a no-show and of hours that change after the task. Chiefs can mark themselves only if ' +
          'nobody else has, and with no more hours than planned.',
        params: AttendeeParams,
        body: AttendanceChanges,
        response: { 200: Ref(AttendanceMarks) },
      },
    },
    (request) => {
      const { id, uid } = request.params;
      const correction = { ...actorOf(request, services.clock), id, attendee: uid };
      return correctAttendance(services, correction, request.body);
    },
  );
}
