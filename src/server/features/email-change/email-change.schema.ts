import { Email, Language, Line, Shape, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';

export const EmailChangeRequest = Shape(
  {
    email: Email({ description: 'The new address.' }),
    language: Type.Optional(Language({ description: 'Language of the email.', default: 'en' })),
  },
  { $id: 'EmailChangeRequest' },
);

export const EmailChangeRequested = Shape(
  { message: Type.String({ examples: ['If this address can be used, a link is on its way to it.'] }) },
  { $id: 'EmailChangeRequested' },
);

export const EmailConfirmation = Shape(
  { token: Line(200, { minLength: 1, description: 'The part of the link after `#token=`.' }) },
  { $id: 'EmailConfirmation' },
);

export const EmailReversal = Shape(
  { code: Line(200, { minLength: 1, description: 'The part of the link after `#code=`.' }) },
  { $id: 'EmailReversal' },
);

export const emailChangeSchemas = [EmailChangeRequest, EmailChangeRequested, EmailConfirmation, EmailReversal];

export type EmailChangeRequest = Static<typeof EmailChangeRequest>;
