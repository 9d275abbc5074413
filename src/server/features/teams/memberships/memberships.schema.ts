import { maxHeadcount, maxMarkdown } from '../../../../shared/limits.ts';
import {
  CountedPage,
  Email,
  Id,
  Line,
  Nullable,
  Name,
  PageQuery,
  Ref,
  Shape,
  Text,
  Timestamp,
  Type,
} from '../../../lib/schema.ts';
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
    intro: Type.Optional(Text(maxMarkdown, { description: "The person's introduction, in Markdown." })),
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

export const TeamPersonPage = { ...CountedPage(Ref(TeamPerson)), $id: 'TeamPersonPage' };

/** Either uid or address. */
const NewMember = Shape(
  { uid: Type.Optional(Id('Identifier of the person.')), email: Type.Optional(Email()) },
  { minProperties: 1, maxProperties: 1, examples: [{ email: 'ada@example.org' }] },
);

export const NewMembers = Shape(
  {
    people: Type.Array(NewMember, { minItems: 1, maxItems: 200, description: 'Each by `uid` or by `email`.' }),
    partial: Type.Optional(
      Type.Boolean({
        description:
          "Adds those who can be added, as far as the places go, instead of nobody if somebody can't be. The outcome says why not.",
        examples: [true],
      }),
    ),
  },
  { $id: 'NewMembers' },
);

export const AddedMembers = Shape(
  {
    data: Type.Array(
      Shape({
        uid: Nullable(Type.String({ description: 'Null if there is no such person.' })),
        name: Line(100, { description: 'Empty for those who are not in the team now.', examples: ['Ada Lovelace'] }),
        outcome: Type.Enum(['added', 'already_member', 'repeated', 'unknown_person', 'suspended', 'team_full'], {
          description:
            '`repeated`: the same person appears earlier in the request. The last three only with `partial`: they were not added.',
        }),
      }),
      { description: 'One for each person, in the order of the request.' },
    ),
  },
  { $id: 'AddedMembers' },
);

export const MembershipsParams = Shape({ pid: Pid, tid: Tid });
export const MembershipsQuery = Shape({
  ...PageQuery,
  q: Type.Optional(
    Line(100, { description: 'Search by name. Matches the start of any word; ignores case and accents.' }),
  ),
});
export const MembershipParams = Shape({ pid: Pid, tid: Tid, uid: Id('Identifier of the person.') });

export const membershipSchemas = [TeamPerson, TeamPersonPage, NewMembers, AddedMembers];

export type TeamPerson = Static<typeof TeamPerson>;
export type TeamPersonPage = Static<typeof TeamPersonPage>;
export type NewMembers = Static<typeof NewMembers>;
export type AddedMembers = Static<typeof AddedMembers>;

/** A person and optionally a team. With `team_name`, a missing team is created. */
export const ImportRow = Shape({
  email: Email(),
  name: Type.Optional(Name()),
  team: Type.Optional(Tid),
  role: Type.Optional(Type.Enum(['chief', 'member'])),
  team_name: Type.Optional(Name({ minLength: 1, pattern: '\\S' })),
  team_headcount: Type.Optional(Type.Integer({ minimum: 0, maximum: maxHeadcount })),
});

export const importColumns = Object.keys(ImportRow.properties);

export type ImportRow = Static<typeof ImportRow>;
export type MembershipsQuery = Static<typeof MembershipsQuery>;
