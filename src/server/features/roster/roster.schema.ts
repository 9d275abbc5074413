import { Line, Page, PageQuery, Ref, Shape, Type } from '../../lib/schema.ts';
import { distinction } from '../people/distinction.schema.ts';
import { Pid } from '../projects/projects.schema.ts';

export const RosterParams = Shape({ pid: Pid });

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
    Line(100, { description: 'Search by name. Matches the start of any word; ignores case and accents.' }),
  ),
  ...PageQuery,
});

export const rosterSchemas = [Candidate, CandidatePage];
