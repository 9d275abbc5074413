import { Line, Page, PageQuery, Ref, Shape, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';
import { distinction } from '../people/distinction.schema.ts';
import { Pid } from '../projects/projects.schema.ts';

export const RosterEntry = Shape(
  {
    uid: Type.String({ description: 'Identifier of the person.' }),
    name: Type.String({ examples: ['Ada Lovelace'] }),
    email: Type.String({ examples: ['ada@example.org'] }),
    owner: Type.Boolean({ description: 'Whether the person owns the project.' }),
    suspended: Type.Boolean(),
    teams: Type.Array(Shape({ tid: Type.String({ examples: ['venue'] }), role: Type.Enum(['chief', 'member']) })),
  },
  { $id: 'RosterEntry' },
);

export const RosterPage = { ...Page(Ref(RosterEntry)), $id: 'RosterPage' };
export const RosterParams = Shape({ pid: Pid });
export const RosterQuery = Shape(PageQuery);

export const Candidate = Shape(
  {
    uid: Type.String({ description: 'Identifier of the person.' }),
    name: Type.String({ examples: ['Ada Lovelace'] }),
    ...distinction,
  },
  { $id: 'Candidate' },
);
export const CandidatePage = { ...Page(Ref(Candidate)), $id: 'CandidatePage' };
export const CandidateQuery = Shape({
  q: Type.Optional(
    Line(100, { description: 'How words of the name begin, in any order; case, accents and width do not matter.' }),
  ),
  ...PageQuery,
});

export const rosterSchemas = [RosterEntry, RosterPage, Candidate, CandidatePage];

export type RosterEntry = Static<typeof RosterEntry>;
export type RosterPage = Static<typeof RosterPage>;
