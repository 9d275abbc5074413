import { Id, Line, Name, Nullable, Page, PageQuery, Ref, Shape, Timestamp, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';

/** Field names are those of WebAuthn, so that browsers need no conversion. */
const Base64Url = (maxLength: number, description: string) =>
  Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength, description, examples: ['dGVzdA'] });

const publicKey = Type.Enum(['public-key']);

const KnownCredential = Shape({
  id: Type.String(),
  type: publicKey,
  transports: Type.Array(Type.String({ examples: ['internal'] })),
});

export const PasskeyCreation = Shape(
  {
    challenge: Type.String({ description: 'Valid once, for five minutes.' }),
    rp: Shape({ id: Type.String({ examples: ['muster.example.org'] }), name: Type.String({ examples: ['Muster'] }) }),
    user: Shape({
      id: Type.String(),
      name: Type.String({ examples: ['ada@example.org'] }),
      displayName: Type.String({ examples: ['Ada Lovelace'] }),
    }),
    pubKeyCredParams: Type.Array(Shape({ type: publicKey, alg: Type.Integer({ examples: [-7] }) })),
    timeout: Type.Integer({ description: 'Milliseconds.', examples: [300_000] }),
    attestation: Type.Enum(['none']),
    excludeCredentials: Type.Array(KnownCredential),
    authenticatorSelection: Shape({
      residentKey: Type.Enum(['required']),
      requireResidentKey: Type.Boolean(),
      userVerification: Type.Enum(['required']),
    }),
  },
  { $id: 'PasskeyCreation', description: 'Options for `navigator.credentials.create`, as JSON.' },
);

export const PasskeyQuestion = Shape(
  {
    challenge: Type.String({ description: 'Valid once, for five minutes.' }),
    rpId: Type.String({ examples: ['muster.example.org'] }),
    timeout: Type.Integer({ description: 'Milliseconds.', examples: [300_000] }),
    userVerification: Type.Enum(['required']),
    allowCredentials: Type.Array(KnownCredential, { description: 'Empty if any passkey for this site is accepted.' }),
  },
  { $id: 'PasskeyQuestion', description: 'Options for `navigator.credentials.get`, as JSON.' },
);

const credential = {
  id: Base64Url(1400, 'Identifier of the credential.'),
  type: publicKey,
};
const clientDataJSON = Base64Url(8000, 'The client data from the browser.');

/** Browsers add fields of their own, which are ignored. */
const open = { additionalProperties: true, maxProperties: 30 };

export const NewPasskey = Shape(
  {
    name: Name({
      minLength: 1,
      pattern: '\\S',
      description: 'A name to recognise it by.',
      examples: ['My phone'],
    }),
    credential: Type.Object(
      {
        ...credential,
        response: Type.Object(
          {
            clientDataJSON,
            attestationObject: Base64Url(64_000, 'The attestation object with the new key.'),
            transports: Type.Optional(Type.Array(Line(32, { examples: ['internal'] }), { maxItems: 10 })),
          },
          open,
        ),
      },
      { ...open, description: 'Result of `navigator.credentials.create`, as JSON.' },
    ),
  },
  { $id: 'NewPasskey' },
);

export const PasskeyAnswer = Shape(
  {
    credential: Type.Object(
      {
        ...credential,
        response: Type.Object(
          {
            clientDataJSON,
            authenticatorData: Base64Url(8000, 'The authenticator data.'),
            signature: Base64Url(8000, 'Signature over the authenticator data and the client data.'),
            userHandle: Type.Optional(Nullable(Line(200, { examples: ['dGVzdA'] }))),
          },
          open,
        ),
      },
      { ...open, description: 'Result of `navigator.credentials.get`, as JSON.' },
    ),
  },
  { $id: 'PasskeyAnswer' },
);

export const Passkey = Shape(
  {
    id: Type.String(),
    name: Type.String({ examples: ['My phone'] }),
    created_at: Timestamp('When it was added.'),
    last_used_at: Nullable(Timestamp('When it was last used; null if never.')),
    blocked_until: Nullable(
      Timestamp(
        'Blocked until this time, because the person reported that somebody else added it; null if not blocked.',
      ),
    ),
  },
  { $id: 'Passkey' },
);

export const PasskeyPage = { ...Page(Ref(Passkey)), $id: 'PasskeyPage' };
export const PasskeyQuery = Shape(PageQuery);
export const PasskeyParams = Shape({ id: Id('Identifier of the passkey.') });

export const SignInRules = Shape(
  {
    passkeys_required: Type.Boolean({
      description: 'Whether administrators and owners must confirm their session with a passkey.',
      examples: [false],
    }),
  },
  { $id: 'SignInRules' },
);

export const OwnSignIn = Shape(
  {
    passkey_required: Type.Boolean({
      description: 'Whether the caller must use a passkey, as an administrator or owner.',
      examples: [false],
    }),
    passkeys: Type.Integer({ description: 'How many passkeys the caller has.', minimum: 0, examples: [1] }),
    recovery_codes: Type.Integer({
      description: 'How many unused recovery codes the caller has.',
      minimum: 0,
      examples: [10],
    }),
    frozen_until: Nullable(
      Timestamp(
        "The caller's sign-in settings are frozen until this time, after a reported change; null if they aren't frozen.",
      ),
    ),
    email_fixed: Type.Boolean({
      description: "Whether the address is in ADMIN_EMAIL, so the caller can't change it.",
      examples: [false],
    }),
  },
  { $id: 'OwnSignIn' },
);

export const passkeySchemas = [
  PasskeyCreation,
  PasskeyQuestion,
  NewPasskey,
  PasskeyAnswer,
  Passkey,
  PasskeyPage,
  SignInRules,
  OwnSignIn,
];

export type PasskeyCreation = Static<typeof PasskeyCreation>;
export type PasskeyQuestion = Static<typeof PasskeyQuestion>;
export type NewPasskey = Static<typeof NewPasskey>;
export type PasskeyAnswer = Static<typeof PasskeyAnswer>;
export type Passkey = Static<typeof Passkey>;
export type OwnSignIn = Static<typeof OwnSignIn>;
