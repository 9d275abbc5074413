import { Nullable, Shape, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { Moment } from '../../../lib/time.ts';
import { attendanceStates } from '../../tasks/attendance/states.policy.ts';

export const AttendanceChanges = Shape(
  {
    state: Type.Enum([...attendanceStates], {
      description: '`joined` and `no_show` clear both times.',
      examples: ['done'],
    }),
    arrived_at: Type.Optional(Nullable(Moment('When the person came. Default: unchanged, or now for `arrived`.'))),
    left_at: Type.Optional(Nullable(Moment('When the person left. Default: unchanged, or the planned end.'))),
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
    presumed: Type.Boolean({
      description: 'Nobody marked their attendance in time, so they count as having done the task.',
    }),
    minutes: Type.Integer({
      minimum: 0,
      description: 'Minutes that count: in quarters of an hour, multiplied by the weight of the kind of task.',
      examples: [180],
    }),
  },
  { $id: 'AttendanceMarks' },
);

export const markingSchemas = [AttendanceChanges, AttendanceMarks];
export type AttendanceChanges = Static<typeof AttendanceChanges>;
export type AttendanceMarks = Static<typeof AttendanceMarks>;
