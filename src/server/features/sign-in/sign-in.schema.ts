import { Email, Language, Line, MailWay, Name, Nullable, Shape, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';

export const LinkRequest = Shape(
  {
    email: Email({ description: 'Where to send the link.' }),
    language: Type.Optional(
      Language({
        description: 'Language of the email, if the person has not chosen one; that of the browser by default.',
      }),
    ),
    next: Type.Optional(
      Line(1000, {
        pattern: String.raw`^/(?:[^/\\].*)?$`,
        description: 'Path of the page to open after sign-in. Returned when the link or code is used.',
        examples: ['/projects/2026/teams/venue'],
      }),
    ),
  },
  { $id: 'LinkRequest' },
);

export const LinkRequested = Shape(
  { message: Type.String({ examples: ['If this address can sign in, a link is on its way.'] }), mail: MailWay() },
  { $id: 'LinkRequested' },
);

export const SignInRequest = Shape(
  {
    token: Line(200, { minLength: 1, description: 'The part of the link after `#token=`.' }),
    email: Type.Optional(Email({ description: 'Only with the set-up link: the address of the first administrator.' })),
    confirmed: Type.Optional(
      Type.Boolean({
        description:
          'Whether the person has confirmed that they want to sign in to this account. Required if another ' +
          'browser requested the link, or if somebody is already signed in.',
        default: false,
      }),
    ),
    name: Type.Optional(
      Name({ description: 'Only when the account is new: the display name.', examples: ['Ada Lovelace'] }),
    ),
  },
  { $id: 'SignInRequest' },
);

export const LinkInspection = Shape(
  { token: Line(200, { minLength: 1, description: 'The part of the link after `#token=`.' }) },
  { $id: 'LinkInspection' },
);

export const InspectedLink = Shape(
  {
    email: Type.String({ description: 'The account the link belongs to.', examples: ['ada@example.org'] }),
    name: Type.String({ description: 'Its display name; empty for a new account.', examples: ['Ada Lovelace'] }),
    confirm: Type.Boolean({ description: 'Whether signing in needs `confirmed`.', examples: [false] }),
  },
  { $id: 'InspectedLink' },
);

export const SignedIn = Shape(
  {
    uid: Type.String(),
    email: Type.String({ examples: ['ada@example.org'] }),
    name: Type.String({ examples: ['Ada Lovelace'] }),
  },
  { $id: 'SignedIn' },
);

export const SignedInByMail = Shape(
  {
    ...SignedIn.properties,
    next: Nullable(
      Type.String({
        description: 'Path of the page to open, as given when the link was requested.',
        examples: ['/projects/2026/teams/venue'],
      }),
    ),
  },
  { $id: 'SignedInByMail' },
);

export const signInSchemas = [
  LinkRequest,
  LinkRequested,
  LinkInspection,
  InspectedLink,
  SignInRequest,
  SignedIn,
  SignedInByMail,
];

export type LinkRequest = Static<typeof LinkRequest>;
export type SignInRequest = Static<typeof SignInRequest>;
export type InspectedLink = Static<typeof InspectedLink>;
export type SignedIn = Static<typeof SignedIn>;
export type SignedInByMail = Static<typeof SignedInByMail>;

export const NotMeInput = Shape(
  { code: Line(200, { minLength: 1, description: 'The part of the link after `#code=`.' }) },
  { $id: 'NotMeInput' },
);

export const notMeSchemas = [NotMeInput];
