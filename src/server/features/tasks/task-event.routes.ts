import { actorOf } from '../../auth/gate.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/db.ts';
import type { App } from '../../http/app.ts';
import { calendarFile } from '../../lib/calendar/icalendar.ts';
import type { Clock } from '../../lib/clock.ts';
import { Type } from '../../lib/schema.ts';
import type { Keyring } from '../../lib/seal.ts';
import { taskEvent } from '../calendar/events.service.ts';
import { readTask } from './tasks.service.ts';
import { TaskParams } from './tasks.schema.ts';

type Services = { db: Db; clock: Clock; config: Config; keys: Keyring };

export function taskEventRoutes(app: App, { db, clock, config, keys }: Services): void {
  app.get(
    '/api/projects/:pid/tasks/:id/event.ics',
    {
      config: { access: 'project:signed_in', scope: 'tasks:read' },
      schema: {
        tags: ['Tasks'],
        operationId: 'download_task_event',
        summary: 'Export a task as an iCalendar file',
        description: 'For people in the project, and for attendees who have left it.',
        produces: ['text/calendar'],
        params: TaskParams,
        response: { 200: Type.String({ description: 'An iCalendar file (RFC 5545) with one event.' }) },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request, clock);
      const { row } = await readTask(db.read, keys, actor, request.params.id);
      const event = await taskEvent(db.read, actor.uid, row, config.baseUrl);
      return reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', `attachment; filename="task-${row.id}.ics"`)
        .send(calendarFile([event]));
    },
  );
}
