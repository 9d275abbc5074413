import { Id, Nullable, Ref, Shape, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { ContactDetails } from '../../private-data/contact.schema.ts';
import { Delivery } from '../../notices/delivery/delivery.schema.ts';
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
    unreached: Type.Integer({
      minimum: 0,
      description: 'How many who are expected were not reached with the last notice about it.',
      examples: [1],
    }),
    people: Type.Array(
      Shape({
        uid: Type.String({ examples: [anId] }),
        state: Type.Enum([...attendanceStates], { examples: ['joined'] }),
        joined_at: Timestamp('When they joined.'),
        arrived_at: Nullable(Timestamp('When they came.')),
        left_at: Nullable(Timestamp('When they left.')),
        place_open: Type.Boolean({ description: 'Their place is open to others.' }),
        replaced: Type.Boolean({ description: 'Somebody else has taken their place.' }),
        others_decide: Type.Boolean({
          description:
            'It is the caller, about whom somebody else decides what counts: they only say that they are here now or do ' +
            'not come. Always false for the only owner of a project.',
        }),
        delivery: Nullable(Ref(Delivery)),
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
    task_count: Nullable(
      Type.Integer({
        minimum: 0,
        description: 'How many tasks of the project they have. Null for chiefs, about people of other teams.',
        examples: [2],
      }),
    ),
  },
  { $id: 'Substitute' },
);
const count = (description: string) => Type.Integer({ minimum: 0, description, examples: [3] });
export const SubstituteList = Shape(
  {
    data: Type.Array(Ref(Substitute)),
    more: Type.Boolean({ description: 'Whether there are more than `limit`.' }),
    others: Shape(
      {
        busy: count('Another task, or too little rest.'),
        skill: count('They lack a skill.'),
        document: count('They have not signed a document.'),
        personal: count('Not available, or for reasons that only they can see, such as age.'),
      },
      { description: 'How many cannot take a place, by the first reason.' },
    ),
  },
  { $id: 'SubstituteList' },
);
const maxSubstitutes = 500;
export const SubstituteQuery = Shape({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxSubstitutes,
      default: maxSubstitutes,
      description: 'How many people to list.',
    }),
  ),
});

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
export type SubstituteList = Static<typeof SubstituteList>;
