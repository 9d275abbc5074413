import { Pid } from '../../auth/project-role.ts';
import { Id, Line, Nullable, Originals, Page, PageQuery, Ref, Shape, Text, Timestamp, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';

const title = () => Line(200, { minLength: 1, pattern: '\\S', examples: ['Code of conduct'] });
const body = () =>
  Text(30_000, { minLength: 1, pattern: '\\S', description: 'Markdown.', examples: ['Be kind to each other.'] });
const changes = () =>
  Text(1000, { description: 'What is different from the version before.', examples: ['Whom to call at night.'] });
const requiredFor = () =>
  Type.Enum(['applying', 'tasks', 'nothing'], {
    description:
      '`applying`: only people who have signed it can apply. `tasks`: only people who have signed it get places on ' +
      'tasks. `nothing`: nobody has to sign it.',
    examples: ['tasks'],
  });
const kindIds = () =>
  Type.Array(Id('A kind of task.'), {
    maxItems: 50,
    uniqueItems: true,
    description: 'With `tasks`: only tasks of these kinds need it. Empty: all tasks.',
    examples: [[]],
  });
const grantsSkill = () => Nullable(Id('A skill that people get when they sign it.'));
const validMonths = () =>
  Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 120,
      description: 'How many months a signature, and the skill that it gives, are valid. Null: without end.',
      examples: [12],
    }),
  );

export const Signature = Shape(
  {
    version: Type.Integer({ description: 'The version that was signed.', examples: [1] }),
    signed_at: Timestamp('When it was signed.'),
    valid_until: Nullable(Timestamp('Until when the signature is valid; null without end.')),
  },
  { $id: 'Signature' },
);

const described = {
  id: Id('Identifier of the document.'),
  pid: Type.String({ examples: ['2026'] }),
  title: Type.String({ examples: ['Code of conduct'] }),
  required_for: requiredFor(),
  kind_ids: Type.Array(Type.String({ examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'] }), {
    description: 'With `tasks`: only tasks of these kinds need it. Empty: all tasks.',
  }),
  grants_skill: Nullable(
    Type.String({
      description: 'The skill that people get when they sign it.',
      examples: ['01jd0c8m3v5q2w7x9y1z4b6n8k'],
    }),
  ),
  valid_months: Nullable(Type.Integer({ description: 'How many months a signature is valid.', examples: [12] })),
  version: Type.Integer({ description: 'The current version.', examples: [1] }),
  published_at: Timestamp('When the current version was published.'),
  created_at: Timestamp('When the document was created.'),
  signature: Nullable(Ref(Signature)),
  can_sign: Type.Boolean({ description: 'Whether the caller can sign the current version.', examples: [true] }),
  to_sign: Type.Boolean({
    description: 'Whether the caller has to sign it before applying, or before getting a place on a task.',
    examples: [true],
  }),
};

export const DocumentSummary = Shape(
  { ...described, original: Originals({ title: described.title }) },
  { $id: 'DocumentSummary' },
);
export const Documents = Shape({ data: Type.Array(Ref(DocumentSummary)) }, { $id: 'Documents' });
export const Document = Shape(
  {
    ...described,
    body: Type.String({ description: 'Markdown.', examples: ['Be kind to each other.'] }),
    changes: Type.String({
      description: 'What is different from the version before.',
      examples: ['Whom to call at night.'],
    }),
    original: Originals({
      title: described.title,
      body: Type.String({ description: 'Markdown.', examples: ['Be kind to each other.'] }),
    }),
  },
  { $id: 'Document' },
);

export const NewDocument = Shape(
  {
    title: title(),
    body: body(),
    required_for: requiredFor(),
    kind_ids: Type.Optional(kindIds()),
    grants_skill: Type.Optional(grantsSkill()),
    valid_months: Type.Optional(validMonths()),
  },
  {
    $id: 'NewDocument',
    examples: [{ title: 'Code of conduct', body: 'Be kind to each other.', required_for: 'applying' }],
  },
);
export const DocumentChanges = Shape(
  {
    title: Type.Optional(title()),
    required_for: Type.Optional(requiredFor()),
    kind_ids: Type.Optional(kindIds()),
    grants_skill: Type.Optional(grantsSkill()),
    valid_months: Type.Optional(validMonths()),
  },
  { $id: 'DocumentChanges', examples: [{ title: 'Our code of conduct' }] },
);
export const NewVersion = Shape(
  { body: body(), changes: changes() },
  {
    $id: 'NewVersion',
    examples: [{ body: 'Be kind to each other. At night, call the desk.', changes: 'Whom to call at night.' }],
  },
);

const versionFields = {
  version: Type.Integer({ examples: [1] }),
  changes: Type.String({ description: 'What is different from the version before.', examples: ['Whom to call.'] }),
  hash: Type.String({ description: 'SHA-256 of the text, in hexadecimal digits.', examples: ['9f86d081884c7d65'] }),
  published_at: Timestamp('When it was published.'),
};
export const DocumentVersions = Shape({ data: Type.Array(Shape(versionFields)) }, { $id: 'DocumentVersions' });
export const DocumentVersion = Shape(
  { ...versionFields, body: Type.String({ description: 'Markdown.', examples: ['Be kind to each other.'] }) },
  { $id: 'DocumentVersion' },
);

export const NewSignature = Shape(
  { version: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'The version that the person has read.' }) },
  { $id: 'NewSignature', examples: [{ version: 1 }] },
);

export const SignatureRow = Shape(
  {
    uid: Type.String({ examples: ['ada'] }),
    name: Type.String({ examples: ['Ada'] }),
    version: Nullable(Type.Integer({ description: 'The version that was signed; null if none.', examples: [1] })),
    signed_at: Nullable(Timestamp('When it was signed.')),
    valid_until: Nullable(Timestamp('Until when the signature is valid; null without end.')),
    hash: Nullable(
      Type.String({ description: 'SHA-256 of the text that was signed.', examples: ['9f86d081884c7d65'] }),
    ),
    current: Type.Boolean({ description: 'Whether it is valid for the current version.', examples: [true] }),
  },
  { $id: 'SignatureRow' },
);
export const SignaturePage = { ...Page(Ref(SignatureRow)), $id: 'SignaturePage' };
export const SignatureQuery = Shape({
  ...PageQuery,
  missing: Type.Optional(
    Type.Boolean({ description: 'List the people of the project who have not signed the current version instead.' }),
  ),
});

export const DocumentListParams = Shape({ pid: Pid });
export const DocumentParams = Shape({ pid: Pid, id: Id('Identifier of the document.') });
export const VersionParams = Shape({
  pid: Pid,
  id: Id('Identifier of the document.'),
  version: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Number of the version.', examples: [1] }),
});

export const documentSchemas = [
  Signature,
  DocumentSummary,
  Documents,
  Document,
  NewDocument,
  DocumentChanges,
  NewVersion,
  DocumentVersions,
  DocumentVersion,
  NewSignature,
  SignatureRow,
  SignaturePage,
];

export type Signature = Static<typeof Signature>;
export type DocumentSummary = Static<typeof DocumentSummary>;
export type Document = Static<typeof Document>;
export type NewDocument = Static<typeof NewDocument>;
export type DocumentChanges = Static<typeof DocumentChanges>;
export type NewVersion = Static<typeof NewVersion>;
export type SignatureRow = Static<typeof SignatureRow>;
