import { Id, Line, MailWay, Nullable, Page, PageQuery, Ref, Shape, Timestamp, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';

export const SignInWays = Shape(
  {
    provider: Nullable(
      Shape({ name: Type.String({ description: 'Label for its button.', examples: ['Example ID'] }) }),
    ),
    mail: MailWay(),
    set_up: Type.Boolean({
      description: 'Whether an administrator has been set up. Until then, the log contains a set-up link.',
      examples: [true],
    }),
    registration: Type.Enum(['open', 'restricted'], {
      description: '`open`: everybody gets an account by signing in. `restricted`: only some do.',
      examples: ['open'],
    }),
  },
  {
    $id: 'SignInWays',
    description: 'Sign-in providers. Signing in by email or passkey is always possible.',
  },
);

export const ProviderVisit = Shape(
  {
    url: Type.String({
      description: 'URL to open next in the browser.',
      examples: ['https://id.example.org/auth?...'],
    }),
  },
  { $id: 'ProviderVisit' },
);

/** Providers add parameters of their own, which are ignored. */
export const ProviderReturn = Type.Object(
  {
    state: Type.Optional(Line(500)),
    code: Type.Optional(Line(4000)),
    error: Type.Optional(Line(200)),
  },
  { additionalProperties: true },
);

export const Identity = Shape(
  {
    id: Type.String(),
    issuer: Type.String({
      description: 'Issuer URL of the sign-in provider.',
      examples: ['https://id.example.org'],
    }),
    email: Type.String({
      description: 'Email address that the accounts were linked by.',
      examples: ['ada@example.org'],
    }),
    created_at: Timestamp('When it was linked.'),
    last_used_at: Timestamp('When it was last used to sign in.'),
  },
  { $id: 'Identity' },
);

export const IdentityPage = { ...Page(Ref(Identity)), $id: 'IdentityPage' };
export const IdentityQuery = Shape(PageQuery);
export const IdentityParams = Shape({ id: Id('Identifier of the link.') });

export const oidcSchemas = [SignInWays, ProviderVisit, Identity, IdentityPage];

export type ProviderVisit = Static<typeof ProviderVisit>;
