import { Email, Shape, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';

export const CodeSignIn = Shape(
  {
    email: Email({ description: 'The address to which the code was sent.' }),
    code: Type.String({
      pattern: '^[0-9]{6}$',
      maxLength: 6,
      description: 'The code in the email.',
      examples: ['482913'],
    }),
  },
  { $id: 'CodeSignIn' },
);

export const SignInProgress = Shape(
  {
    state: Type.Enum(['waiting', 'here', 'elsewhere', 'over'], {
      description:
        'State of the latest link that this browser requested. `waiting`: not used yet. `here`: used, and this ' +
        'browser is signed in. `elsewhere`: used in another browser. `over`: expired, or none was requested.',
      examples: ['waiting'],
    }),
  },
  { $id: 'SignInProgress' },
);

export const codeSchemas = [CodeSignIn, SignInProgress];

export type CodeSignIn = Static<typeof CodeSignIn>;
export type SignInProgress = Static<typeof SignInProgress>;
