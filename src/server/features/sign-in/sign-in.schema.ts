import { Email, Line, MailWay, Shape, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';

export const LinkRequest = Shape(
  {
    email: Email({ description: 'Where to send the link.' }),
    language: Type.Optional(Type.Enum(['en', 'zh-TW'], { description: 'Language of the mail.', default: 'en' })),
  },
  { $id: 'LinkRequest' },
);

export const LinkRequested = Shape(
  { message: Type.String({ examples: ['If this address can sign in, a link is on its way.'] }), mail: MailWay() },
  { $id: 'LinkRequested' },
);

export const SignInRequest = Shape(
  {
    token: Line(200, { minLength: 1, description: 'The part of the link behind `#token=`.' }),
    email: Type.Optional(Email({ description: 'Only with the set-up link: the address of the first administrator.' })),
    name: Type.Optional(
      Line(100, { description: 'Only when the account is new: the display name.', examples: ['Ada Lovelace'] }),
    ),
  },
  { $id: 'SignInRequest' },
);

export const SignedIn = Shape(
  {
    uid: Type.String(),
    email: Type.String({ examples: ['ada@example.org'] }),
    name: Type.String({ examples: ['Ada Lovelace'] }),
  },
  { $id: 'SignedIn' },
);

export const signInSchemas = [LinkRequest, LinkRequested, SignInRequest, SignedIn];

export type LinkRequest = Static<typeof LinkRequest>;
export type SignInRequest = Static<typeof SignInRequest>;
export type SignedIn = Static<typeof SignedIn>;
