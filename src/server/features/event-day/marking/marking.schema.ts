import { Nullable, Shape, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { Moment } from '../../../lib/time.ts';
import { attendanceStates } from '../../tasks/attendance/states.policy.ts';

export const AttendanceChanges = Shape(
  {
    state: Type.Enum([...attendanceStates], {
      description: '`joined` and `no_show` remove both times.',
      examples: ['done'],
    }),
    arrived_at: Type.Optional(Nullable(Moment('When the person came. Without it: as it was, or now for `arrived`.'))),
    left_at: Type.Optional(Nullable(Moment('When the person left. Without it: as it was, or as planned.'))),
  },
  { $id: 'AttendanceChanges', examples: [{ state: 'no_show' }] },
);

export const AttendanceMarks = Shape(
  {
    task: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    uid: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    state: Type.Enum([...attendanceStates], { examples: ['done'] }),
    arrived_at: Nullable(Timestamp('When the person came.')),
    left_at: Nullable(Timestamp('When the person left.')),
    presumed: Type.Boolean({ description: 'Nobody marked the person in time, so they count as having done the task.' }),
    minutes: Type.Integer({
      minimum: 0,
      description: 'What counts: in quarters of an hour, times the weight of the kind of task.',
      examples: [180],
    }),
  },
  { $id: 'AttendanceMarks' },
);

export const markingSchemas = [AttendanceChanges, AttendanceMarks];
export type AttendanceChanges = Static<typeof AttendanceChanges>;
export type AttendanceMarks = Static<typeof AttendanceMarks>;
