import { Pid } from '../../auth/project-role.ts';
import {
  CountedPage,
  Id,
  Language,
  Line,
  MailWay,
  Nullable,
  PageQuery,
  Ref,
  Shape,
  Slug,
  Text,
  Timestamp,
  Type,
} from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';

export const askStates = ['to_ask', 'asked', 'yes', 'no'] as const;

const state = Type.Enum([...askStates], {
  description:
    '`to_ask`: nobody has asked yet. `asked`: invited, or asked in another way. `yes`: in the project, applied, or said so. `no`: ' +
    'declined an invitation, or said so.',
  examples: ['to_ask'],
});
const note = Text(500, { description: 'For those who ask. The person finds it in their data export.' });
const uid = Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] });
const name = Type.String({ examples: ['Ada Lovelace'] });
const count = () => Type.Integer({ examples: [12] });
const Organiser = Shape({ uid, name });

export const FormerPerson = Shape(
  {
    uid,
    name,
    state,
    in_project: Type.Boolean({ description: 'Whether they are in the project already.', examples: [false] }),
    applied: Type.Boolean({
      description: 'Whether they have applied to the project, and wait for the answer.',
      examples: [false],
    }),
    invited: Type.Boolean({ description: 'Whether they have an open invitation to the project.', examples: [false] }),
    asker: Nullable({ ...Organiser, description: 'Who asks them; null: nobody in particular.' }),
    note,
    asked_at: Nullable(Timestamp('When somebody asked them, or noted their answer.')),
    years: Type.Integer({ description: 'In how many earlier years they were.', examples: [2] }),
    last: Shape(
      {
        pid: Type.String({ examples: ['2025'] }),
        project: Type.String({ examples: ['Summer Camp 2025'] }),
        teams: Type.Array(
          Shape({
            name: Type.String({ examples: ['Venue'] }),
            role: Type.Enum(['member', 'chief'], { examples: ['member'] }),
          }),
        ),
        shifts: Type.Integer({ description: 'Tasks that they did.', examples: [4] }),
      },
      { description: 'What they did in the last year in which they were there.' },
    ),
    tid: Nullable(
      Type.String({ description: 'One of their former teams that this project also has.', examples: ['venue'] }),
    ),
  },
  { $id: 'FormerPerson' },
);

export const FormerPersonPage = Shape(
  {
    ...CountedPage(Ref(FormerPerson)).properties,
    counts: Type.Optional(
      Shape(
        { to_ask: count(), asked: count(), yes: count(), no: count() },
        { description: 'How many people have each state, whatever the filters; only on the first page.' },
      ),
    ),
    askers: Type.Optional(
      Type.Array(Organiser, { description: 'Who can ask: owners and their deputies; only on the first page.' }),
    ),
  },
  { $id: 'FormerPersonPage' },
);

export const AskAnswer = Shape(
  { state, note: Type.Optional(note) },
  { $id: 'AskAnswer', examples: [{ state: 'yes' }] },
);

/** People in one request. */
export const maxAskedAtOnce = 200;
const Uid = Id('Identifier of a person of an earlier year.');

export const AskShare = Shape(
  {
    askers: Type.Array(Id('Identifier of an owner or of a deputy who recruits.'), {
      maxItems: 50,
      uniqueItems: true,
      description: 'They get equal parts. Empty: nobody in particular asks.',
    }),
    uids: Type.Optional(
      Type.Array(Uid, {
        minItems: 1,
        maxItems: maxAskedAtOnce,
        uniqueItems: true,
        description: 'Without it, everybody whom nobody has asked and whom nobody in particular asks.',
      }),
    ),
  },
  { $id: 'AskShare', examples: [{ askers: [], uids: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }] },
);
export const AskShared = Shape(
  { shared: Type.Integer({ description: 'How many people were shared out.', examples: [120] }) },
  { $id: 'AskShared' },
);

export const AskInvitations = Shape(
  {
    people: Type.Array(Shape({ uid: Uid, tid: Slug('The team to which they are invited.', ['venue']) }), {
      minItems: 1,
      maxItems: maxAskedAtOnce,
    }),
    language: Type.Optional(
      Language({ description: 'Language of the email, for people who have chosen none. Default: that of the caller.' }),
    ),
  },
  { $id: 'AskInvitations' },
);
export const AskInvited = Shape(
  {
    data: Type.Array(
      Shape({
        uid,
        outcome: Type.Enum(
          [
            'invited',
            'already_asked',
            'said_no',
            'in_project',
            'applied',
            'asked_by_other',
            'too_many_mails',
            'not_found',
          ],
          {
            description:
              '`already_asked`: somebody has asked them, and their answer is not known. `applied`: they have applied ' +
              'themselves. `asked_by_other`: somebody else asks ' +
              'them; share them out again first. `too_many_mails`: their mailbox has received too many emails. `not_found`: ' +
              'not of an earlier year, suspended, or does not want to be asked.',
            examples: ['invited'],
          },
        ),
      }),
      { description: 'One for each person, in the order of the request.' },
    ),
    mail: MailWay(),
    held: Type.Boolean({
      description: 'Whether the project is a draft, so that the emails are sent when it is public.',
      examples: [false],
    }),
  },
  { $id: 'AskInvited' },
);

export const AskAgainParams = Shape({ pid: Pid });
export const FormerPersonParams = Shape({ pid: Pid, uid: Uid });
export const AskAgainQuery = Shape({
  ...PageQuery,
  state: Type.Optional(state),
  asker: Type.Optional(
    Type.Union([Type.Enum(['nobody']), Id('Only people whom this organiser asks.')], {
      description: 'Only people whom this organiser asks; `nobody`: nobody in particular.',
    }),
  ),
  q: Type.Optional(Line(100, { description: 'Beginnings of words of the name.', examples: ['ada'] })),
});

export const exportedAskAgain = Type.Array(
  Shape({
    pid: Type.String({ examples: ['2026'] }),
    state,
    note,
    asked_at: Nullable(Timestamp('When somebody asked.')),
  }),
  { description: 'Whether organisers of later years asked the person again, and what they noted.' },
);

export const askAgainSchemas = [
  FormerPerson,
  FormerPersonPage,
  AskAnswer,
  AskShare,
  AskShared,
  AskInvitations,
  AskInvited,
];
export type FormerPerson = Static<typeof FormerPerson>;
export type FormerPersonPage = Static<typeof FormerPersonPage>;
export type AskAnswer = Static<typeof AskAnswer>;
export type AskShare = Static<typeof AskShare>;
export type AskInvitations = Static<typeof AskInvitations>;
export type AskInvited = Static<typeof AskInvited>;
export type AskAgainQuery = Static<typeof AskAgainQuery>;
export type AskState = (typeof askStates)[number];
