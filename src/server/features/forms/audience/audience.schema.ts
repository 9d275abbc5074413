import { Slug, Type } from '../../../lib/schema.ts';

const audiences = ['people', 'owners', 'chiefs', 'members', 'helpers', 'signed_in', 'applicants'] as const;
export type Audience = (typeof audiences)[number];

export const audience = () =>
  Type.Enum([...audiences], {
    description:
      "Who can answer: everyone in the project, its owners, its chiefs, members who aren't chiefs, helpers " +
      'without a team, or everyone who is signed in. Default: `people`. Forms of the kind `application` ask `applicants`.',
  });

export const tids = (description: string) =>
  Type.Array(Slug('Team.', ['venue']), { maxItems: 100, uniqueItems: true, description, examples: [['venue']] });
