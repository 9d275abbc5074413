import { slugPattern } from '../../../shared/limits.ts';
import { Pid } from '../../auth/project-role.ts';
import { CountedPage, Id, Line, Nullable, Page, PageQuery, Ref, Shape, Timestamp, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';

const Kind = Type.Enum(['mailman', 'mattermost'], {
  description: 'The software of the server.',
  examples: ['mailman'],
});
const Outcome = (description: string) => Nullable(Type.String({ description, examples: ['ok', 'timeout'] }));

const fields = {
  url: Line(500, {
    minLength: 1,
    description: 'Address of the server: of the REST API of Mailman 3, or of Mattermost.',
    examples: ['https://lists.example.org/rest'],
  }),
  username: Line(200, {
    description: 'Mailman: the user of the REST API. Mattermost: not needed.',
    examples: ['restadmin'],
  }),
  secret: Line(500, {
    minLength: 1,
    description: 'Mailman: the password of that user. Mattermost: an access token. Stored encrypted and never shown.',
    examples: ['9xuqwrwgstrb3mzrxb83nb357a'],
  }),
};

export const GroupServer = Shape(
  {
    id: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    kind: Kind,
    url: fields.url,
    active: Type.Boolean({ description: 'Whether its groups are synced.' }),
    disabled_for: Nullable(
      Type.Enum(['paused', 'failing', 'not_allowed'], {
        description:
          '`failing`: it did not work for 5 days. `not_allowed`: the person who added or last changed it is no longer an ' +
          'owner; another owner can resume it.',
      }),
    ),
    failing_since: Nullable(Timestamp('It has not worked since this time; null if it worked the last time.')),
    tried_at: Nullable(Timestamp('When its groups were last synced, or could not be.')),
    outcome: Outcome('`ok`, or why it did not work.'),
    created_at: Timestamp('When it was added.'),
  },
  { $id: 'GroupServer' },
);
export const GroupServerPage = { ...Page(Ref(GroupServer)), $id: 'GroupServerPage' };

export const NewGroupServer = Shape(
  { kind: Kind, url: fields.url, username: Type.Optional({ ...fields.username, default: '' }), secret: fields.secret },
  { $id: 'NewGroupServer' },
);

export const GroupServerChanges = Shape(
  {
    url: Type.Optional(fields.url),
    username: Type.Optional(fields.username),
    secret: Type.Optional(fields.secret),
    active: Type.Optional(Type.Boolean({ description: 'Set to `true` to resume.' })),
  },
  { $id: 'GroupServerChanges', minProperties: 1 },
);

const Audience = Type.String({
  pattern: `^(?:staff|chiefs|(?:team|chiefs):${slugPattern})$`,
  maxLength: 71,
  description: 'The group of the project, as in `list_groups`.',
  examples: ['team:venue'],
});
const TargetKind = Type.Enum(['list', 'team', 'channel'], {
  description: 'Mailman: `list`. Mattermost: `team` or `channel`.',
  examples: ['list'],
});
const Target = Line(200, {
  minLength: 1,
  description: 'The address or identifier of the mailing list, or the identifier of the team or channel.',
  examples: ['venue.lists.example.org'],
});
const Mode = Type.Enum(['dry_run', 'active'], {
  description: '`dry_run`: differences are only written to the log.',
  examples: ['active'],
});

export const SyncedGroup = Shape(
  {
    id: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    server: Type.String({ description: 'The server.', examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    group: Audience,
    target_kind: TargetKind,
    target: Target,
    mode: Mode,
    people: Nullable(
      Type.Integer({ description: 'How many people the group had when it was last synced.', examples: [7] }),
    ),
    agreed: Nullable(Type.Integer({ description: 'How many of them agreed to be added.', examples: [5] })),
    tried_at: Nullable(Timestamp('When it was last compared with the server.')),
    outcome: Outcome(
      '`ok`, or why it failed: `http_404` if there is no such list. `incomplete`: most of the people whom Muster had added ' +
        'were missing, so nothing was changed.',
    ),
    created_at: Timestamp('When it was added.'),
  },
  { $id: 'SyncedGroup' },
);
export const SyncedGroupPage = { ...CountedPage(Ref(SyncedGroup)), $id: 'SyncedGroupPage' };

export const NewSyncedGroup = Shape(
  { server: Id('The server.'), group: Audience, target_kind: TargetKind, target: Target },
  { $id: 'NewSyncedGroup' },
);
export const SyncedGroupChanges = Shape({ mode: Mode }, { $id: 'SyncedGroupChanges' });

export const GroupDifference = Shape(
  {
    id: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    uid: Nullable(Type.String({ description: 'The person; null if the account had been erased.' })),
    name: Nullable(Type.String({ examples: ['Ada Lovelace'] })),
    action: Type.Enum(['add', 'remove', 'found', 'left'], {
      description: '`found`: was there already. `left`: left the list there, and is not added again.',
      examples: ['add'],
    }),
    outcome: Type.String({
      description:
        '`done`; `planned` in a dry run; `no_account` (`planned_no_account`) if nobody has the address there; or the ' +
        'status with which the server refused.',
      examples: ['done'],
    }),
    at: Timestamp('When it was found.'),
  },
  { $id: 'GroupDifference' },
);
export const GroupDifferencePage = { ...CountedPage(Ref(GroupDifference)), $id: 'GroupDifferencePage' };

export const MyGroups = Shape(
  {
    agreed_at: Nullable(Timestamp('When the caller agreed to be added; null if they do not agree.')),
    groups: Type.Array(
      Shape({
        kind: Kind,
        host: Type.String({ description: 'Where the list or channel is.', examples: ['lists.example.org'] }),
        target_kind: TargetKind,
        target: Target,
        group: Audience,
        team: Nullable(Type.String({ description: 'Name of the team, if it follows one.', examples: ['Venue'] })),
        state: Type.Enum(['added', 'waiting', 'left', 'no_account', 'refused', 'off'], {
          description:
            '`waiting`: is added with the next comparison. `left`: the caller left it there. `no_account`: nobody has the ' +
            'address of the caller there. `off`: the caller did not agree, or it is not synced at present.',
          examples: ['added'],
        }),
        synced: Type.Boolean({
          description: 'Whether it is synced at present: the server is not paused, and it is no dry run.',
          examples: [true],
        }),
      }),
      { description: 'Lists and channels that follow groups of the caller.' },
    ),
  },
  { $id: 'MyGroups' },
);
/** That a person lets the lists and channels of a project have their name and address. */
export const GroupConsent = Shape(
  {
    pid: Type.String({ examples: ['2026'] }),
    project_name: Type.String({ examples: ['Summer Camp 2026'] }),
    agreed_at: Timestamp('When the person agreed.'),
  },
  { $id: 'GroupConsent' },
);
export const GroupConsentPage = { ...Page(Ref(GroupConsent)), $id: 'GroupConsentPage' };
export const GroupConsentsQuery = Shape(PageQuery);

export const MyGroupsChoice = Shape(
  { agrees: Type.Boolean({ description: 'Whether Muster may add the caller, with name and address.' }) },
  { $id: 'MyGroupsChoice' },
);

export const SyncParams = Shape({ pid: Pid });
export const SyncQuery = Shape(PageQuery);
export const GroupServerParams = Shape({ pid: Pid, id: Id('Identifier of the server.') });
export const SyncedGroupParams = Shape({ pid: Pid, id: Id('Identifier of the synced group.') });

/** What the export of a person has. */
export const exportedGroups = {
  synced_groups: Type.Array(
    Shape({
      pid: Type.String({ examples: ['2026'] }),
      url: Type.String({ examples: ['https://lists.example.org/rest'] }),
      target: Type.String({ examples: ['venue.lists.example.org'] }),
      remote_id: Nullable(Type.String({ description: 'Identifier there.', examples: ['4'] })),
      added_at: Timestamp('When Muster added the person, or found them there.'),
      left_at: Nullable(Timestamp('When Muster noticed that they had left there.')),
      refused: Nullable(Type.String({ description: 'Why they could not be added.', examples: ['no_account'] })),
    }),
    { description: 'Mailing lists and channels on other servers.' },
  ),
  sync_consents: Type.Array(
    Shape({
      pid: Type.String({ examples: ['2026'] }),
      agreed_at: Timestamp('When the person agreed to be added to mailing lists and channels.'),
    }),
  ),
  sync_log: Type.Array(
    Shape({
      target: Type.String({ examples: ['venue.lists.example.org'] }),
      action: Type.String({ examples: ['add'] }),
      outcome: Type.String({ examples: ['done'] }),
      at: Timestamp('When it was found.'),
    }),
  ),
};

export const groupSyncSchemas = [
  GroupServer,
  GroupServerPage,
  NewGroupServer,
  GroupServerChanges,
  SyncedGroup,
  SyncedGroupPage,
  NewSyncedGroup,
  SyncedGroupChanges,
  GroupDifference,
  GroupDifferencePage,
  MyGroups,
  GroupConsent,
  GroupConsentPage,
  MyGroupsChoice,
];

export type GroupServer = Static<typeof GroupServer>;
export type NewGroupServer = Static<typeof NewGroupServer>;
export type GroupServerChanges = Static<typeof GroupServerChanges>;
export type SyncedGroup = Static<typeof SyncedGroup>;
export type NewSyncedGroup = Static<typeof NewSyncedGroup>;
export type SyncedGroupChanges = Static<typeof SyncedGroupChanges>;
export type GroupDifference = Static<typeof GroupDifference>;
export type MyGroups = Static<typeof MyGroups>;
