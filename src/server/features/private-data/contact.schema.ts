import { Line, Phone, Shape, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';

const details = {
  phone: Phone(),
  handles: Type.Array(
    Shape({
      service: Line(40, { minLength: 1, pattern: '\\S', examples: ['Telegram'] }),
      name: Line(100, { minLength: 1, pattern: '\\S', examples: ['@ada'] }),
    }),
    { maxItems: 5, description: 'Names in chat and other services.' },
  ),
};

export const Contact = Shape(
  {
    ...details,
    visible_to: Type.Enum(['owners', 'chiefs', 'team'], {
      description:
        'Who sees it: `owners` of the projects only; `chiefs` also of their teams and of tasks that the person has ' +
        'joined; `team` also everybody in their teams.',
      examples: ['chiefs'],
    }),
  },
  { $id: 'Contact' },
);

/** What others see. */
export const ContactDetails = Shape(details, {
  $id: 'ContactDetails',
  description: 'There where the person lets the caller see it; empty where nothing is given.',
});

export const contactSchemas = [Contact, ContactDetails];

export type Contact = Static<typeof Contact>;
export type ContactDetails = Static<typeof ContactDetails>;
