import { Nullable, Shape, Slug, Timestamp, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';
import { Pid } from '../../auth/project-role.ts';

/** Whether there is an address; the address itself is not stored. */
export const CalendarState = Shape(
  { created_at: Nullable(Timestamp('When the address was created; null if there is none.')) },
  { $id: 'CalendarState' },
);

export const CalendarAddress = Shape(
  {
    url: Type.String({
      description: 'Anyone with this address can read the calendar. It is not shown again.',
      examples: ['https://muster.example.org/calendar/1xk4m9c2v7n3q8w5z6t0r1y2b3d4f5g6.ics'],
    }),
    created_at: Timestamp('When the address was created.'),
  },
  { $id: 'CalendarAddress' },
);

export const CalendarFileParams = Shape({
  file: Type.String({
    maxLength: 500,
    description: 'The secret part of the address, followed by `.ics`.',
    examples: ['1xk4.ics'],
  }),
});
export const CalendarProjectParams = Shape({ pid: Pid });
export const CalendarTeamParams = Shape({ pid: Pid, tid: Slug('Team.', ['venue']) });

export const calendarSchemas = [CalendarState, CalendarAddress];

export type CalendarState = Static<typeof CalendarState>;
export type CalendarAddress = Static<typeof CalendarAddress>;
