import { allScopes } from '../../auth/scopes.ts';
import { Id, Line, Nullable, Page, PageQuery, Ref, Shape, Slug, Timestamp, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';

export const ExchangeCredentials = Shape(
  {
    username: Type.String({ examples: ['x-3k9d7m2p'] }),
    password: Type.String({ examples: ['shown-once'] }),
    expires_at: Timestamp('Valid once, until this time.'),
  },
  { $id: 'ExchangeCredentials' },
);

const credentialsOptions = {
  scope: Type.Optional(
    Type.Enum(['private:read'], {
      description: "Lets the token read the caller's own private data.",
    }),
  ),
  project: Type.Optional(Slug('Limits the token to this project; needs `scopes`.', ['2026'])),
};

export const CredentialsQuery = Shape({
  ...credentialsOptions,
  scopes: Type.Optional(
    Line(200, {
      minLength: 1,
      description: `What the token may do in the project, separated by commas: ${allScopes.map((scope) => `\`${scope}\``).join(', ')}.`,
      examples: ['tasks:read,changes:read'],
    }),
  ),
});

/** The same options, for programs that send everything as JSON. */
export const CredentialsBody = Nullable(
  Shape(
    {
      ...credentialsOptions,
      scopes: Type.Optional(
        Type.Array(Type.Enum(allScopes), {
          minItems: 1,
          maxItems: allScopes.length,
          description: 'What the token may do in the project.',
        }),
      ),
    },
    { examples: [{ scope: 'private:read' }] },
  ),
);

export const TokenRequest = Shape(
  {
    username: Line(200, { minLength: 1, description: 'The one-time username from the page "API access".' }),
    password: Line(200, { minLength: 1, description: 'The one-time password shown with it.' }),
    grant_type: Type.Optional(Type.Enum(['password', ''], { description: 'Sent by OAuth 2 clients.' })),
    scope: Type.Optional(
      Type.Enum(['read', 'write', 'read write', ''], {
        description:
          '`read`: a read-only token. Default: `write`, which includes reading. `private:read` is chosen when ' +
          'the credentials are created, not here.',
      }),
    ),
    name: Type.Optional(Line(100, { description: 'A name to recognise the token by.', examples: ['staff page'] })),
    expires_in_days: Type.Optional(
      Type.Union([Type.Integer({ minimum: 1, maximum: 3650 }), Type.String({ pattern: '^[1-9][0-9]{0,3}$' })], {
        description: "Optional lifetime, shorter than the service's limit.",
      }),
    ),
    client_id: Type.Optional(Line(200, { description: 'Ignored; OAuth 2 clients send it.' })),
    client_secret: Type.Optional(Line(200, { description: 'Ignored; OAuth 2 clients send it.' })),
  },
  { $id: 'TokenRequest' },
);

export const TokenAnswer = Shape(
  {
    access_token: Type.String({ examples: ['mst_...'] }),
    token_type: Type.Enum(['bearer']),
    expires_in: Type.Integer({ description: 'Seconds until the token expires.', examples: [7_776_000] }),
    scope: Type.String({
      description:
        'What the token may do: `read` or `write`, with `private:read` if it reads private data of the person. A limited ' +
        'token has its scopes instead, after `read` if it can only read.',
      examples: ['write'],
    }),
  },
  { $id: 'TokenAnswer' },
);

export const TokenDescription = Shape(
  {
    kind: Type.Enum(['personal', 'service_account', 'device']),
    id: Type.String({ description: 'Its identifier in the list of tokens, service accounts or devices.' }),
    name: Type.String({ description: 'Its name in that list.', examples: ['staff page'] }),
    person: Nullable(
      Shape(
        { uid: Type.String(), name: Type.String({ examples: ['Ada Lovelace'] }) },
        { description: 'Whose token it is; null for service accounts and devices.' },
      ),
    ),
    project: Nullable(Type.String({ description: 'The only project in which it works.', examples: ['2026'] })),
    scope: Type.Enum(['read', 'write'], { description: '`read`: it can only read.' }),
    private_read: Type.Boolean({ description: "Whether it can read the person's own private data." }),
    scopes: Nullable(
      Type.Array(Type.Enum(allScopes, { examples: ['tasks:read'] }), {
        description: 'Its scopes; null if it can do everything the person can do. A device has `desk`.',
      }),
    ),
    created_at: Timestamp('When it was issued.'),
    expires_at: Timestamp('When it stops working, unless it is renewed.'),
  },
  { $id: 'TokenDescription' },
);

export const ApiToken = Shape(
  {
    id: Type.String(),
    name: Type.String({ examples: ['staff page'] }),
    prefix: Type.String({ description: 'The first characters of the token.', examples: ['mst_3k9d7m'] }),
    scope: Type.Enum(['read', 'write']),
    private_read: Type.Boolean({ description: "Whether it can read the person's own private data." }),
    project: Nullable(Type.String({ description: 'The only project in which it works.', examples: ['2026'] })),
    scopes: Nullable(
      Type.Array(Type.Enum(allScopes, { examples: ['tasks:read'] }), {
        description: 'Its scopes; null if it can do everything the person can do.',
      }),
    ),
    created_at: Timestamp('When it was issued.'),
    last_used_at: Nullable(Timestamp('When it was last used, accurate to a few minutes; null if never.')),
    expires_at: Timestamp('When it stops working.'),
  },
  { $id: 'ApiToken' },
);

export const RenewedToken = Shape(
  {
    ...ApiToken.properties,
    access_token: Type.String({ description: 'Shown only once.', examples: ['mst_...'] }),
    old_token_until: Timestamp('The previous token also works until this time.'),
  },
  { $id: 'RenewedToken' },
);

export const ApiTokenPage = { ...Page(Ref(ApiToken)), $id: 'ApiTokenPage' };
export const ApiTokenQuery = Shape(PageQuery);
export const ApiTokenParams = Shape({ id: Id('Identifier of the token.') });

export const tokenSchemas = [
  ExchangeCredentials,
  TokenRequest,
  TokenAnswer,
  TokenDescription,
  ApiToken,
  RenewedToken,
  ApiTokenPage,
];

export type TokenRequest = Static<typeof TokenRequest>;
export type TokenDescription = Static<typeof TokenDescription>;
export type TokenAnswer = Static<typeof TokenAnswer>;
export type CredentialsQuery = Static<typeof CredentialsQuery>;
export type CredentialsBody = Static<typeof CredentialsBody>;
export type RenewedToken = Static<typeof RenewedToken>;
export type ApiToken = Static<typeof ApiToken>;
export type ApiTokenPage = Static<typeof ApiTokenPage>;
export type ExchangeCredentials = Static<typeof ExchangeCredentials>;
