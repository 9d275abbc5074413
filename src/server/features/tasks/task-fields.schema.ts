/**
 * The fields of a task that planners fill in, once for all: creating and changing tasks, series, pasted tables, steps with
 * their undo, copies and the CSV file derive from these lists. CONTRIBUTING.md says how to add one. The times are not
 * here, because series have days instead.
 */
import { maxHeadcount, maxMarkdown } from '../../../shared/limits.ts';
import { Id, Line, Nullable, Slug, Text, Timestamp, Type, allOptional } from '../../lib/schema.ts';
import type { Static, TSchema } from '../../lib/schema.ts';
import { Moment } from '../../lib/time.ts';

const visibility = () =>
  Type.Enum(['team', 'project', 'signed_in'], {
    description:
      'Who can see the task: its team and the owners, everyone in the project, or everyone who is signed in. People without a team who join become helpers of the project. `team` needs a team.',
    examples: ['project'],
  });
const joining = () =>
  Type.Enum(['open', 'approval', 'planners'], {
    description: 'How people get a place: they take it, they request it, or only organisers assign it.',
    examples: ['open'],
  });

/** What every new task needs. */
const required = {
  title: Line(200, { minLength: 1, pattern: '\\S', examples: ['Registration desk'] }),
  capacity: Type.Integer({
    minimum: 1,
    maximum: maxHeadcount,
    description: 'How many people are needed.',
    examples: [4],
  }),
};

/** What may be left out. */
const optional = {
  description: Text(maxMarkdown, { description: 'Markdown.', examples: ['Bring a jacket.'] }),
  category: Line(100, { description: 'A label to group tasks by.', examples: ['reception'] }),
  tid: Nullable(Slug('Team that the task belongs to; null for the whole project.', ['venue'])),
  min_people: Type.Integer({
    minimum: 0,
    maximum: maxHeadcount,
    description: 'With fewer people, the task is understaffed.',
    examples: [2],
  }),
  place: Nullable(Id('Identifier of a location of the project.')),
  kind: Nullable(Id('Identifier of a kind of task.')),
  grants_skill: Nullable(Id('A skill that people get when they are marked as done, for training.')),
  visibility: visibility(),
  joining: joining(),
  opens_at: Nullable(Moment('When sign-up opens; null: at once.')),
  briefing: Text(maxMarkdown, { description: 'Briefing for the day, in Markdown.', examples: ['Use the back door.'] }),
};

/** The value of a field that was left out. */
export const initialTask: { [N in keyof typeof optional]: Static<(typeof optional)[N]> } = {
  description: '',
  category: '',
  tid: null,
  min_people: 0,
  place: null,
  kind: null,
  grants_skill: null,
  visibility: 'project',
  joining: 'open',
  opens_at: null,
  briefing: '',
};

/** The fields of a task in responses. */
export const shownTask = {
  title: Type.String({ examples: ['Registration desk'] }),
  description: Type.String({ description: 'Markdown.', examples: ['Bring a jacket.'] }),
  category: Type.String({ examples: ['reception'] }),
  tid: Nullable(Type.String({ description: 'The team; null for the whole project.', examples: ['venue'] })),
  capacity: Type.Integer({ examples: [5] }),
  min_people: Type.Integer({ description: 'With fewer people, the task is understaffed.', examples: [1] }),
  place: Nullable(
    Type.String({ description: 'Location of the task; see `…/places`.', examples: ['01jd0c8m3v5q2w7x9y1z4b6n8p'] }),
  ),
  kind: Nullable(
    Type.String({
      description: 'Kind of the task, which sets its rules; see `…/task-kinds`.',
      examples: ['01jd0c8m3v5q2w7x9y1z4b6n8q'],
    }),
  ),
  grants_skill: Nullable(
    Type.String({
      description: 'The skill that people get when they are marked as done; see `…/skills`.',
      examples: ['01jd0c8m3v5q2w7x9y1z4b6n8s'],
    }),
  ),
  visibility: visibility(),
  joining: joining(),
  opens_at: Nullable(Timestamp('When sign-up opens; null: at once.')),
  briefing: Type.String({ description: 'Briefing for the day, in Markdown.', examples: [''] }),
} satisfies { [N in keyof typeof required | keyof typeof optional]: TSchema };

/** The fields of a task in requests. */
export const newTask = { ...required, ...allOptional(optional) };
export const changedTask = allOptional({ ...required, ...optional });

export type TaskFieldName = keyof typeof shownTask;
/** What planners say about a task, with the names of the API and a value for everything. */
export type TaskInput = { [N in TaskFieldName]: Static<(typeof shownTask)[N]> };

export const taskFieldNames = Object.keys(shownTask) as TaskFieldName[];

const momentNames = taskFieldNames.filter((name) => JSON.stringify(shownTask[name]).includes('"date-time"'));

/** The same values with other moments, such as those of another time zone. */
export const withMoments = <T extends object>(values: T, change: (moment: string, name: string) => string): T => ({
  ...values,
  ...Object.fromEntries(
    Object.entries(values).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' && [...momentNames, 'starts_at', 'ends_at'].includes(name)
        ? [[name, change(value, name)]]
        : [],
    ),
  ),
});
