import { idPattern } from '../../../../shared/limits.ts';
import {
  CountedPage,
  Email,
  Id,
  Language,
  Line,
  Nullable,
  PageQuery,
  Ref,
  Shape,
  Slug,
  Timestamp,
  Type,
} from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { Availability } from '../../availability/availability.schema.ts';
import { ContactDetails } from '../../private-data/contact.schema.ts';
import { Pid } from '../../projects/projects.schema.ts';
import { Tag } from '../../tags/tags.schema.ts';
import { Tid } from '../../teams/teams.schema.ts';

const FormOf = Shape({ form: Type.String({ examples: ['shirt'] }), title: Type.String({ examples: ['Shirt size'] }) });

const entry = {
  uid: Type.String({ description: 'Identifier of the person.' }),
  name: Type.String({ examples: ['Ada Lovelace'] }),
  email: Type.String({ examples: ['ada@example.org'] }),
  owner: Type.Boolean({ description: 'Whether the person owns the project.' }),
  helper: Type.Boolean({ description: 'Whether the person helps with tasks without being in a team.' }),
  suspended: Type.Boolean(),
  contact: Type.Optional(Ref(ContactDetails)),
  task_count: Type.Integer({ description: 'Tasks of the project that the person has joined.', examples: [3] }),
  hours: Type.Number({ description: 'Total length of these tasks.', examples: [7.5] }),
  missing_forms: Type.Array(FormOf, { description: "Open forms for the person that they haven't answered." }),
  tags: Type.Array(Type.String({ examples: ['driver'] }), {
    description: 'Words that owners gave to the person, in alphabetical order.',
  }),
};

export const RosterEntry = Shape(
  {
    ...entry,
    teams: Type.Array(
      Shape({
        tid: Type.String({ examples: ['venue'] }),
        name: Type.String({ examples: ['Venue'] }),
        role: Type.Enum(['chief', 'member']),
      }),
      { description: 'Chiefs see only teams that they are in themselves.' },
    ),
  },
  { $id: 'RosterEntry' },
);

export const RosterPage = { ...CountedPage(Ref(RosterEntry)), $id: 'RosterPage' };

export const ProjectPerson = Shape(
  {
    ...entry,
    teams: Type.Array(
      Shape({
        tid: Type.String({ examples: ['venue'] }),
        name: Type.String({ examples: ['Venue'] }),
        role: Type.Enum(['chief', 'member']),
        joined_at: Timestamp('When the person joined the team.'),
      }),
      { description: 'Chiefs see only teams that they are in themselves.' },
    ),
    intro: Type.String({ description: 'Introduction, in Markdown.', examples: ['Builds stages since 2020.'] }),
    tasks: Type.Array(
      Shape({
        id: Type.String(),
        title: Type.String({ examples: ['Registration desk'] }),
        tid: Nullable(Type.String({ examples: ['venue'] })),
        starts_at: Timestamp('When the task begins.'),
        ends_at: Timestamp('When the task ends.'),
      }),
      { description: 'Tasks of the project that the person has joined, by time.' },
    ),
    availability: Ref(Availability),
    answered_forms: Type.Array(
      Shape({
        form: Type.String({ examples: ['shirt'] }),
        title: Type.String({ examples: ['Shirt size'] }),
        updated_at: Timestamp('When the answer was last saved.'),
      }),
      { description: 'Forms that the person has answered. Owners read the answers with the form.' },
    ),
  },
  { $id: 'ProjectPerson' },
);

/** A page has as many. */
const maxUids = 200;

const filters = {
  q: Type.Optional(
    Line(100, { description: 'Search by name or part of the email address. Matches the start of any word in a name.' }),
  ),
  email: Type.Optional(Email({ description: 'Exact email address; for owners only.' })),
  tid: Type.Optional(Tid),
  role: Type.Optional(
    Type.Enum(['owner', 'chief', 'member', 'helper'], {
      description: 'With `tid`, the role in that team. `helper`: people with tasks but no team; for owners only.',
    }),
  ),
  form: Type.Optional(Slug('People who have answered this form.', ['shirt'])),
  answered: Type.Optional(
    Type.Boolean({ description: "With `form`. False: people who were asked but haven't answered." }),
  ),
  without_tasks: Type.Optional(
    Type.Boolean({ description: 'True: only people without a task in the project, or on `day`.' }),
  ),
  incomplete: Type.Optional(
    Type.Boolean({
      description:
        'true: only people with something left on their checklist: to sign, to answer, or another requirement of the project.',
    }),
  ),
  no_other_team: Type.Optional(
    Type.Boolean({ description: 'With `tid`. true: only people who are in no other team of the project.' }),
  ),
  suspended: Type.Optional(
    Type.Boolean({ description: 'true: only suspended people; false: only people who are not suspended.' }),
  ),
  uids: Type.Optional(
    Type.String({
      pattern: `^${idPattern}(,${idPattern}){0,${maxUids - 1}}$`,
      maxLength: 65 * maxUids,
      description: 'Only these people: their identifiers, separated by commas.',
      examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'],
    }),
  ),
  tag: Type.Optional(Tag({ description: 'People with this tag, in any case and with or without accents.' })),
  day: Type.Optional(
    Type.String({
      format: 'date',
      maxLength: 10,
      description: 'People with a task on this day, in the time zone of the project.',
      examples: ['2026-08-08'],
    }),
  ),
};

export const PeopleParams = Shape({ pid: Pid });
export const ProjectPersonParams = Shape({ pid: Pid, uid: Id('Identifier of the person.') });
export const PeopleQuery = Shape({
  ...filters,
  contacts: Type.Optional(
    Type.Boolean({ description: 'False: leaves out `contact`, so no view is recorded.', default: true }),
  ),
  ...PageQuery,
});
export const PeopleCsvQuery = Shape({
  ...filters,
  language: Type.Optional(Language({ description: 'Language of the headers.', default: 'en' })),
});

export const peopleSchemas = [RosterEntry, RosterPage, ProjectPerson];

export type RosterEntry = Static<typeof RosterEntry>;
export type RosterPage = Static<typeof RosterPage>;
export type ProjectPerson = Static<typeof ProjectPerson>;
export type PeopleQuery = Static<typeof PeopleQuery>;
export type PeopleFilters = Omit<PeopleQuery, 'contacts' | 'limit' | 'cursor'>;
