import { Id, Language, Line, Nullable, Page, PageQuery, Ref, Shape, Slug, Timestamp, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';
import { Pid } from '../../auth/project-role.ts';

export const chatFormats = ['slack', 'mattermost', 'discord', 'matrix'] as const;
export const chatTopics = ['announcements', 'gaps'] as const;

const fields = {
  name: Line(100, { minLength: 1, description: 'Name of the channel.', examples: ['#helpers'] }),
  topics: Type.Array(Type.Enum([...chatTopics]), {
    minItems: 1,
    maxItems: 2,
    description:
      '`announcements`: new announcements. `gaps`: tasks that need people, once a day and when somebody leaves.',
    examples: [['announcements', 'gaps']],
  }),
  language: Language({ description: 'The language of the messages.', examples: ['en'] }),
  format: Type.Enum([...chatFormats], { description: 'The chat app.', examples: ['mattermost'] }),
};

const Url = Line(2000, {
  minLength: 1,
  description: 'The address of the incoming webhook. It is stored encrypted and never shown again.',
  examples: ['https://chat.example.org/hooks/3k9d7m2p5r8t1v4w6x'],
});

export const ChatChannel = Shape(
  {
    id: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    tid: Nullable(Type.String({ description: 'The team; null for the whole project.', examples: ['venue'] })),
    ...fields,
    hint: Type.String({ description: 'The public part of the URL.', examples: ['chat.example.org/…4w6x'] }),
    active: Type.Boolean({ description: 'Whether messages are sent.' }),
    disabled_for: Nullable(
      Type.Enum(['paused', 'failing', 'gone', 'not_allowed'], {
        description:
          '`failing`: all messages failed for 3 days. `gone`: the chat app says that the webhook no longer exists. ' +
          '`not_allowed`: the person who added or last changed it may no longer manage it; somebody who may can resume it.',
      }),
    ),
    tried_at: Nullable(Timestamp('When a message was last sent.')),
    outcome: Nullable(
      Type.String({ description: '`ok`, or why the last message failed.', examples: ['ok', 'http_404'] }),
    ),
    created_at: Timestamp('When it was added.'),
  },
  { $id: 'ChatChannel' },
);

export const ChatChannelPage = { ...Page(Ref(ChatChannel)), $id: 'ChatChannelPage' };

export const NewChatChannel = Shape(
  {
    tid: Type.Optional(Nullable(Slug('The team. Default: the whole project.', ['venue']))),
    name: fields.name,
    url: Url,
    format: Type.Optional({
      ...fields.format,
      description: "Required only if Muster can't recognise it from the URL.",
    }),
    topics: fields.topics,
    language: Type.Optional({ ...fields.language, default: 'en' }),
  },
  { $id: 'NewChatChannel' },
);

export const ChatChannelChanges = Shape(
  {
    name: Type.Optional(fields.name),
    topics: Type.Optional(fields.topics),
    language: Type.Optional(fields.language),
    active: Type.Optional(Type.Boolean({ description: 'Set to `true` to resume after failures.' })),
  },
  { $id: 'ChatChannelChanges', minProperties: 1 },
);

export const ChatTest = Shape(
  { outcome: Type.String({ description: '`ok`, or why the message failed.', examples: ['ok'] }) },
  { $id: 'ChatTest' },
);

export const ChatParams = Shape({ pid: Pid });
export const ChatQuery = Shape({
  ...PageQuery,
  tid: Type.Optional(Slug('Only the channels of this team.', ['venue'])),
});
export const ChatChannelParams = Shape({ pid: Pid, id: Id('Identifier of the channel.') });

export const chatSchemas = [ChatChannel, ChatChannelPage, NewChatChannel, ChatChannelChanges, ChatTest];

export type ChatFormat = (typeof chatFormats)[number];
export type ChatTopic = (typeof chatTopics)[number];
export type ChatChannel = Static<typeof ChatChannel>;
export type NewChatChannel = Static<typeof NewChatChannel>;
export type ChatChannelChanges = Static<typeof ChatChannelChanges>;
