import { Line, Nullable, Shape, Timestamp, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';

export const OwnProject = Shape(
  {
    pid: Type.String({ examples: ['2026'] }),
    name: Type.String({ examples: ['Summer Camp 2026'] }),
    owner: Type.Boolean({ description: 'Whether the caller is an owner of the project.' }),
    teams: Type.Array(
      Shape({
        tid: Type.String({ examples: ['venue'] }),
        name: Type.String({ examples: ['Venue'] }),
        role: Type.Enum(['chief', 'member']),
      }),
      { description: "The caller's teams in this project." },
    ),
  },
  { $id: 'OwnProject' },
);

export const Me = Shape(
  {
    uid: Type.String({ description: 'Identifier of the person.' }),
    email: Type.String({ examples: ['ada@example.org'] }),
    email_hash: Type.String({ description: 'As it stands in the public listing.' }),
    name: Line(100, { description: 'Display name; empty until the person gives one.', examples: ['Ada Lovelace'] }),
    listing: Type.Enum(['public', 'keyed', 'hidden'], { description: 'How the person stands in the public listing.' }),
    roles: Type.Array(Type.Enum(['administrator'])),
    projects: Type.Array(Type.Ref('OwnProject'), { description: 'Newest first.' }),
    missing: Type.Array(Type.Enum(['name', 'real_profile', 'address', 'bank', 'dietary_habits']), {
      description: 'What the person has not given yet: enough of each for somebody to use it.',
    }),
    signed_in_at: Nullable(Timestamp('When this browser signed in; null for an API token.')),
  },
  { $id: 'Me' },
);

export const peopleSchemas = [OwnProject, Me];

export type Me = Omit<Static<typeof Me>, 'projects'> & { projects: Static<typeof OwnProject>[] };
export type OwnProject = Static<typeof OwnProject>;
