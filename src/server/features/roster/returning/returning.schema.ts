import { CountedPage, PageQuery, Ref, Shape, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { Pid } from '../../projects/projects.schema.ts';
import { Tid } from '../../teams/teams.schema.ts';

export const ReturningPerson = Shape(
  {
    name: Type.String({ examples: ['Ada Lovelace'] }),
    email: Type.String({ examples: ['ada@example.org'] }),
    tid: Tid,
    team: Type.String({ description: 'Name of the team in this project.', examples: ['Venue'] }),
    role: Type.Enum(['chief', 'member'], {
      description: 'Their role in the earlier project; `member` if the caller cannot invite chiefs.',
    }),
    state: Type.Enum(['open', 'in_team', 'in_project', 'invited', 'applied', 'asked', 'said_no', 'suspended'], {
      description:
        '`open`: they can be invited. `in_team`: they are in the team already. `in_project`: they are in the project, but ' +
        'not in the team. `invited`: to this or another team. `applied`: they have applied themselves. `asked`: somebody ' +
        'has asked them, or does (`list_former_people`). `said_no`: they said no, or declined an invitation.',
    }),
  },
  { $id: 'ReturningPerson' },
);

export const ReturningPage = Shape(
  {
    ...CountedPage(Ref(ReturningPerson)).properties,
    open: Type.Optional(
      Type.Integer({ description: 'How many of all can be invited; only on the first page.', examples: [12] }),
    ),
    missing_teams: Type.Optional(
      Type.Array(Type.String({ examples: ['Sound'] }), {
        description: 'Names of teams with people that this project does not have; only on the first page.',
      }),
    ),
  },
  { $id: 'ReturningPage' },
);

export const ReturningParams = Shape({ pid: Pid });
export const ReturningQuery = Shape({
  from: Pid,
  tid: Type.Optional(Tid),
  ...PageQuery,
});

export const returningSchemas = [ReturningPerson, ReturningPage];
export type ReturningPerson = Static<typeof ReturningPerson>;
export type ReturningPage = Static<typeof ReturningPage>;
export type ReturningQuery = Static<typeof ReturningQuery>;
