import { Line, Phone, Shape, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';

const details = {
  phone: Phone(),
  handles: Type.Array(
    Shape({
      service: Line(40, { minLength: 1, pattern: '\\S', examples: ['Telegram'] }),
      name: Line(100, { minLength: 1, pattern: '\\S', examples: ['@ada'] }),
    }),
    { maxItems: 5, description: 'User names in chat apps and other services.' },
  ),
};

export const Contact = Shape(
  {
    ...details,
    visible_to: Type.Enum(['owners', 'chiefs', 'team'], {
      description:
        'Who can see it. `owners`: only owners of their projects. `chiefs`: also chiefs of their teams and of ' +
        'tasks they joined. `team`: also everyone in their teams.',
      examples: ['chiefs'],
    }),
  },
  { $id: 'Contact' },
);

export const ContactDetails = Shape(details, {
  $id: 'ContactDetails',
  description: 'Included if the person shares it with the caller; empty if not filled in.',
});

export const contactSchemas = [Contact, ContactDetails];

export type Contact = Static<typeof Contact>;
export type ContactDetails = Static<typeof ContactDetails>;
