import { maxHeadcount, maxMarkdown } from '../../../shared/limits.ts';
import { Line, Name, Nullable, Originals, Page, PageQuery, Ref, Shape, Slug, Text, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';
import { Pid } from '../projects/projects.schema.ts';

export const Tid = Slug('Identifier of the team, unique in its project.', ['venue']);

const fields = {
  name: Name({ minLength: 1, pattern: '\\S', description: 'Display name.', examples: ['Venue'] }),
  public_description: Text(maxMarkdown, {
    description: 'Who the team is looking for, in Markdown; public.',
    examples: ['We build the halls up and down again.'],
  }),
  headcount: Nullable(
    Type.Integer({
      minimum: 0,
      maximum: maxHeadcount,
      description: 'Maximum size of the team, including chiefs; null: no limit.',
      examples: [10],
    }),
  ),
  description: Text(maxMarkdown, {
    description: 'For the people in the team, in Markdown.',
    examples: ['We meet at six.'],
  }),
  mailing_list: Line(254, { description: "The team's mailing list.", examples: ['venue@lists.example.org'] }),
  takes_applications: Type.Boolean({ description: 'Whether people can apply to the team.' }),
};

export const TeamRights = Shape(
  {
    edit: Type.Boolean({ description: 'change the descriptions and the mailing list' }),
    manage: Type.Boolean({ description: 'change the name and maximum size, disable and enable the team' }),
    appoint_chiefs: Type.Boolean(),
    add_members: Type.Boolean({ description: "add members, and remove members who aren't chiefs" }),
    see_contacts: Type.Boolean({ description: "see the team's contact sheet" }),
    leave: Type.Boolean({ description: 'leave the team' }),
    apply: Type.Boolean({ description: 'apply to the team' }),
  },
  { $id: 'TeamRights', description: 'What the caller may do in the team.' },
);

export const Team = Shape(
  {
    tid: Tid,
    name: fields.name,
    public_description: fields.public_description,
    headcount: fields.headcount,
    member_count: Type.Integer({
      description:
        'Number of people in the team, including chiefs, without suspended people. People outside the team see the number of listed people only.',
      examples: [7],
    }),
    open_places: Nullable(
      Type.Integer({
        description: 'Null if there is no maximum size. Suspended people keep their places.',
        examples: [3],
      }),
    ),
    takes_applications: fields.takes_applications,
    disabled: Type.Boolean({ description: 'Disabled teams are visible only to owners.' }),
    description: Type.Optional(fields.description),
    mailing_list: Type.Optional(fields.mailing_list),
    rights: Ref(TeamRights),
    original: Originals({
      name: fields.name,
      public_description: fields.public_description,
      description: fields.description,
    }),
  },
  {
    $id: 'Team',
    description:
      '`description` and `mailing_list` are included for the people in the team and the owners of the project.',
  },
);

export const TeamPage = { ...Page(Ref(Team)), $id: 'TeamPage' };

/** More chiefs than this are only counted. */
export const chiefsNamed = 10;

const count = (description: string) => Type.Integer({ description, examples: [2] });

export const TeamSummary = Shape(
  {
    tid: Tid,
    chiefs: Type.Array(Shape({ uid: Type.String(), name: Type.String({ examples: ['Ada Lovelace'] }) }), {
      description: `By name, at most ${chiefsNamed}.`,
    }),
    chief_count: count('Number of chiefs.'),
    invitations: Shape({
      sent: count('Open invitations that were sent.'),
      held: count('Open invitations that are not sent yet.'),
    }),
    applications: count('Open applications.'),
  },
  { $id: 'TeamSummary' },
);
export const TeamSummaries = Shape(
  { data: Type.Array(Ref(TeamSummary), { description: 'All teams, also disabled ones, sorted by name.' }) },
  { $id: 'TeamSummaries' },
);

export const NewTeam = Shape(
  {
    tid: Tid,
    name: fields.name,
    description: Type.Optional(fields.description),
    public_description: Type.Optional(fields.public_description),
    headcount: Type.Optional(fields.headcount),
    mailing_list: Type.Optional(fields.mailing_list),
    takes_applications: Type.Optional(fields.takes_applications),
  },
  { $id: 'NewTeam' },
);

export const TeamChange = Shape(
  {
    name: Type.Optional(fields.name),
    description: Type.Optional(fields.description),
    public_description: Type.Optional(fields.public_description),
    headcount: Type.Optional(fields.headcount),
    mailing_list: Type.Optional(fields.mailing_list),
    takes_applications: Type.Optional(fields.takes_applications),
  },
  { $id: 'TeamChange', minProperties: 1 },
);

export const TeamsParams = Shape({ pid: Pid });
export const TeamsQuery = Shape(PageQuery);
export const TeamParams = Shape({ pid: Pid, tid: Tid });

export const teamSchemas = [TeamRights, Team, TeamPage, TeamSummary, TeamSummaries, NewTeam, TeamChange];

export type TeamRights = Static<typeof TeamRights>;
export type Team = Static<typeof Team>;
export type TeamSummary = Static<typeof TeamSummary>;
export type TeamPage = Static<typeof TeamPage>;
export type NewTeam = Static<typeof NewTeam>;
export type TeamChange = Static<typeof TeamChange>;
