import { Line, Shape, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';
import { Pid } from '../projects/projects.schema.ts';

const mostOfAKind = 20;

export const SearchParams = Shape({ pid: Pid });
export const SearchQuery = Shape({
  q: Line(100, { description: 'Part of a name or title; ignores case and accents.', examples: ['ada'] }),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: mostOfAKind, default: 5, description: 'Results of each kind, at most.' }),
  ),
});

export const SearchResults = Shape(
  {
    people: Type.Array(
      Shape({
        uid: Type.String({ description: 'Identifier of the person.' }),
        name: Type.String({ examples: ['Ada Lovelace'] }),
        teams: Type.Array(Type.String(), { description: 'Names of their teams that the caller may know of.' }),
      }),
    ),
    teams: Type.Array(Shape({ tid: Type.String({ examples: ['venue'] }), name: Type.String({ examples: ['Venue'] }) })),
    tasks: Type.Array(
      Shape({
        id: Type.String({ description: 'Identifier of the task.' }),
        title: Type.String({ examples: ['Registration desk'] }),
        starts_at: Type.String({ format: 'date-time' }),
        ends_at: Type.String({ format: 'date-time' }),
      }),
    ),
    forms: Type.Array(
      Shape({ form: Type.String({ examples: ['meals'] }), title: Type.String({ examples: ['Meals'] }) }),
    ),
  },
  { $id: 'SearchResults' },
);
export type SearchResults = Static<typeof SearchResults>;

export const searchSchemas = [SearchResults];
