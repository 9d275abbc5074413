import { slugPattern } from '../../../../shared/limits.ts';
import { Nullable, Page, PageQuery, Ref, Shape, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { Pid } from '../../projects/projects.schema.ts';

export const Group = Shape(
  {
    group: Type.String({
      description: '`staff`, `chiefs`, `team:{tid}` or `chiefs:{tid}`.',
      examples: ['team:venue'],
    }),
    kind: Type.Enum(['staff', 'chiefs', 'team', 'team_chiefs'], {
      description: '`staff`: the owners and everybody in a team. `chiefs`: those of all teams.',
    }),
    tid: Nullable(Type.String({ description: 'The team, if any.', examples: ['venue'] })),
    team: Nullable(Type.String({ description: 'Its name.', examples: ['Venue'] })),
    mailing_list: Nullable(
      Type.String({
        description: "The team's mailing list, for a group `team:...`.",
        examples: ['venue@lists.example.org'],
      }),
    ),
    count: Type.Integer({ description: 'Number of people.', examples: [7] }),
  },
  { $id: 'Group' },
);

export const GroupPage = { ...Page(Ref(Group)), $id: 'GroupPage' };

export const GroupPerson = Shape(
  {
    uid: Type.String({ description: 'Identifier of the person.' }),
    name: Type.String({ examples: ['Ada Lovelace'] }),
    email: Type.String({ examples: ['ada@example.org'] }),
  },
  { $id: 'GroupPerson' },
);

export const GroupPersonPage = { ...Page(Ref(GroupPerson)), $id: 'GroupPersonPage' };

export const GroupsParams = Shape({ pid: Pid });
export const GroupsQuery = Shape(PageQuery);
export const GroupParams = Shape({
  pid: Pid,
  group: Type.String({
    pattern: `^(?:staff|chiefs|(?:team|chiefs):${slugPattern})$`,
    maxLength: 71,
    description: 'Identifier from the list of groups.',
    examples: ['team:venue'],
  }),
});

export const groupSchemas = [Group, GroupPage, GroupPerson, GroupPersonPage];

export type Group = Static<typeof Group>;
