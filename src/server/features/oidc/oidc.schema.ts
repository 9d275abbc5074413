import { Id, Line, MailWay, Nullable, Page, PageQuery, Ref, Shape, Timestamp, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';

export const SignInWays = Shape(
  {
    provider: Nullable(
      Shape({ name: Type.String({ description: 'What to call it on a button.', examples: ['Example ID'] }) }),
    ),
    mail: MailWay(),
    set_up: Type.Boolean({
      description: 'Whether there has been an administrator; the link that creates the first one is in the log.',
      examples: [true],
    }),
  },
  {
    $id: 'SignInWays',
    description: 'Ways to sign in besides a mailed link and a passkey, which always exist.',
  },
);

export const ProviderVisit = Shape(
  { url: Type.String({ description: 'Where the browser goes next.', examples: ['https://id.example.org/auth?...'] }) },
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
      description: 'The issuer: which service the account belongs to.',
      examples: ['https://id.example.org'],
    }),
    email: Type.String({ description: 'The address by which it was linked.', examples: ['ada@example.org'] }),
    created_at: Timestamp('When it was linked.'),
    last_used_at: Timestamp('When it last signed in.'),
  },
  { $id: 'Identity' },
);

export const IdentityPage = { ...Page(Ref(Identity)), $id: 'IdentityPage' };
export const IdentityQuery = Shape(PageQuery);
export const IdentityParams = Shape({ id: Id('Identifier of the link.') });

export const oidcSchemas = [SignInWays, ProviderVisit, Identity, IdentityPage];

export type ProviderVisit = Static<typeof ProviderVisit>;
