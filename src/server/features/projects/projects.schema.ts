import { EventColour, EventColours, EventPicture, PictureAlt, Place } from './appearance/appearance.schema.ts';
import {
  Id,
  Line,
  Name,
  Nullable,
  Page,
  PageQuery,
  Ref,
  Shape,
  Slug,
  Text,
  Timestamp,
  Type,
} from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';

export const Pid = Slug('Identifier of the project, chosen when it is created.', ['2026']);

/** An existing day, in years that both engines can store. */
export const CalendarDate = (description: string, examples: string[]) =>
  Type.String({ format: 'date', pattern: '^[12][0-9]{3}-', maxLength: 10, description, examples });

const fields = {
  name: Name({ minLength: 1, pattern: '\\S', description: 'Display name.', examples: ['Summer Camp 2026'] }),
  description: Text(20_000, { description: 'Public description, in Markdown.', examples: ['Two days in August.'] }),
  starts_on: Nullable(CalendarDate('First day of the event.', ['2026-08-08'])),
  ends_on: Nullable(CalendarDate('Last day of the event.', ['2026-08-09'])),
  timezone: Line(64, { minLength: 1, description: 'IANA time zone of the event.', examples: ['Asia/Taipei'] }),
  state: Type.Enum(['draft', 'public', 'archived'], {
    description: '`draft`: visible only to owners and administrators. `archived`: visible to everyone, read-only.',
    examples: ['public'],
  }),
  listing: Type.Enum(['everyone', 'agreed', 'nobody'], {
    description:
      'Who is in the public listing: `everyone` in a team who has not opted out, those who have `agreed`, or `nobody`.',
    examples: ['everyone'],
  }),
  confirm_days: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 30,
      description: 'How many days before their first task people are asked if they are coming; null: never.',
      examples: [3],
    }),
  ),
  place: Place,
  colour: Nullable(EventColour),
};

export const ProjectRights = Shape(
  {
    edit: Type.Boolean({ description: "change the project's settings" }),
    remove: Type.Boolean({ description: 'delete the project while it is a draft' }),
    create_teams: Type.Boolean(),
    see_owners: Type.Boolean(),
    appoint_owners: Type.Boolean({ description: 'appoint and remove owners' }),
    see_people: Type.Boolean({ description: 'list and export everyone in the project, with email addresses' }),
    list_people: Type.Boolean({ description: 'list people in the project; chiefs see their own teams' }),
    see_subsidies: Type.Boolean(),
    edit_subsidies: Type.Boolean(),
    see_tasks: Type.Boolean({ description: 'see and join tasks' }),
    plan_tasks: Type.Boolean({ description: 'create tasks for the whole project or their own team' }),
    create_forms: Type.Boolean({ description: 'create, change and delete forms' }),
    read_audit: Type.Boolean({ description: "read the project's audit log" }),
  },
  { $id: 'ProjectRights', description: 'What the caller may do in the project.' },
);

export const Project = Shape(
  {
    pid: Pid,
    ...fields,
    colours: Nullable(EventColours),
    picture: Nullable(EventPicture),
    created_at: Timestamp('When it was created.'),
    rights: Ref(ProjectRights),
  },
  { $id: 'Project' },
);

export const ListedProject = Shape(
  {
    ...Project.properties,
    open_tasks: Type.Boolean({ description: 'Whether people without a team can join upcoming tasks, or ask to.' }),
  },
  { $id: 'ListedProject' },
);

export const ProjectPage = Shape(
  {
    ...Page(Ref(ListedProject)).properties,
    rights: Shape({ create: Type.Boolean({ description: 'create projects' }) }),
  },
  { $id: 'ProjectPage' },
);

export const NewProject = Shape(
  {
    pid: Pid,
    name: fields.name,
    description: Type.Optional(fields.description),
    starts_on: Type.Optional(fields.starts_on),
    ends_on: Type.Optional(fields.ends_on),
    timezone: fields.timezone,
    state: Type.Optional({ ...fields.state, default: 'draft' as const }),
    /** If missing: that of the copied project, or `everyone`. */
    listing: Type.Optional(fields.listing),
    /** If missing: that of the copied project, or 3. */
    confirm_days: Type.Optional(fields.confirm_days),
    /** If missing, place, colour and picture are those of the copied project. */
    place: Type.Optional(fields.place),
    colour: Type.Optional(fields.colour),
    owners: Type.Optional(
      Type.Array(Id('uid of an owner'), {
        minItems: 1,
        maxItems: 50,
        uniqueItems: true,
        description: 'The owners. Default: the caller.',
      }),
    ),
    copy_from: Type.Optional(
      Slug('Copy this project, without members and answers. See the description of the operation.', ['2025']),
    ),
    copy_chiefs: Type.Optional(
      Type.Boolean({
        description:
          'With `copy_from`: also copy the chiefs of the teams. They are notified when the project is public.',
      }),
    ),
  },
  { $id: 'NewProject' },
);

export const ProjectChange = Shape(
  {
    name: Type.Optional(fields.name),
    description: Type.Optional(fields.description),
    starts_on: Type.Optional(fields.starts_on),
    ends_on: Type.Optional(fields.ends_on),
    timezone: Type.Optional(fields.timezone),
    state: Type.Optional(fields.state),
    listing: Type.Optional(fields.listing),
    confirm_days: Type.Optional(fields.confirm_days),
    place: Type.Optional(fields.place),
    colour: Type.Optional(fields.colour),
    picture_alt: Type.Optional(PictureAlt),
  },
  { $id: 'ProjectChange', minProperties: 1 },
);

export const ProjectParams = Shape({ pid: Pid });
export const ProjectRemoval = Shape({
  force: Type.Optional(
    Type.Boolean({ default: false, description: "Also delete people's answers, tasks and applications." }),
  ),
});
export const ProjectQuery = Shape(PageQuery);

export const projectSchemas = [ProjectRights, Project, ListedProject, ProjectPage, NewProject, ProjectChange];

export type ProjectRights = Static<typeof ProjectRights>;
export type Project = Static<typeof Project>;
export type ProjectPage = Static<typeof ProjectPage>;
export type NewProject = Static<typeof NewProject>;
export type ProjectChange = Static<typeof ProjectChange>;
