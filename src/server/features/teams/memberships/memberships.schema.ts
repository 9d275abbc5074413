import { Email, Id, Line, Page, PageQuery, Ref, Shape, Text, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { ContactDetails } from '../../private-data/contact.schema.ts';
import { Pid } from '../../projects/projects.schema.ts';
import { Tid } from '../teams.schema.ts';

export const TeamPerson = Shape(
  {
    name: Type.String({ examples: ['Ada Lovelace'] }),
    email_hash: Type.String({ description: 'Same as in the public listing.' }),
    role: Type.Enum(['chief', 'member']),
    uid: Type.Optional(Type.String({ description: 'Identifier of the person.' })),
    intro: Type.Optional(Text(20_000, { description: "The person's introduction, in Markdown." })),
    joined_at: Type.Optional(Timestamp('When the person joined the team.')),
    suspended: Type.Optional(Type.Boolean()),
    email: Type.Optional(Type.String({ examples: ['ada@example.org'] })),
    contact: Type.Optional(Ref(ContactDetails)),
  },
  {
    $id: 'TeamPerson',
    description:
      'Everyone sees `name`, `email_hash` and `role` of people in the public listing. People in the team see ' +
      'everyone in it, with `uid`, `intro` and `joined_at`; chiefs and owners also see `suspended` and ' +
      '`email`. `contact` is included for those the person shares it with.',
  },
);

export const TeamPersonPage = { ...Page(Ref(TeamPerson)), $id: 'TeamPersonPage' };

/** Either uid or address. */
const NewMember = Shape(
  { uid: Type.Optional(Id('Identifier of the person.')), email: Type.Optional(Email()) },
  { minProperties: 1, maxProperties: 1, examples: [{ email: 'ada@example.org' }] },
);

export const NewMembers = Shape(
  { people: Type.Array(NewMember, { minItems: 1, maxItems: 200, description: 'Each by `uid` or by `email`.' }) },
  { $id: 'NewMembers' },
);

export const AddedMembers = Shape(
  {
    data: Type.Array(
      Shape({
        uid: Type.String(),
        name: Line(100, { examples: ['Ada Lovelace'] }),
        outcome: Type.Enum(['added', 'already_member', 'repeated'], {
          description: '`repeated`: the same person appears earlier in the request.',
        }),
      }),
      { description: 'One for each person, in the order of the request.' },
    ),
  },
  { $id: 'AddedMembers' },
);

export const MembershipsParams = Shape({ pid: Pid, tid: Tid });
export const MembershipsQuery = Shape(PageQuery);
export const MembershipParams = Shape({ pid: Pid, tid: Tid, uid: Id('Identifier of the person.') });

export const membershipSchemas = [TeamPerson, TeamPersonPage, NewMembers, AddedMembers];

export type TeamPerson = Static<typeof TeamPerson>;
export type TeamPersonPage = Static<typeof TeamPersonPage>;
export type NewMembers = Static<typeof NewMembers>;
export type AddedMembers = Static<typeof AddedMembers>;
