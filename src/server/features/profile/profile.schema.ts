import { maxMarkdown } from '../../../shared/limits.ts';
import { Language, Name, Nullable, Shape, Text, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';

const language = Language({ description: 'Language of the emails to the person.', examples: ['en'] });

const askAgain = () =>
  Type.Boolean({
    description: 'Whether organisers of later years of an event see that the person was there, and can ask them again.',
    examples: [true],
  });

const choices = {
  intro: Text(2000, { description: 'Introduction, in Markdown.', examples: ['Builds stages since 2020.'] }),
  listing: Type.Enum(['public', 'keyed', 'hidden'], {
    description:
      'How the public listing shows the person: `public` with the plain hash of their address, `keyed` with a ' +
      'hash that nobody can look up, `hidden` not at all.',
  }),
  resume_public: Type.Boolean({ description: 'Whether other signed-in people can see the CV.' }),
  history_public: Type.Boolean({ description: "Whether other signed-in people can see the person's teams." }),
};

export const Profile = Shape(
  {
    name: Type.String({ description: 'Display name; empty if not set.', examples: ['Ada Lovelace'] }),
    ...choices,
    language: Nullable(language),
    ask_again: askAgain(),
  },
  { $id: 'Profile' },
);

export const ProfileInput = Shape({
  name: Name({ minLength: 1, pattern: '\\S', description: 'Display name.', examples: ['Ada Lovelace'] }),
  ...choices,
  language: Type.Optional(Nullable(language)),
  ask_again: Type.Optional(askAgain()),
});

export const Resume = Shape(
  { markdown: Text(maxMarkdown, { description: 'The CV, in Markdown.', examples: ['# Ada\n\nTwo years of venue.'] }) },
  { $id: 'Resume' },
);

export const profileSchemas = [Profile, Resume];

export type Profile = Static<typeof Profile>;
export type ProfileInput = Static<typeof ProfileInput>;
export type Resume = Static<typeof Resume>;
