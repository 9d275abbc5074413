import { grantRoles } from '../../../shared/deputies.ts';
import { noticeKinds, noticeTexts } from '../../../shared/notice-kinds.ts';
import { Nullable, Page, PageQuery, Ref, Shape, Timestamp, Type, Id } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';

/** What a notice tells about its subject. Which fields there are depends on the kind. */
export const NoticeValues = Shape(
  {
    title: Type.Optional(
      Type.String({ description: 'Title of the task or announcement.', examples: ['Registration desk'] }),
    ),
    tasks: Type.Optional(
      Type.Integer({
        description: 'How many tasks, if the notice is about several; title and times are those of the first.',
        examples: [12],
      }),
    ),
    invitations: Type.Optional(Type.Integer({ description: 'How many invitations expired.', examples: [4] })),
    starts_at: Type.Optional(Timestamp('When the task starts.')),
    ends_at: Type.Optional(Timestamp('When the task ends.')),
    description: Type.Optional(
      Type.String({ description: 'Changes when the description or briefing of the task changes.' }),
    ),
    place: Type.Optional(Type.String({ description: 'Changes when the location of the task changes.' })),
    team: Type.Optional(Type.String({ description: 'Name of the team.', examples: ['Venue'] })),
    role: Type.Optional(
      Nullable(Type.Enum(['member', 'chief', 'owner'], { description: 'Null if the person had or has none.' })),
    ),
    part: Type.Optional(
      Type.Enum([...grantRoles], { description: 'The part of the work of a deputy.', examples: ['finance'] }),
    ),
    form: Type.Optional(Type.String({ description: 'Title of the form.', examples: ['Shirt size'] })),
    closes_at: Type.Optional(
      Timestamp('When the form closes, or the skill, the token, the service account or the time of a deputy ends.'),
    ),
    amount: Type.Optional(Type.Integer({ description: 'In the smallest unit of the currency.', examples: [50_000] })),
    currency: Type.Optional(Type.String({ examples: ['TWD'] })),
    hours: Type.Optional(Type.Integer({ description: 'How many hours before the task.', examples: [24] })),
    listing: Type.Optional(
      Type.Enum(['shown', 'not_shown', 'no_list'], { description: 'Whether the public listing shows the person.' }),
    ),
    change: Type.Optional(Type.String({ description: 'What changed about the account.', examples: ['passkey_added'] })),
    what: Type.Optional(
      Type.String({ description: 'The passkey, account, token or deputy that it is about.', examples: ['Phone'] }),
    ),
    reason: Type.Optional(Type.String({ description: 'The reason given.', examples: ['Wrong hours'] })),
    text: Type.Optional(Type.String({ description: 'What the organisers wrote.', examples: ['See you in August.'] })),
  },
  { $id: 'NoticeValues' },
);

export const Notice = Shape(
  {
    id: Type.String({
      description: 'Identifier of the notice. Increases with time.',
      examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'],
    }),
    kind: Type.Enum([...noticeKinds], { description: 'What happened.', examples: ['task.changed'] }),
    pid: Nullable(Type.String({ examples: ['2026'] })),
    project: Nullable(Type.String({ description: 'Name of the project.', examples: ['Summer Camp 2026'] })),
    timezone: Nullable(Type.String({ description: 'Time zone of the project.', examples: ['Asia/Taipei'] })),
    actor: Nullable(Type.String({ description: 'Name of the person who caused it.', examples: ['Ada Lovelace'] })),
    previous: Ref(NoticeValues),
    values: Ref(NoticeValues),
    texts: Type.Array(Type.Enum([...noticeTexts]), {
      description: 'Details of what happened, as shown in the web app, most important first.',
      examples: [['task.changed.moved']],
    }),
    link: Type.String({ description: 'The page of the web app about it.', examples: ['/projects/2026/tasks'] }),
    created_at: Timestamp('When it happened.'),
    read: Type.Boolean({ description: 'Whether the person has seen it.' }),
  },
  { $id: 'Notice' },
);

export const NoticePage = {
  ...Shape({
    ...Page(Ref(Notice)).properties,
    unread: Type.Integer({ minimum: 0, maximum: 100, description: 'How many are unread; 100 means 100 or more.' }),
  }),
  $id: 'NoticePage',
};

export const NoticeQuery = Shape(PageQuery);
export const ReadNotices = Shape({ up_to: Id('The newest notice that the person has seen.') });

export const noticeSchemas = [NoticeValues, Notice, NoticePage];

export type NoticeValues = Static<typeof NoticeValues>;
export type Notice = Static<typeof Notice>;
