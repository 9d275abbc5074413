import { Id, Language, Line, Nullable, Ref, Shape, Text, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { Pid } from '../../../auth/project-role.ts';

/** 120 random bits in 24 characters: nobody guesses one, and one with a changed character does not exist. */
const CertificateNumber = Type.String({
  pattern: '^[0-9a-z]{24}$',
  maxLength: 24,
  description: 'Number of the certificate.',
  examples: ['7k3m9q2w4x8y1z5b6n0pcdef'],
});

export const CertificateSettings = Shape(
  {
    text: Text(600, { description: 'Added by the owners, in any language.', examples: ['Thank you for your help!'] }),
    max_hours: Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        description: 'Maximum number of hours printed on a certificate.',
        examples: [40],
      }),
    ),
    languages: Type.Optional(
      Type.Array(Language({ type: 'string' }), {
        maxItems: 3,
        uniqueItems: true,
        description: 'One page per language. Default: the language of the person.',
        examples: [['zh-TW', 'en']],
      }),
    ),
  },
  { $id: 'CertificateSettings' },
);

const count = (description: string) => Type.Integer({ minimum: 0, description, examples: [12] });

export const CertificateBatch = Shape(
  {
    id: Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }),
    state: Type.Enum(['running', 'done', 'failed']),
    total: count('How many people have hours.'),
    considered: count('Number of people processed.'),
    issued: count('How many certificates were issued; people who have one keep it.'),
    unprintable: count("Number of people whose name has characters that can't be printed."),
    created_at: Timestamp('When it began.'),
    ended_at: Nullable(Timestamp('When it ended.')),
  },
  { $id: 'CertificateBatch' },
);
export const LatestBatch = Shape({ batch: Nullable(Ref(CertificateBatch)) }, { $id: 'LatestCertificateBatch' });

export const NewCertificate = Shape(
  {
    replace: Type.Optional(
      Type.Boolean({
        description: 'Revoke the current certificate and issue one with the current hours and name.',
      }),
    ),
  },
  { $id: 'NewCertificate' },
);
export const Revocation = Shape(
  { reason: Line(300, { description: 'Shown to the person only.', examples: ['Wrong hours'] }) },
  { $id: 'CertificateRevocation' },
);

export const VerifiedCertificate = Shape(
  {
    state: Type.Enum(['valid', 'revoked', 'withdrawn', 'unknown'], {
      description:
        '`withdrawn`: the person erased their account. Name and hours are null if withdrawn or revoked. ' +
        '`unknown`: no certificate has this number; everything else is null.',
    }),
    project: Nullable(Type.String({ description: 'Name of the event.', examples: ['Summer Camp 2026'] })),
    starts_on: Nullable(Type.String({ format: 'date', examples: ['2026-08-08'] })),
    ends_on: Nullable(Type.String({ format: 'date', examples: ['2026-08-09'] })),
    name: Nullable(Type.String({ description: 'As printed on the certificate.', examples: ['Ada Lovelace'] })),
    minutes: Nullable(Type.Integer({ description: 'As printed on the certificate.', examples: [390] })),
    issued_at: Nullable(Timestamp('When it was issued.')),
    timezone: Nullable(Type.String({ description: 'Time zone of the event.', examples: ['Asia/Taipei'] })),
  },
  { $id: 'VerifiedCertificate' },
);

export const CertificatesParams = Shape({ pid: Pid });
export const CertificateParams = Shape({ pid: Pid, number: CertificateNumber });
export const CertificateOfParams = Shape({ pid: Pid, uid: Id('Identifier of the person.') });
export const NumberParams = Shape({
  // Anything that is not a number is simply unknown: people type it.
  number: Line(100, { description: 'Number of the certificate.', examples: ['7k3m9q2w4x8y1z5b6n0pcdef'] }),
});

export const certificateSchemas = [
  CertificateSettings,
  CertificateBatch,
  LatestBatch,
  NewCertificate,
  Revocation,
  VerifiedCertificate,
];
export type CertificateSettings = Static<typeof CertificateSettings>;
export type CertificateBatch = Static<typeof CertificateBatch>;
export type VerifiedCertificate = Static<typeof VerifiedCertificate>;
