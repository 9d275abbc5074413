import {
  Email,
  Id,
  Language,
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
    emails: Type.Array(Email(), { minItems: 1, maxItems: 200, description: 'Whom to invite.' }),
    language: Type.Optional(Language({ description: 'Language of the email.', default: 'en' })),
    role: Type.Optional({ ...role, default: 'member' as const }),
  },
  { $id: 'NewInvitations' },
);

export const Invited = Shape(
  {
    data: Type.Array(
      Shape({
        email: Type.String({ examples: ['ada@example.org'] }),
        outcome: Type.Enum(['invited', 'recently_invited', 'too_many_mails', 'repeated'], {
          description:
            '`recently_invited`: an invitation was sent within the last ten minutes, so no other is sent. ' +
            "`too_many_mails`: this mailbox has received too many emails from Muster, so it isn't invited; try " +
            'again later. `repeated`: the address appears earlier in the request.',
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

const sender = Nullable(Type.String({ description: 'Name of the person who invited.', examples: ['王小明'] }));

export const Invitation = Shape(
  {
    id: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    tid: Type.String({ examples: ['venue'] }),
    email: Type.String({ examples: ['ada@example.org'] }),
    role,
    invited_by: sender,
    held: Type.Boolean({ description: 'Whether it is not sent yet.', examples: [false] }),
    held_because: Nullable(
      Type.Enum(['not_public', 'team_disabled', 'sender', 'mailbox'], {
        description:
          '`not_public`: it is sent when the project is public. `team_disabled`: it is sent when the team is enabled. ' +
          '`sender`: the sender is suspended, or is no longer an owner and cannot invite chiefs. `mailbox`: the ' +
          'address had received too many emails. In the last two cases, invite the address again. Null if it was sent.',
      }),
    ),
    sent_at: Timestamp('When the last email was sent, or the person was invited if it is held.'),
    expires_at: Timestamp('When it expires. If it is held, 14 days start when it is sent.'),
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

export const InvitationPage = { ...Page(Ref(Invitation)), $id: 'InvitationPage' };
export const OwnInvitationPage = { ...Page(Ref(OwnInvitation)), $id: 'OwnInvitationPage' };

const id = Id('Identifier of the invitation.');
export const ProjectInvitationsParams = Shape({ pid: Pid });
export const InvitationsParams = Shape({ pid: Pid, tid: Tid });
export const InvitationParams = Shape({ pid: Pid, tid: Tid, id });
export const OwnInvitationParams = Shape({ id });
export const InvitationQuery = Shape(PageQuery);

export const invitationSchemas = [
  NewInvitations,
  Invited,
  Invitation,
  InvitationPage,
  OwnInvitation,
  OwnInvitationPage,
];

export type NewInvitations = Static<typeof NewInvitations>;
export type Invited = Static<typeof Invited>;
export type Invitation = Static<typeof Invitation>;
