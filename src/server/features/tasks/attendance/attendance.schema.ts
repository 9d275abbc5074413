import { Id, Nullable, Page, PageQuery, Ref, Shape, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { Delivery } from '../../notices/delivery/delivery.schema.ts';
import { attendanceStates } from './states.policy.ts';
import { ContactDetails } from '../../private-data/contact.schema.ts';
import { Pid } from '../../../auth/project-role.ts';

/** Whether somebody came, for those who plan the task. */
export const attendanceMarks = {
  state: Type.Optional(Type.Enum([...attendanceStates], { description: 'Attendance.', examples: ['arrived'] })),
  arrived_at: Type.Optional(Nullable(Timestamp('When they came.'))),
  left_at: Type.Optional(Nullable(Timestamp('When they left.'))),
  presumed: Type.Optional(Type.Boolean({ description: 'Not marked in time, so they count as having done the task.' })),
  place_open: Type.Optional(
    Type.Boolean({ description: 'They are absent, and their place is open to others.', examples: [false] }),
  ),
  replaced: Type.Optional(
    Type.Boolean({ description: 'They are absent, and somebody else has taken their place.', examples: [false] }),
  ),
  others_decide: Type.Optional(
    Type.Boolean({ description: 'It is the caller, about whom somebody else decides whether and when they came.' }),
  ),
};

export const Attendee = Shape(
  {
    uid: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    name: Type.String({ examples: ['Ada Lovelace'] }),
    joined_at: Timestamp('When the person joined.'),
    email: Type.Optional(Type.String({ examples: ['ada@example.org'] })),
    contact: Type.Optional(Ref(ContactDetails)),
    available: Type.Optional(
      Type.Boolean({
        description: "False: they said they can't help then. Chiefs see it only for their own teams.",
      }),
    ),
    offering: Type.Optional(Type.Boolean({ description: 'Whether they offer their place to others.' })),
    delivery: Type.Optional(Nullable(Ref(Delivery))),
    ...attendanceMarks,
  },
  {
    $id: 'Attendee',
    description:
      "Owners and the team's chiefs also see attendance, `available`, `offering`, how the last notice about the task reached " +
      'them (`delivery`), `email`, and `contact` if it is shared with them.',
  },
);

export const AttendeePage = { ...Page(Ref(Attendee)), $id: 'AttendeePage' };
export const AttendeeQuery = Shape(PageQuery);
export const AddAttendeeQuery = Shape({
  instead_of: Type.Optional(Id('The task that the person leaves.')),
  place_of: Type.Optional(Id('The person whose place they get.')),
});
export const AttendeeParams = Shape({
  pid: Pid,
  id: Id('Identifier of the task.'),
  uid: Id('Identifier of the person.'),
});

export const attendanceSchemas = [Attendee, AttendeePage];

export type Attendee = Static<typeof Attendee>;
