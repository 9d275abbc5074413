import {
  CountedPage,
  Id,
  Language,
  Nullable,
  Page,
  PageQuery,
  Ref,
  Shape,
  Text,
  Timestamp,
  Type,
} from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import type { ApplicationAnswers } from '../../forms/answers/application-answers.service.ts';
import { Field } from '../../forms/fields.schema.ts';
import { Pid } from '../../projects/projects.schema.ts';
import { Tid } from '../teams.schema.ts';

/** The states of an application, in the order in which it goes through them. */
const states = ['sent', 'accepted', 'waiting', 'declined', 'withdrawn', 'lapsed'] as const;
const outcomes = ['accepted', 'waiting', 'declined'] as const;

const message = Text(2000, {
  description: 'Message to the team, as plain text.',
  examples: ['I have built stages for three years, and I own a ladder.'],
});
const language = Language({ description: 'Language of the reply.', default: 'en' });
const state = (description: string) => Type.Enum([...states], { description, examples: ['sent'] });
const ends = {
  applied_at: Timestamp('When it was submitted.'),
  expires_at: Timestamp('When it expires.'),
};
const answers = (description: string) =>
  Type.Unsafe<ApplicationAnswers>({
    type: 'object',
    additionalProperties: { type: 'object', additionalProperties: true },
    description,
    examples: [{ questions: { languages: ['de', 'en'] } }],
  });

export const NewApplication = Shape(
  { message: Type.Optional(message), language: Type.Optional(language) },
  { $id: 'NewApplication' },
);

export const OwnApplication = Shape(
  {
    pid: Type.String({ examples: ['2026'] }),
    project: Type.String({ description: 'Name of the project.', examples: ['Summer Camp 2026'] }),
    tid: Type.String({ examples: ['venue'] }),
    team: Type.String({ description: 'Name of the team.', examples: ['Venue'] }),
    message,
    state: Type.Enum(['sent', 'waiting'], {
      description: '`waiting`: the person gets a place when the team has one.',
      examples: ['sent'],
    }),
    ...ends,
  },
  { $id: 'OwnApplication' },
);

export const Application = Shape(
  {
    tid: Type.String({ examples: ['venue'] }),
    uid: Type.String({ description: 'Identifier of the person.', examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    name: Type.String({ examples: ['Ada Lovelace'] }),
    email: Type.String({ description: 'Empty when it is no longer shown.', examples: ['ada@example.org'] }),
    message,
    ...ends,
    state: state('What the person knows.'),
    pending: Nullable(
      Type.Enum([...outcomes], {
        description: 'What was decided and is not published yet; null: nothing.',
        examples: ['accepted'],
      }),
    ),
    decide_again: Type.Boolean({
      description: 'The person who decided may no longer do so: it is not published unless somebody decides again.',
    }),
    wish: Type.Integer({ minimum: 1, description: '1: the first choice of the person.', examples: [1] }),
    wishes: Type.Array(Type.String(), {
      description: 'All teams of the application, in order; to chiefs, only those that they lead.',
      examples: [['venue']],
    }),
    answers: answers('Answers by form and field. Chiefs see those to questions for everybody and for their teams.'),
    note: Type.String({ description: 'A note of those who decide.', examples: ['Led the build-up last year.'] }),
    decided_at: Nullable(Timestamp('When it was decided; null: not yet.')),
    decided_by: Nullable(Type.String({ description: 'Name of the person who decided.', examples: ['Grace Hopper'] })),
  },
  {
    $id: 'Application',
    description:
      'Chiefs of the team and owners of the project see the name and email address of an applicant. Once the person has ' +
      'withdrawn or left the team, and 90 days after they were declined, removed from it or got no answer, only the name, ' +
      'the state and the decision.',
  },
);

export const ApplicationPage = { ...CountedPage(Ref(Application)), $id: 'ApplicationPage' };
export const OwnApplicationPage = { ...Page(Ref(OwnApplication)), $id: 'OwnApplicationPage' };

export const ApplicationQuestions = Shape(
  {
    form: Type.String({ examples: ['questions'] }),
    title: Type.String({ examples: ['About you'] }),
    description: Type.String({ description: 'Markdown.', examples: ['So that we find the right team for you.'] }),
    tids: Type.Array(Type.String(), {
      description: 'Only people who apply to one of these teams answer it; empty: everybody.',
      examples: [[]],
    }),
    fields: Type.Array(Ref(Field)),
  },
  { $id: 'ApplicationQuestions' },
);

export const Call = Shape(
  {
    opens_at: Nullable(Timestamp('When people can apply; null: at once.')),
    closes_at: Nullable(Timestamp('Until when people can apply; null: as long as a team takes applications.')),
    open: Type.Boolean({ description: 'Whether people can apply now, to teams that take applications.' }),
    wishes: Type.Integer({ description: 'To how many teams a person can apply with one application.', examples: [2] }),
    decisions: Type.Enum(['at_once', 'together'], {
      description: '`together`: everybody learns the decision at the same time.',
      examples: ['together'],
    }),
    forms: Type.Array(Ref(ApplicationQuestions), { description: 'The questions, those for everybody first.' }),
  },
  { $id: 'Call' },
);

export const NewMyApplication = Shape(
  {
    wishes: Type.Array(Tid, {
      minItems: 1,
      maxItems: 3,
      uniqueItems: true,
      description: 'The teams, the first choice first; at most as many as the project allows.',
      examples: [['venue', 'catering']],
    }),
    message: Type.Optional(message),
    answers: Type.Optional({
      ...answers('Answers by form and field, to all forms that ask people who apply to these teams.'),
      maxProperties: 100,
    }),
    language: Type.Optional(language),
  },
  {
    $id: 'NewMyApplication',
    examples: [{ wishes: ['venue'], message: 'I own a ladder.', answers: { questions: { languages: ['de'] } } }],
  },
);

export const MyApplication = Shape(
  {
    pid: Type.String({ examples: ['2026'] }),
    state: Nullable(state('What became of it, with several teams the best; null: the caller has not applied.')),
    wishes: Type.Array(Type.String(), {
      description: 'The teams, the first choice first, without those that declined.',
      examples: [['venue', 'catering']],
    }),
    message,
    answers: answers('Answers by form and field.'),
    teams: Type.Array(
      Shape({
        tid: Type.String({ examples: ['venue'] }),
        name: Type.String({ examples: ['Venue'] }),
        state: state('What became of the application to this team.'),
      }),
      { description: 'All teams that the caller has applied to.' },
    ),
    applied_at: Nullable(Timestamp('When the caller applied; null: not yet.')),
    rights: Shape({
      apply: Type.Boolean({ description: 'Whether the caller can apply, or change the application, now.' }),
      withdraw: Type.Boolean({ description: 'Whether there is something to withdraw.' }),
    }),
  },
  { $id: 'MyApplication' },
);

export const EarlierApplications = Shape(
  {
    data: Type.Array(
      Shape({
        pid: Type.String({ examples: ['2025'] }),
        project: Type.String({ description: 'Name of the project.', examples: ['Summer Camp 2025'] }),
        tid: Type.String({ examples: ['venue'] }),
        team: Type.String({ description: 'Name of the team.', examples: ['Venue'] }),
        state: state('What became of the application.'),
        note: Type.String({ description: 'A note of those who decided.', examples: ['Knows the stage.'] }),
      }),
    ),
  },
  { $id: 'EarlierApplications' },
);

export const ProjectApplicationsParams = Shape({ pid: Pid });
export const ApplicationsParams = Shape({ pid: Pid, tid: Tid });
export const ApplicationParams = Shape({ pid: Pid, tid: Tid, uid: Id('Identifier of the person.') });
export const PersonApplicationsParams = Shape({ pid: Pid, uid: Id('Identifier of the person.') });
export const ApplicationQuery = Shape(PageQuery);

export const applicationSchemas = [
  NewApplication,
  OwnApplication,
  OwnApplicationPage,
  Application,
  ApplicationPage,
  ApplicationQuestions,
  Call,
  NewMyApplication,
  MyApplication,
  EarlierApplications,
];

export type NewApplication = Static<typeof NewApplication>;
export type Application = Static<typeof Application>;
export type EarlierApplications = Static<typeof EarlierApplications>;
export type Call = Static<typeof Call>;
export type NewMyApplication = Static<typeof NewMyApplication>;
export type MyApplication = Static<typeof MyApplication>;
