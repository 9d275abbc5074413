import { Nullable, Page, PageQuery, Ref, Shape, Timestamp, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';
import { Day } from './tasks.schema.ts';
import { attendanceMarks } from './attendance/attendance.schema.ts';

export const Attendance = Shape(
  {
    task: Type.String({ description: 'Identifier of the task.', examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    uid: Type.String({ description: 'Identifier of the person.' }),
    name: Type.String({ examples: ['Ada Lovelace'] }),
    ...attendanceMarks,
  },
  { $id: 'Attendance', description: 'Owners and chiefs also see attendance.' },
);

export const TaskCategory = Shape(
  { category: Type.String({ examples: ['reception'] }), task_count: Type.Integer({ examples: [4] }) },
  { $id: 'TaskCategory' },
);

export const OwnTask = Shape(
  {
    id: Type.String({ description: 'Identifier of the task.', examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    pid: Type.String({ examples: ['2026'] }),
    project: Type.String({ description: 'Name of the project.', examples: ['Summer Camp 2026'] }),
    timezone: Type.String({ description: 'Time zone of the project.', examples: ['Asia/Taipei'] }),
    tid: Nullable(Type.String({ description: 'The team; null for the whole project.', examples: ['venue'] })),
    title: Type.String({ examples: ['Registration desk'] }),
    starts_at: Timestamp('When it begins.'),
    ends_at: Timestamp('When it ends.'),
    team: Nullable(Type.String({ description: 'Name of the team.', examples: ['Venue'] })),
    place: Type.String({ description: 'Where the event takes place.', examples: ['Harbour Hall, Keelung'] }),
    companions: Type.Array(Type.String({ examples: ['Ada Lovelace'] }), {
      description: 'Names of up to five other people on the task.',
    }),
    companion_count: Type.Integer({ description: 'Number of other people on the task.', examples: [1] }),
    offering: Type.Boolean({ description: 'Whether the caller wants to hand over their place.' }),
  },
  { $id: 'OwnTask' },
);

export const AttendancePage = { ...Page(Ref(Attendance)), $id: 'AttendancePage' };
export const TaskCategoryPage = { ...Page(Ref(TaskCategory)), $id: 'TaskCategoryPage' };
export const OwnTaskPage = { ...Page(Ref(OwnTask)), $id: 'OwnTaskPage' };

export const DayQuery = Shape({ day: Day(), ...PageQuery });
export const PlanQuery = Shape(PageQuery);

export const planSchemas = [Attendance, AttendancePage, TaskCategory, TaskCategoryPage, OwnTask, OwnTaskPage];

export type Attendance = Static<typeof Attendance>;
export type OwnTask = Static<typeof OwnTask>;
