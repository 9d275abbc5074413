import { Id, Nullable, Ref, Shape, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { ContactDetails } from '../../private-data/contact.schema.ts';
import { attendanceStates } from '../../tasks/attendance/states.policy.ts';
import { Pid } from '../../../auth/project-role.ts';

const anId = '01jd0c8m3v5q2w7x9y1z4b6n8k';

export const NowTask = Shape(
  {
    id: Type.String({ examples: [anId] }),
    title: Type.String({ examples: ['Registration desk'] }),
    team: Nullable(Type.String({ description: 'Name of the team.', examples: ['Venue'] })),
    place: Nullable(Type.String({ description: 'Name of the location.', examples: ['Main hall'] })),
    starts_at: Timestamp('When it starts.'),
    ends_at: Timestamp('When it ends.'),
    min_people: Type.Integer({ minimum: 0, examples: [2] }),
    people: Type.Array(
      Shape({
        uid: Type.String({ examples: [anId] }),
        state: Type.Enum([...attendanceStates], { examples: ['joined'] }),
        joined_at: Timestamp('When they joined.'),
        arrived_at: Nullable(Timestamp('When they came.')),
        left_at: Nullable(Timestamp('When they left.')),
        place_open: Type.Boolean({ description: 'Their place is open to others.' }),
        replaced: Type.Boolean({ description: 'Somebody else has taken their place.' }),
      }),
      { description: 'Who has a place, by name.' },
    ),
  },
  { $id: 'NowTask' },
);

export const NowPerson = Shape(
  {
    uid: Type.String({ examples: [anId] }),
    name: Type.String({ examples: ['Ada Lovelace'] }),
    email: Type.Optional(Type.String({ examples: ['ada@example.org'] })),
    contact: Type.Optional(Ref(ContactDetails)),
  },
  { $id: 'NowPerson', description: '`contact` is included for people who share it with the caller.' },
);

export const Now = Shape(
  {
    at: Timestamp('The time of the server.'),
    tasks: Type.Array(Ref(NowTask), { description: 'By start time; at most 100.' }),
    more: Type.Boolean({ description: 'Whether there are more tasks than these.' }),
    people: Type.Array(Ref(NowPerson), { description: 'Everyone on these tasks, each once.' }),
  },
  { $id: 'Now' },
);

export const Substitute = Shape(
  {
    uid: Type.String({ examples: [anId] }),
    name: Type.String({ examples: ['Ada Lovelace'] }),
    teams: Type.Array(Type.String({ examples: ['Venue'] }), { description: 'Those that the caller can see.' }),
    here: Type.Boolean({ description: 'Whether they came to a task within 12 hours.' }),
  },
  { $id: 'Substitute' },
);
export const SubstituteList = Shape({ data: Type.Array(Ref(Substitute)) }, { $id: 'SubstituteList' });

export const Replacement = Shape(
  { by: Type.Optional(Id('Who takes the place. Default: the first on the waiting list, or anyone who can join.')) },
  { $id: 'Replacement' },
);

export const AskedToReplace = Shape(
  {
    asked: Type.Integer({ minimum: 0, description: 'How many people were asked.', examples: [5] }),
    open: Type.Boolean({ description: 'False: the place goes to the waiting list.' }),
  },
  { $id: 'AskedToReplace' },
);

export const NowParams = Shape({ pid: Pid });

export const nowSchemas = [NowTask, NowPerson, Now, Substitute, SubstituteList, Replacement, AskedToReplace];
export type Now = Static<typeof Now>;
export type AskedToReplace = Static<typeof AskedToReplace>;
export type Substitute = Static<typeof Substitute>;
