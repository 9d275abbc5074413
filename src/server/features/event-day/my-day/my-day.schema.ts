import { Nullable, Ref, Shape, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { ContactDetails } from '../../private-data/contact.schema.ts';
import { attendanceStates } from '../../tasks/attendance/states.policy.ts';
import { Pid } from '../../../auth/project-role.ts';

const anId = '01jd0c8m3v5q2w7x9y1z4b6n8k';

export const MyDayTask = Shape(
  {
    id: Type.String({ examples: [anId] }),
    title: Type.String({ examples: ['Registration desk'] }),
    team: Nullable(Type.String({ description: 'Name of the team.', examples: ['Venue'] })),
    place: Nullable(
      Type.String({ description: 'Name of the location, or of that of the event.', examples: ['Main hall'] }),
    ),
    map_url: Nullable(Type.String({ examples: ['https://maps.example.org/hall'] })),
    starts_at: Timestamp('When it starts.'),
    ends_at: Timestamp('When it ends.'),
    state: Type.Enum([...attendanceStates], { description: 'Whether the caller has come.', examples: ['joined'] }),
    offering: Type.Boolean({ description: 'Whether the caller wants to hand over their place.' }),
    can_leave: Type.Boolean({ description: 'Whether the caller can leave now.' }),
    description: Type.String({ description: 'Markdown.', examples: ['Bring a jacket.'] }),
    briefing: Type.String({ description: 'Markdown.', examples: ['Wear your shirt.'] }),
    people: Type.Array(Type.String({ examples: ['Ada Lovelace'] }), {
      description: 'Names of the others on the task; at most 50.',
    }),
    chiefs: Type.Array(
      Shape({
        name: Type.String({ examples: ['Grace Hopper'] }),
        contact: Type.Optional(Ref(ContactDetails)),
      }),
      { description: 'Chiefs of its team, with contact details they share with the caller.' },
    ),
    mailing_list: Type.String({
      description: "The team's mailing list, for the people in the team; empty for others.",
      examples: ['venue@lists.example.org'],
    }),
  },
  { $id: 'MyDayTask' },
);

export const MyDay = Shape(
  {
    at: Timestamp('The time of the server.'),
    timezone: Type.String({ examples: ['Asia/Taipei'] }),
    tasks: Type.Array(Ref(MyDayTask), {
      description: 'The tasks of the caller from today on, by start time; at most 50.',
    }),
    code: Type.String({ description: 'The QR code of the caller for the desk, as SVG.', examples: ['<svg/>'] }),
  },
  { $id: 'MyDay' },
);

export const MyDayParams = Shape({ pid: Pid });

export const myDaySchemas = [MyDayTask, MyDay];
export type MyDay = Static<typeof MyDay>;
