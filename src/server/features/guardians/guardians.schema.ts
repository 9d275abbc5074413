import { Pid } from '../../auth/project-role.ts';
import { Email, Language, Line, Name, Nullable, Ref, Shape, Timestamp, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';

const state = () =>
  Type.Enum(['asked', 'agreed', 'declined', 'withdrawn'], {
    description: '`withdrawn`: the guardian agreed before, and does not any more.',
    examples: ['agreed'],
  });
const guardianName = () => Type.String({ description: 'Name of the guardian.', examples: ['Byron King'] });

export const Guardian = Shape(
  {
    name: guardianName(),
    email: Type.String({ examples: ['byron@example.org'] }),
    state: state(),
    asked_at: Timestamp('When the guardian was asked.'),
    answered_at: Nullable(Timestamp('When the guardian last answered; null: not yet.')),
  },
  { $id: 'Guardian' },
);

export const OwnGuardian = Shape(
  {
    pid: Type.String({ examples: ['2026'] }),
    needed: Type.Enum(['no', 'birthday', 'yes'], {
      description:
        '`birthday`: the caller has to enter a birthday first. `no`: there is no rule, or the caller is an adult.',
      examples: ['yes'],
    }),
    adult_age: Nullable(
      Type.Integer({ description: 'From which age people are adults; null: no rule.', examples: [18] }),
    ),
    latest_end: Nullable(
      Type.String({ description: 'Until when minors have tasks, in the time zone of the event.', examples: ['22:00'] }),
    ),
    guardian: Nullable(Ref(Guardian)),
  },
  { $id: 'OwnGuardian' },
);

export const NewGuardian = Shape(
  {
    name: Name({ minLength: 1, pattern: '\\S', description: 'Name of the guardian.', examples: ['Byron King'] }),
    email: Email({ description: 'Where the guardian gets the link. Not the address of the caller.' }),
    language: Type.Optional(Language({ description: 'Language of the mail.', default: 'en' })),
  },
  { $id: 'NewGuardian', examples: [{ name: 'Byron King', email: 'byron@example.org' }] },
);

const code = () =>
  Line(1000, {
    minLength: 1,
    description: 'From the link in the mail.',
    examples: ['MDFqZDBjOG0zdjVxMnc3eDl5MXo0YjZuOGsK'],
  });

export const GuardianCode = Shape({ code: code() }, { $id: 'GuardianCode' });
export const GuardianAnswer = Shape(
  { code: code(), agrees: Type.Boolean({ description: 'Whether the person may take part.', examples: [true] }) },
  { $id: 'GuardianAnswer' },
);

export const GuardianConsent = Shape(
  {
    project: Type.String({ description: 'Name of the event.', examples: ['Summer Camp 2026'] }),
    starts_on: Nullable(Type.String({ format: 'date', examples: ['2026-08-08'] })),
    ends_on: Nullable(Type.String({ format: 'date', examples: ['2026-08-09'] })),
    place: Type.String({ description: 'Where the event is; may be empty.', examples: ['Taipei'] }),
    person: Type.String({ description: 'Name of the person.', examples: ['Ada Lovelace'] }),
    guardian: guardianName(),
    adult_age: Nullable(Type.Integer({ examples: [18] })),
    latest_end: Nullable(Type.String({ description: 'Until when minors have tasks.', examples: ['22:00'] })),
    state: state(),
    answered_at: Nullable(Timestamp('When the guardian last answered; null: not yet.')),
  },
  { $id: 'GuardianConsent', description: 'What the guardian decides about. Nothing else about the person is shown.' },
);

export const OwnGuardianParams = Shape({ pid: Pid });

export const guardianSchemas = [Guardian, OwnGuardian, NewGuardian, GuardianCode, GuardianAnswer, GuardianConsent];

export type OwnGuardian = Static<typeof OwnGuardian>;
export type NewGuardian = Static<typeof NewGuardian>;
export type GuardianConsent = Static<typeof GuardianConsent>;
