import { Slug, Type } from '../../../lib/schema.ts';

const audiences = ['people', 'owners', 'chiefs', 'members', 'helpers', 'signed_in'] as const;
export type Audience = (typeof audiences)[number];

export const audience = () =>
  Type.Enum([...audiences], {
    description:
      "Who may answer: the project's people, its owners, its chiefs, those who are in a team without being its chief, " +
      'those who help with open tasks, or everybody who is signed in. Default: `people`.',
  });

export const tids = (description: string) =>
  Type.Array(Slug('Team.', ['venue']), { maxItems: 100, uniqueItems: true, description, examples: [['venue']] });
