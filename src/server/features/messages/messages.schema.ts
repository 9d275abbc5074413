import { maxMarkdown } from '../../../shared/limits.ts';
import { Email, Id, Line, Nullable, Page, PageQuery, Ref, Shape, Text, Timestamp, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';
import { Moment } from '../../lib/time.ts';
import { Delivery } from '../notices/delivery/delivery.schema.ts';
import { ContactDetails } from '../private-data/contact.schema.ts';
import { Pid } from '../projects/projects.schema.ts';
import { AudienceConditions, AudiencePreview, MessageAudience } from './audience/audience.schema.ts';

/** Longer texts are for a web page. */
const maxSubject = 150;

const written = {
  subject: Line(maxSubject, { minLength: 1, examples: ['Shirts are here'] }),
  body: Text(maxMarkdown, {
    minLength: 1,
    description:
      'Markdown. Muster fills in `{{name}}`, `{{team}}`, `{{next_task}}`, `{{missing_forms}}` and `{{link}}` ' +
      "for each person; owners can also use `{{hours}}` and `{{certificate}}`, the link to the person's hours " +
      'and certificate.',
    examples: ['Dear {{name}}, pick up your shirt at the desk.'],
  }),
};

const people = {
  uid: Type.String({ description: 'Identifier of the person.' }),
  name: Type.String({ examples: ['Ada'] }),
};

const count = (description: string) => Type.Integer({ minimum: 0, description, examples: [12] });

export const recipientStates = [
  'waiting',
  'sending',
  'sent',
  'skipped',
  'refused',
  'failed',
  'in_doubt',
  'cancelled',
] as const;

const Progress = Shape(
  {
    total: count('Number of recipients.'),
    waiting: count('Not sent yet, possibly because of quiet hours or a full mailbox.'),
    sending: count('Being handed to the mail server now.'),
    sent: count('Accepted by the mail server.'),
    skipped: count('Not sent; `reason` of the recipient says why.'),
    refused: count('Rejected by the mail server permanently.'),
    failed: count('Given up after many attempts.'),
    in_doubt: count('The service stopped while sending, so it may have arrived. Sent again only on request.'),
    cancelled: count('Not sent, because the message was cancelled.'),
  },
  { $id: 'MessageProgress' },
);

const summary = {
  id: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
  state: Type.Enum(['draft', 'scheduled', 'sending', 'sent', 'cancelled']),
  stopped: Nullable(
    Type.Enum(['not_allowed', 'empty_audience', 'project_closed'], {
      description:
        'Why a scheduled message was cancelled when it was due: the sender no longer has the right to send it, ' +
        'there were no recipients, or the project was not public.',
    }),
  ),
  subject: written.subject,
  sender: Nullable(Shape(people, { description: 'Null if the account was erased.' })),
  send_at: Nullable(Timestamp('Scheduled time; null: at once.')),
  started_at: Nullable(Timestamp('When sending began.')),
  ended_at: Nullable(Timestamp('When sending finished or was cancelled.')),
  created_at: Timestamp('When the draft was created.'),
  progress: Ref(Progress),
};

export const MessageSummary = Shape(summary, { $id: 'MessageSummary' });
export const MessagePage = { ...Page(Ref(MessageSummary)), $id: 'MessagePage' };

export const Message = Shape(
  {
    ...summary,
    audience: Ref(MessageAudience),
    body: written.body,
    reply_to: Nullable(
      Type.String({
        description: 'Reply-to address; null: the address of the service.',
        examples: ['ada@example.org'],
      }),
    ),
    rights: Shape({
      edit: Type.Boolean({ description: 'Change, delete, test and send it.' }),
      cancel: Type.Boolean({ description: 'Cancel it, even while it is being sent.' }),
      resend: Type.Boolean({ description: 'Send it again to people whose delivery status is unknown.' }),
    }),
  },
  { $id: 'Message' },
);

export const MessageInput = Shape(
  {
    audience: AudienceConditions,
    ...written,
    reply_to: Type.Optional(
      Nullable(
        Email({ description: "The sender's own address, or the mailing list of one of their teams; null: none." }),
      ),
    ),
    send_at: Type.Optional(Nullable(Moment('When to send it, within a year. Null or missing: at once.'))),
  },
  {
    examples: [
      {
        audience: { tids: ['venue'], without_tasks: true },
        subject: 'Shirts are here',
        body: 'Dear {{name}}, pick up your shirt at the desk.',
        send_at: '2026-08-01T09:00:00+08:00',
      },
    ],
  },
);

export const AudienceInput = Shape({ audience: AudienceConditions });

export const PreviewInput = Shape({
  subject: written.subject,
  body: written.body,
  uid: Id('The person whose values to use.'),
});
export const MessageText = Shape(
  {
    subject: Type.String({ examples: ['Shirts are here'] }),
    body: Type.String({ description: 'Markdown. Values filled in for people are escaped.' }),
  },
  { $id: 'MessageText' },
);

export const MessageRecipient = Shape(
  {
    uid: Nullable(Type.String({ description: 'Null if the account was erased.' })),
    name: Nullable(Type.String({ examples: ['Ada Lovelace'] })),
    state: Type.Enum([...recipientStates]),
    reason: Nullable(
      Type.String({
        description:
          'Skipped: `suspended`, `erased`, `unsubscribed`, `left`, `not_allowed` or `project_closed`. Waiting: ' +
          "`quiet_hours`, `mailbox_full`, or the code of the last failure. Refused: the mail server's response.",
        examples: ['SMTP 550'],
      }),
    ),
    changed_at: Timestamp('When the state last changed.'),
    delivery: Nullable(Ref(Delivery)),
    contact: Type.Optional(Ref(ContactDetails)),
  },
  {
    $id: 'MessageRecipient',
    description: '`delivery`: null if the notice is no longer stored. `contact`: of people who were not reached.',
  },
);
export const RecipientPage = {
  ...Shape({
    ...Page(Ref(MessageRecipient)).properties,
    read: count('How many have read it in the web app.'),
    unreached: count('How many were not reached in any way.'),
  }),
  $id: 'MessageRecipientPage',
};

export const MessagesParams = Shape({ pid: Pid });
export const MessageParams = Shape({ pid: Pid, id: Id('Identifier of the message.') });
export const MessageQuery = Shape(PageQuery);
export const RecipientQuery = Shape({
  state: Type.Optional(Type.Enum([...recipientStates], { description: 'Only recipients in this state.' })),
  unreached: Type.Optional(Type.Boolean({ description: 'True: only those who were not reached.' })),
  ...PageQuery,
});

export const ReceivedParams = Shape({ id: Id('Identifier of the message.') });
export const ReceivedMessage = Shape(
  {
    id: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    pid: Type.String({ examples: ['2026'] }),
    project: Type.String({ examples: ['Summer Camp 2026'] }),
    sender: Nullable(Type.String({ description: 'Name of the sender.', examples: ['Ada Lovelace'] })),
    subject: Type.String({ examples: ['Shirts are here'] }),
    body: Type.String({ description: 'Markdown. Values filled in for people are escaped.' }),
    reply_to: Nullable(
      Type.String({ description: 'Where to send a reply; null: nowhere.', examples: ['ada@example.org'] }),
    ),
    sent_at: Timestamp('When it was sent.'),
  },
  { $id: 'ReceivedMessage' },
);

export const messageSchemas = [
  MessageAudience,
  AudiencePreview,
  Progress,
  MessageSummary,
  MessagePage,
  Message,
  MessageText,
  MessageRecipient,
  RecipientPage,
  ReceivedMessage,
];

export type MessageProgress = Static<typeof Progress>;
export type MessageSummary = Static<typeof MessageSummary>;
export type Message = Static<typeof Message>;
export type MessageInput = Static<typeof MessageInput>;
export type MessageText = Static<typeof MessageText>;
export type MessageRecipient = Static<typeof MessageRecipient>;
export type ReceivedMessage = Static<typeof ReceivedMessage>;
