import { Nullable, Shape, Timestamp, Type } from '../../lib/schema.ts';

/** A person's certificates, in their export. */
export const exportedCertificates = Type.Array(
  Shape({
    pid: Type.String({ examples: ['2026'] }),
    number: Type.String({ examples: ['7k3m9q2w4x8y1z5b6n0pcdef'] }),
    name: Type.String({ description: 'As printed on the certificate.', examples: ['Ada Lovelace'] }),
    minutes: Type.Integer({ description: 'As printed on the certificate.', examples: [390] }),
    issued_at: Timestamp('When it was issued.'),
    revoked_at: Nullable(Timestamp('When it was revoked.')),
    reason: Type.String({ description: 'Why it was revoked.' }),
  }),
);
