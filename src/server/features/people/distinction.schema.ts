import { Nullable, Shape, Type } from '../../lib/schema.ts';

const team = Shape({
  project: Type.String({ examples: ['Summer Camp 2026'] }),
  team: Type.String({ examples: ['Venue'] }),
  role: Type.Enum(['chief', 'member']),
});

/** What tells people with the same name apart in lists to choose from. */
export const distinction = {
  email_hint: Nullable(
    Type.String({
      description:
        'The email address, masked except for the first letter and the domain. Null for people who chose to be ' +
        'hidden, and for callers who are neither owners nor chiefs.',
      examples: ['a•••@example.org'],
    }),
  ),
  teams: Type.Array(team, { maxItems: 3, description: 'Up to three teams of the person, newest project first.' }),
};
