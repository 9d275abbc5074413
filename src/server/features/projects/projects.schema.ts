import { maxMarkdown } from '../../../shared/limits.ts';
import { EventColour, EventColours, EventPicture, PictureAlt, Place } from './appearance/appearance.schema.ts';
import {
  Id,
  Line,
  Name,
  Nullable,
  Originals,
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
import { Moment } from '../../lib/time.ts';

export const Pid = Slug('Identifier of the project, chosen when it is created.', ['2026']);

/** An existing day, in years that both engines can store. */
export const CalendarDate = (description: string, examples: string[]) =>
  Type.String({ format: 'date', pattern: '^[12][0-9]{3}-', maxLength: 10, description, examples });

const fields = {
  name: Name({ minLength: 1, pattern: '\\S', description: 'Display name.', examples: ['Summer Camp 2026'] }),
  description: Text(maxMarkdown, {
    description: 'Public description, in Markdown.',
    examples: ['Two days in August.'],
  }),
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
  wishes: Type.Integer({
    minimum: 1,
    maximum: 3,
    description: 'To how many teams a person can apply with one application.',
    examples: [2],
  }),
  decisions: Type.Enum(['at_once', 'together'], {
    description:
      'When applicants learn what was decided: `at_once`, or `together` when an owner publishes all decisions. Back to ' +
      '`at_once` only once nothing waits to be published (422).',
    examples: ['at_once'],
  }),
  adult_age: Nullable(
    Type.Integer({
      minimum: 10,
      maximum: 30,
      description:
        'From which age people are adults. Younger people name a guardian who agrees before they get places in tasks, and ' +
        'everybody enters a birthday. The age on the first day of the month in which the event begins counts. Null: no rule.',
      examples: [18],
    }),
  ),
  minors_latest_end: Nullable(
    Type.String({
      pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
      maxLength: 5,
      description:
        'Until when people below `adult_age` have tasks, in the time zone of the event; before 05:00 it is in the night after ' +
        'the day. Null: no rule.',
      examples: ['22:00'],
    }),
  ),
  min_hours: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 1000,
      description:
        'How many hours members take tasks for at least, as their checklist says. Nobody is refused. Null: no rule.',
      examples: [8],
    }),
  ),
  place: Place,
  colour: Nullable(EventColour),
};
const callOpens = Nullable({
  ...Moment('When people can apply; null: at once.'),
  examples: ['2026-03-01T09:00:00+08:00'],
});
const callCloses = Nullable({
  ...Moment('Until when people can apply; null, and no opening either: each team decides when it takes applications.'),
  examples: ['2026-03-22T23:59:00+08:00'],
});

export const ProjectRights = Shape(
  {
    edit: Type.Boolean({ description: "change the project's settings" }),
    remove: Type.Boolean({ description: 'delete the project while it is a draft' }),
    create_teams: Type.Boolean(),
    see_owners: Type.Boolean(),
    appoint_owners: Type.Boolean({ description: 'appoint and remove owners' }),
    see_people: Type.Boolean({ description: 'list and export everyone in the project, with email addresses' }),
    list_people: Type.Boolean({
      description: 'list people in the project; chiefs see their own teams, deputies may see no addresses',
    }),
    see_subsidies: Type.Boolean(),
    edit_subsidies: Type.Boolean(),
    see_tasks: Type.Boolean({ description: 'see and join tasks' }),
    plan_tasks: Type.Boolean({ description: 'create tasks for the whole project or their own team' }),
    create_forms: Type.Boolean({ description: 'create, change and delete forms' }),
    manage_money: Type.Boolean({ description: 'travel money, payments, and the bank accounts for them' }),
    recruit: Type.Boolean({ description: 'decide on applications and invite; chiefs for their own teams' }),
    recruit_all: Type.Boolean({ description: 'publish decisions, and tag people; not for chiefs' }),
    send_messages: Type.Boolean({ description: 'write messages; chiefs to their own teams' }),
    announce: Type.Boolean({ description: 'write announcements for the whole project' }),
    run_desk: Type.Boolean({ description: 'set up devices, screens and hand-outs' }),
    see_now: Type.Boolean({ description: 'see who is here, and check people in; chiefs for their own tasks' }),
    see_safety: Type.Boolean({ description: 'see who is on site, and emergency contacts' }),
    see_overview: Type.Boolean({ description: 'see what is to do in the project' }),
    see_plan: Type.Boolean({ description: 'see all tasks, who does them, and who signed documents' }),
    see_totals: Type.Boolean({ description: 'see totals of forms; chiefs those of forms that ask their teams' }),
    see_hours: Type.Boolean({ description: 'see the hours of everybody' }),
    see_grants: Type.Boolean({ description: 'see the deputies of the project' }),
    see_statistics: Type.Boolean({ description: 'compare the years of the event' }),
    read_audit: Type.Boolean({ description: "read the project's audit log" }),
  },
  { $id: 'ProjectRights', description: 'What the caller may do in the project.' },
);

export const Project = Shape(
  {
    pid: Pid,
    ...fields,
    call_opens_at: Nullable(Timestamp('When people can apply; null: at once.')),
    call_closes_at: Nullable(Timestamp('Until when people can apply; null: as long as a team takes applications.')),
    colours: Nullable(EventColours),
    picture: Nullable(EventPicture),
    leading_since: Nullable(
      Timestamp(
        'When an administrator chose it for the home page, which shows the public project that was chosen last; null: never.',
      ),
    ),
    created_at: Timestamp('When it was created.'),
    rights: Ref(ProjectRights),
    original: Originals({ name: fields.name, description: fields.description }),
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
    rights: Shape({
      create: Type.Boolean({ description: 'create projects' }),
      lead: Type.Boolean({ description: 'choose the project that the home page shows' }),
    }),
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
    call_opens_at: Type.Optional(callOpens),
    call_closes_at: Type.Optional(callCloses),
    wishes: Type.Optional(fields.wishes),
    decisions: Type.Optional(fields.decisions),
    adult_age: Type.Optional(fields.adult_age),
    minors_latest_end: Type.Optional(fields.minors_latest_end),
    min_hours: Type.Optional(fields.min_hours),
    place: Type.Optional(fields.place),
    colour: Type.Optional(fields.colour),
    picture_alt: Type.Optional(PictureAlt),
  },
  { $id: 'ProjectChange', minProperties: 1 },
);

export const LeadingProject = Shape({ pid: Pid }, { $id: 'LeadingProject' });

export const ProjectParams = Shape({ pid: Pid });
export const ProjectRemoval = Shape({
  force: Type.Optional(
    Type.Boolean({ default: false, description: "Also delete people's answers, tasks and applications." }),
  ),
});
export const ProjectQuery = Shape(PageQuery);

export const projectSchemas = [
  ProjectRights,
  Project,
  ListedProject,
  ProjectPage,
  NewProject,
  ProjectChange,
  LeadingProject,
];

export type ProjectRights = Static<typeof ProjectRights>;
export type Project = Static<typeof Project>;
export type ProjectPage = Static<typeof ProjectPage>;
export type NewProject = Static<typeof NewProject>;
export type ProjectChange = Static<typeof ProjectChange>;
