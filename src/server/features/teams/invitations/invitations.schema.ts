import {
  CountedPage,
  Id,
  Language,
  Line,
  MailWay,
  Nullable,
  Page,
  PageQuery,
  Ref,
  Shape,
  Timestamp,
  Type,
} from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { Pid } from '../../projects/projects.schema.ts';
import { Tid } from '../teams.schema.ts';

const role = Type.Enum(['member', 'chief', 'owner'], {
  description: 'The role the person gets by accepting: member or chief of the team, or owner of the project.',
  examples: ['member'],
});

export const NewInvitations = Shape(
  {
    // Checked where they are used: one that is not an address must not keep a service account from inviting the others.
    emails: Type.Array(Type.String({ maxLength: 1000, examples: ['ada@example.org'] }), {
      minItems: 1,
      maxItems: 200,
      description: 'Addresses of those to invite, each of at most 254 characters.',
    }),
    names: Type.Optional(
      Type.Array(Line(100), {
        maxItems: 200,
        description: 'Their names, in the order of `emails`; empty if unknown. Shown in the list of invitations.',
        examples: [['Ada Lovelace']],
      }),
    ),
    language: Type.Optional(
      Language({
        description:
          'Language of the email, unless the person has an account with another one. Default: that of the last ' +
          'invitation, otherwise that of the caller.',
      }),
    ),
    role: Type.Optional({ ...role, default: 'member' as const }),
  },
  { $id: 'NewInvitations' },
);

const outcomes = ['invited', 'recently_invited', 'too_many_mails', 'repeated'] as const;
const outcomesOfPrograms = [
  'already_member',
  'already_invited',
  'declined',
  'own_address',
  'invalid',
  'too_many_invitations',
] as const;

export const Invited = Shape(
  {
    data: Type.Array(
      Shape({
        email: Type.String({ examples: ['ada@example.org'] }),
        outcome: Type.Enum([...outcomes, ...outcomesOfPrograms], {
          description:
            '`recently_invited`: an invitation was sent within the last ten minutes, so no other is sent. ' +
            "`too_many_mails`: this mailbox has received too many emails from Muster, so it isn't invited; try " +
            'again later. `repeated`: the address appears earlier in the request. The others only for service ' +
            'accounts and limited tokens, none of which sends an email: `already_member`: is in the team. ' +
            '`already_invited`: has an open invitation, which stays as it is. `declined`: declined an invitation to this ' +
            'team in the last 12 months; people can still invite them. `own_address`: belongs to the caller. ' +
            '`invalid`: is not an email address. `too_many_invitations`: the team has 500 open ones.',
        }),
      }),
      { description: 'One for each address, in the order of the request.' },
    ),
    mail: MailWay(),
    held: Type.Boolean({
      description:
        'Whether the project is a draft, so that the emails are sent when it is public. Those to owners are never held.',
      examples: [false],
    }),
  },
  { $id: 'Invited' },
);

const state = Type.Enum(['open', 'not_sent', 'accepted', 'declined', 'expired'], {
  description:
    '`open`: sent and not answered yet. `not_sent`: held. The others have ended and are listed for 365 days, unless the ' +
    'address was invited to the team again.',
  examples: ['open'],
});

const sender = Nullable(Type.String({ description: 'Name of the person who invited.', examples: ['王小明'] }));

export const Invitation = Shape(
  {
    id: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    tid: Type.String({ examples: ['venue'] }),
    email: Type.String({
      description: 'Empty if the person offered to help and has not accepted yet.',
      examples: ['ada@example.org'],
    }),
    offer: Type.Boolean({
      description: 'Whether the person offered to help, so that their address is hidden until they accept.',
      examples: [false],
    }),
    name: Type.String({
      description: 'The name under which the person was invited; empty if unknown.',
      examples: ['Ada Lovelace'],
    }),
    role,
    language: Nullable(
      Language({ description: 'The language that was asked for; people with an account get theirs.' }),
    ),
    invited_by: sender,
    held: Type.Boolean({ description: 'Whether it is not sent yet.', examples: [false] }),
    held_because: Nullable(
      Type.Enum(['not_public', 'team_disabled', 'sender', 'mailbox'], {
        description:
          '`not_public`: it is sent when the project is public. `team_disabled`: it is sent when the team is enabled. ' +
          '`sender`: the sender is suspended, may no longer give this role, or reported that somebody else used their ' +
          'account; it does not work then, also if it was sent before. `mailbox`: the address had received too many ' +
          'emails. In the last two cases, invite the address again. Otherwise null if it was sent.',
      }),
    ),
    sent_at: Timestamp('When the last email was sent, or the person was invited if it is held.'),
    reminded_at: Nullable(Timestamp('When the person was last invited again; null: never.')),
    reminders: Type.Integer({ description: 'How often the person was invited again.', examples: [1] }),
    expires_at: Timestamp(
      'When it expires. If it is held, 14 days start when it is sent. In the past once it has ended.',
    ),
    state,
    ended_at: Nullable(Timestamp('When it was answered or expired.')),
  },
  { $id: 'Invitation' },
);

export const OwnInvitation = Shape(
  {
    id: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    pid: Type.String({ examples: ['2026'] }),
    project: Type.String({ description: 'Name of the project.', examples: ['Summer Camp 2026'] }),
    tid: Type.String({ examples: ['venue'] }),
    team: Type.String({ description: 'Name of the team.', examples: ['Venue'] }),
    name: Type.String({
      description: 'The name under which the caller was invited; empty if unknown.',
      examples: ['Ada Lovelace'],
    }),
    phone: Type.String({
      description: 'The phone number that the organisers have for the caller, as they wrote it; empty if unknown.',
      examples: ['+886912345678'],
    }),
    role,
    draft: Type.Boolean({
      description: 'Whether the project is a draft. Members and chiefs can join once it is public.',
      examples: [false],
    }),
    invited_by: sender,
    expires_at: Timestamp('When it expires.'),
  },
  { $id: 'OwnInvitation' },
);

const count = () => Type.Integer({ examples: [1] });
export const InvitationPage = Shape(
  {
    ...CountedPage(Ref(Invitation)).properties,
    counts: Type.Optional(
      Shape(
        { open: count(), not_sent: count(), accepted: count(), declined: count(), expired: count() },
        { description: 'How many there are of each state; only on the first page of a project.' },
      ),
    ),
    due: Type.Optional(
      Type.Integer({
        description: 'How many people a reminder would be sent to; only on the first page of a project.',
        examples: [1],
      }),
    ),
  },
  { $id: 'InvitationPage' },
);

export const Reminded = Shape(
  {
    reminded: Type.Integer({ description: 'How many people were reminded.', examples: [120] }),
    too_many_mails: Type.Integer({
      description: 'How many were left out, because their mailbox has received too many emails from Muster.',
      examples: [0],
    }),
    left: Type.Integer({ description: 'How many are left to remind. Send the request again.', examples: [0] }),
    mail: MailWay(),
  },
  { $id: 'Reminded' },
);
export const OwnInvitationPage = { ...Page(Ref(OwnInvitation)), $id: 'OwnInvitationPage' };

const id = Id('Identifier of the invitation.');
export const ProjectInvitationsParams = Shape({ pid: Pid });
export const InvitationsParams = Shape({ pid: Pid, tid: Tid });
export const InvitationParams = Shape({ pid: Pid, tid: Tid, id });
export const OwnInvitationParams = Shape({ id });
export const InvitationQuery = Shape({
  ...PageQuery,
  role: Type.Optional({ ...role, description: 'Only to this role.' }),
  state: Type.Optional(state),
  q: Type.Optional(Line(100, { description: 'Only addresses or names with this text.', examples: ['ada'] })),
});
export const OwnInvitationQuery = Shape(PageQuery);

export const invitationSchemas = [
  NewInvitations,
  Invited,
  Invitation,
  InvitationPage,
  Reminded,
  OwnInvitation,
  OwnInvitationPage,
];

export type InvitationQuery = Static<typeof InvitationQuery>;
export type NewInvitations = Static<typeof NewInvitations>;
export type Invited = Static<typeof Invited>;
export type Reminded = Static<typeof Reminded>;
export type Invitation = Static<typeof Invitation>;
