import { grantRoles } from '../../../shared/deputies.ts';
import { Nullable, Ref, Shape, Timestamp, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';
import { Address, Bank, Emergency, RealProfile } from '../private-data/private.schema.ts';
import { exportedRooms } from '../rooms/rooms.schema.ts';
import { exportedEventDay } from '../event-day/export.schema.ts';
import { exportedCertificates } from '../hours/export.schema.ts';
import { NoticeValues } from '../notices/notices.schema.ts';
import { NoticeSettings } from '../notices/settings/settings.schema.ts';
import { Contact } from '../private-data/contact.schema.ts';
import { DietaryHabits } from '../private-data/dietary-habits.schema.ts';
import { ownTaskData } from '../tasks/own-data.schema.ts';
import { exportedNotes } from '../roster/notes/notes.schema.ts';
import { exportedOffer } from '../offers/offers.schema.ts';
import { exportedThanks } from '../thanks/thanks.schema.ts';
import { exportedAskAgain } from '../ask-again/ask-again.schema.ts';
import { exportedGroups } from '../group-sync/group-sync.schema.ts';
import { exportedTags } from '../tags/tags.schema.ts';

const When = (description: string) => Nullable(Timestamp(description));
const Place = { pid: Type.String({ examples: ['2026'] }), project: Type.String({ examples: ['Summer Camp 2026'] }) };

const OwnAudit = Shape({
  at: Timestamp('When it was done.'),
  actor: Nullable(Type.String()),
  kind: Type.String({ examples: ['member.added'] }),
  project: Nullable(Type.String({ examples: ['2026'] })),
  subject: Type.String(),
  detail: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    examples: [{ tid: 'venue' }],
  }),
});

/** Everything that is held about one person. */
const claimStep = Shape({
  step: Type.String({ examples: ['sent'] }),
  note: Type.String({ examples: ['For the stage.'] }),
  at: Timestamp('When it happened.'),
});

export const OwnExport = Shape(
  {
    exported_at: Timestamp('When the export was made.'),
    person: Shape({
      uid: Type.String(),
      email: Type.String({ examples: ['ada@example.org'] }),
      name: Type.String({ examples: ['Ada Lovelace'] }),
      listing: Type.String({ examples: ['public'] }),
      language: Nullable(Type.String({ examples: ['en'] })),
      intro: Type.String(),
      resume: Type.String(),
      resume_public_at: When('When the CV was made public.'),
      history_public_at: When('When the history was made public.'),
      administrator_since: When('When the person became an administrator.'),
      configured_since: When('When the person became an administrator through the configuration.'),
      created_at: Timestamp('When the account was created.'),
    }),
    bank: Ref(Bank),
    address: Ref(Address),
    dietary_habits: Ref(DietaryHabits),
    real_profile: Ref(RealProfile),
    contact: Ref(Contact),
    emergency: Ref(Emergency),
    teams: Type.Array(
      Shape({
        ...Place,
        tid: Type.String({ examples: ['venue'] }),
        team: Type.String({ examples: ['Venue'] }),
        role: Type.String({ examples: ['member'] }),
        since: Timestamp('When it started.'),
      }),
    ),
    ownerships: Type.Array(Shape({ ...Place, since: Timestamp('When it started.') })),
    tasks: Type.Array(
      Shape({
        id: Type.String(),
        pid: Type.String({ examples: ['2026'] }),
        title: Type.String({ examples: ['Registration desk'] }),
        starts_at: Timestamp('When the task begins.'),
        ends_at: Timestamp('When the task ends.'),
        joined_at: Timestamp('When the person joined it.'),
        confirmed_at: Nullable(Timestamp('When the person confirmed that they are coming.')),
        state: Type.String({ description: 'Attendance.', examples: ['done'] }),
        arrived_at: When('When they came.'),
        left_at: When('When they left.'),
        presumed_at: When('When they were counted as having done it, because nobody marked them.'),
      }),
    ),
    ...ownTaskData,
    ...exportedEventDay,
    ...exportedRooms,
    certificates: exportedCertificates,
    left_tasks: Type.Array(
      Shape({
        id: Type.String(),
        pid: Type.String({ examples: ['2026'] }),
        title: Type.String({ examples: ['Registration desk'] }),
        starts_at: Timestamp('When the task begins.'),
        ends_at: Timestamp('When the task ends.'),
        left_at: Timestamp('When the person left it, or it was deleted.'),
      }),
      { description: 'Tasks that calendars show as cancelled; kept for 30 days after the task.' },
    ),
    calendars: Type.Array(
      Shape({
        pid: Nullable(Type.String({ examples: ['2026'] })),
        tid: Nullable(Type.String({ examples: ['venue'] })),
        created_at: Timestamp('When the address was created.'),
      }),
      { description: "Calendar addresses. Without a project: for the person's own tasks." },
    ),
    announcements: Type.Array(
      Shape({
        pid: Type.String({ examples: ['2026'] }),
        tid: Nullable(Type.String({ examples: ['venue'] })),
        title: Type.String({ examples: ['Set-up starts at 8'] }),
        body: Type.String({ examples: ['Please bring gloves.'] }),
        created_at: Timestamp('When it was published.'),
        updated_at: Timestamp('When it was last changed.'),
      }),
      { description: 'Announcements that the person wrote.' },
    ),
    tags: exportedTags,
    ask_again: exportedAskAgain,
    thanks: exportedThanks,
    offer: exportedOffer,
    notes: exportedNotes,
    ...exportedGroups,
    claims: Type.Array(
      Shape({
        id: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
        pid: Type.String({ examples: ['2026'] }),
        number: Nullable(Type.Integer({ examples: [42] })),
        kind: Type.String({ examples: ['expense'] }),
        state: Type.String({ examples: ['paid'] }),
        form: Nullable(Type.String({ examples: ['travel'] })),
        budget: Nullable(Type.String({ examples: ['4711'] })),
        currency: Type.String({ examples: ['EUR'] }),
        claimed: Type.Integer({ description: 'In minor units.', examples: [1290] }),
        cap: Nullable(Type.Integer({ description: 'The most that is paid.', examples: [5000] })),
        amount: Type.Integer({ description: 'What is paid.', examples: [1290] }),
        share_bank_until: Nullable(
          Type.String({ description: 'Until when the bank account may be used for it.', examples: ['2027-08-08'] }),
        ),
        note: Type.String({ description: 'What was written to be sent with it.', examples: [''] }),
        created_at: Timestamp('When it was begun.'),
        sent_at: When('When it was sent.'),
        decided_at: When('When it was decided.'),
        paid_at: When('When it was paid.'),
        payout: Nullable(Type.Integer({ description: 'Number of the payout.', examples: [3] })),
        lines: Type.Array(
          Shape({
            date: Nullable(Type.String({ examples: ['2026-01-02'] })),
            what: Type.String({ examples: ['Gaffer tape'] }),
            amount: Nullable(Type.Integer({ examples: [1290] })),
            amount_text: Type.String({ description: 'What was typed as the amount of a draft.', examples: [''] }),
            file: Nullable(Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] })),
          }),
        ),
        files: Type.Array(
          Shape({
            id: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
            type: Type.String({ examples: ['image/jpeg'] }),
            bytes: Type.Integer({ examples: [184_000] }),
            created_at: Timestamp('When it was uploaded.'),
          }),
          { description: 'The receipts; download each with `get_claim_file`.' },
        ),
        steps: Type.Array(claimStep),
      }),
    ),
    claim_decisions: Type.Array(
      Shape({ claim: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }), ...claimStep.properties }),
      {
        description: 'What the person decided about the claims of others.',
      },
    ),
    signatures: Type.Array(
      Shape({
        pid: Type.String({ examples: ['2026'] }),
        title: Type.String({ description: 'Title of the document.', examples: ['Code of conduct'] }),
        version: Type.Integer({ examples: [1] }),
        hash: Type.String({ description: 'SHA-256 of the text.', examples: ['9f86d081884c7d65'] }),
        signed_at: Timestamp('When it was signed.'),
        valid_until: Nullable(Timestamp('Until when the signature is valid; null without end.')),
      }),
      { description: 'Documents that the person signed.' },
    ),
    guardians: Type.Array(
      Shape({
        project: Type.String({ examples: ['2026'] }),
        name: Type.String({ examples: ['Byron King'] }),
        email: Type.String({ examples: ['byron@example.org'] }),
        state: Type.Enum(['asked', 'agreed', 'declined', 'withdrawn']),
        asked_at: Timestamp('When the guardian was asked.'),
        answered_at: Nullable(Timestamp('When the guardian last answered; null: not yet.')),
      }),
      { description: 'Guardians whom the person named.' },
    ),
    documents: Type.Array(
      Shape({
        pid: Type.String({ examples: ['2026'] }),
        title: Type.String({ examples: ['Code of conduct'] }),
        version: Type.Integer({ examples: [1] }),
        body: Type.String({ examples: ['Be kind to each other.'] }),
        changes: Type.String({ examples: ['Whom to call at night.'] }),
        created_at: Timestamp('When it was published.'),
      }),
      { description: 'Versions of documents that the person wrote.' },
    ),
    listing_choices: Type.Array(
      Shape({
        pid: Type.String({ examples: ['2026'] }),
        listed: Type.Boolean({ description: 'Whether the public listing may show the person.', examples: [true] }),
        chosen_at: Timestamp('When the person chose.'),
      }),
    ),
    form_answers: Type.Array(
      Shape({
        pid: Type.String({ examples: ['2026'] }),
        form: Type.String({ examples: ['shirt'] }),
        answers: Type.Unsafe<Record<string, unknown>>({
          type: 'object',
          additionalProperties: true,
          examples: [{ size: 'XL' }],
        }),
        created_at: Timestamp('When it was first answered.'),
        updated_at: Timestamp('When it was last answered.'),
      }),
    ),
    passed_on: Type.Array(
      Shape({
        ...Place,
        form: Type.String({ examples: ['travel'] }),
        kind: Type.String({ description: 'The private data shared.', examples: ['bank'] }),
        until: Type.String({ format: 'date', examples: ['2027-01-31'] }),
        agreed_at: Timestamp('When the person agreed.'),
      }),
      { description: 'Forms that share private data with the owners of their project. `audit` shows who saw it.' },
    ),
    payments: Type.Array(
      Shape({
        pid: Type.String({ examples: ['2026'] }),
        form: Type.String({ examples: ['travel'] }),
        amount: Type.Integer({ description: 'In minor units.', examples: [149_000] }),
        currency: Type.String({ examples: ['TWD'] }),
        batch: Type.String({ examples: ['August, first run'] }),
        paid_at: Timestamp('When an owner marked it as paid.'),
        undone_at: When('When that was undone.'),
      }),
      { description: 'Travel money that was paid to the person.' },
    ),
    sessions: Type.Array(
      Shape({
        device: Type.String({ examples: ['Firefox on Linux'] }),
        created_at: Timestamp('When it signed in.'),
        last_seen_at: Timestamp('When it was last used.'),
        expires_at: Timestamp('When it ends.'),
      }),
    ),
    passkeys: Type.Array(
      Shape({
        name: Type.String({ examples: ['My phone'] }),
        created_at: Timestamp('When it was added.'),
        last_used_at: When('When it was last used.'),
      }),
    ),
    recovery_codes: Type.Array(
      Shape({ created_at: Timestamp('When it was created.'), used_at: When('When it was used.') }),
    ),
    identities: Type.Array(
      Shape({
        issuer: Type.String({ examples: ['https://id.example.org'] }),
        subject: Type.String({ description: 'The identifier of the person at the provider.' }),
        email: Type.String({ examples: ['ada@example.org'] }),
        created_at: Timestamp('When it was linked.'),
        last_used_at: Timestamp('When it was last used to sign in.'),
      }),
    ),
    tokens: Type.Array(
      Shape({
        name: Type.String({ examples: ['staff page'] }),
        prefix: Type.String({ examples: ['mst_3k9d7m'] }),
        scope: Type.String({ examples: ['read'] }),
        created_at: Timestamp('When it was issued.'),
        last_used_at: When('When it was last used.'),
        expires_at: Timestamp('When it ends.'),
        revoked_at: When('When it was revoked.'),
        private_read_at: When('When it was given access to private data.'),
        project: Nullable(Type.String({ description: 'The only project in which it works.', examples: ['2026'] })),
        scopes: Nullable(Type.String({ description: 'What it is limited to.', examples: ['tasks:read'] })),
      }),
    ),
    exchange_credentials: Type.Array(
      Shape({
        created_at: Timestamp('When they were created.'),
        expires_at: Timestamp('When they expire.'),
        used_at: When('When they were used.'),
      }),
    ),
    email_changes: Type.Array(
      Shape({
        old_email: Type.String({ examples: ['ada@example.org'] }),
        new_email: Type.String({ examples: ['ada@example.com'] }),
        created_at: Timestamp('When it was requested.'),
        confirmed_at: When('When it was confirmed.'),
        expires_at: Timestamp('Deadline for confirming it or, once confirmed, for undoing it.'),
      }),
    ),
    sign_in_links: Type.Array(
      Shape({
        created_at: Timestamp('When it was requested.'),
        expires_at: Timestamp('When it expires.'),
        used_at: When('When it was used.'),
        next: Nullable(Type.String({ description: 'The page to open after sign-in.', examples: ['/me/profile'] })),
      }),
    ),
    idempotency_keys: Type.Array(
      Shape({ key: Type.String(), expires_at: Timestamp('When the stored response is deleted.') }),
    ),
    invitations: Type.Array(
      Shape({
        ...Place,
        tid: Type.String({ examples: ['venue'] }),
        team: Type.String({ examples: ['Venue'] }),
        name: Type.String({ description: 'The name under which the person was invited.', examples: ['Ada Lovelace'] }),
        phone: Type.String({
          description: 'The phone number with which the person was invited.',
          examples: ['+886912345678'],
        }),
        language: Nullable(Type.String({ description: 'The language of the email.', examples: ['en'] })),
        sent_at: Timestamp('When it was sent.'),
        expires_at: Timestamp('When it expires.'),
      }),
      { description: "Open invitations to the person's address." },
    ),
    moved_from: Type.Array(
      Shape({
        source: Type.String({ description: 'The other system.', examples: ['coscup'] }),
        kind: Type.String({ description: 'What it was there.', examples: ['person'] }),
        legacy_id: Type.String({ description: 'What it was called there.', examples: ['1a2b3c4d'] }),
      }),
      { description: 'What was moved here from another system.' },
    ),
    past_invitations: Type.Array(
      Shape({
        pid: Type.String({ examples: ['conf-2026'] }),
        tid: Type.String({ examples: ['venue'] }),
        email: Type.String({ examples: ['ada@example.org'] }),
        name: Type.String({ description: 'The name under which the person was invited.', examples: ['Ada Lovelace'] }),
        state: Type.String({ description: '`accepted`, `declined` or `expired`.', examples: ['declined'] }),
        sent_at: Nullable(Timestamp('When the last email was sent.')),
        ended_at: Timestamp('When it was answered or expired.'),
        expires_at: Timestamp('When this is deleted. Until then, programs do not invite again who declined.'),
      }),
      { description: 'The last invitation to each team, if it was answered or has expired.' },
    ),
    grants: Type.Array(
      Shape({
        pid: Type.String({ examples: ['conf-2026'] }),
        role: Type.Enum([...grantRoles], { examples: ['finance'] }),
        tid: Nullable(Type.String({ examples: ['venue'] })),
        from: Timestamp('When it began.'),
        until: Timestamp('When it ends, or ended.'),
        reason: Type.String({ description: 'What the owner wrote.', examples: ['Pays the travel money in August'] }),
      }),
      { description: 'What the person did as a deputy of owners.' },
    ),
    applications: Type.Array(
      Shape({
        ...Place,
        tid: Type.String({ examples: ['venue'] }),
        team: Type.String({ examples: ['Venue'] }),
        message: Type.String({ description: "The person's message to the team." }),
        language: Type.String({ description: 'Language of the reply.', examples: ['en'] }),
        applied_at: Timestamp('When the person applied.'),
        expires_at: Timestamp('When it expires.'),
        state: Type.String({ description: 'What the person was notified of.', examples: ['sent'] }),
        wish: Type.Integer({ description: '1: the first choice.', examples: [1] }),
        note: Type.String({ description: 'A note of those who decided.' }),
        decided_at: Nullable(Timestamp('When it was decided; null: not yet, or not yet published.')),
      }),
      { description: 'Applications to teams.' },
    ),
    notices: Type.Array(
      Shape({
        kind: Type.String({ examples: ['task.changed'] }),
        pid: Nullable(Type.String({ examples: ['2026'] })),
        subject: Type.String({ description: 'The task, team or form.' }),
        previous: Ref(NoticeValues),
        values: Ref(NoticeValues),
        created_at: Timestamp('When it happened.'),
        read_at: Nullable(Timestamp('When the person read it.')),
        mailed_at: Nullable(Timestamp('When it was sent by email.')),
        pushed_at: Nullable(Timestamp('When it was sent to browsers.')),
      }),
      { description: 'Notices of the last 90 days.' },
    ),
    notice_settings: Ref(NoticeSettings),
    messages_sent: Type.Array(
      Shape({
        pid: Type.String({ examples: ['2026'] }),
        state: Type.String({ examples: ['sent'] }),
        subject: Type.String({ examples: ['Shirts are here'] }),
        body: Type.String({ description: 'Markdown.' }),
        send_at: Nullable(Timestamp('Scheduled time.')),
        started_at: Nullable(Timestamp('When sending began.')),
        created_at: Timestamp('When it was written.'),
      }),
      { description: 'Messages that the person wrote, including drafts.' },
    ),
    messages_received: Type.Array(
      Shape({
        pid: Type.String({ examples: ['2026'] }),
        subject: Type.String({ examples: ['Shirts are here'] }),
        body: Type.String({ description: 'Markdown.' }),
        state: Type.String({ examples: ['sent'] }),
        reason: Nullable(Type.String({ description: 'Why it was not sent.' })),
        changed_at: Timestamp('When it was sent or skipped.'),
      }),
      { description: 'Messages to the person, kept for a year.' },
    ),
    push_subscriptions: Type.Array(
      Shape({
        device: Type.String({ examples: ['Firefox on Linux'] }),
        endpoint: Type.String({
          description: 'Address of the browser at its push service.',
          examples: ['https://push.example.org/v1/abc'],
        }),
        created_at: Timestamp('When notifications were turned on.'),
        last_success_at: Nullable(Timestamp('When the push service last accepted a notification.')),
      }),
      { description: 'Browsers that get notifications.' },
    ),
    audit: Type.Array(OwnAudit, { description: 'What the person did, then what others did to them.' }),
  },
  { $id: 'OwnExport' },
);

export const erasureSchemas = [OwnExport];

export type OwnAudit = Static<typeof OwnAudit>;
