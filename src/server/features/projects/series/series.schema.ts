import { Pid } from '../../../auth/project-role.ts';
import { Nullable, Shape, Slug, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';

/** Years of one event that are compared. */
export const maxYears = 20;

export const Series = Shape(
  {
    follows: Nullable(
      Type.String({ description: 'The project of the year before; null if none.', examples: ['2025'] }),
    ),
    years: Type.Array(
      Shape({
        pid: Type.String({ examples: ['2026'] }),
        name: Type.String({ examples: ['Summer Camp 2026'] }),
        year: Type.Integer({
          description: 'Year of the event, or in which the project was created.',
          examples: [2026],
        }),
      }),
      { maxItems: maxYears, description: `This project and the years before, oldest first; at most ${maxYears}.` },
    ),
  },
  { $id: 'Series' },
);

export const SeriesChange = Shape(
  {
    follows: Nullable(
      Slug('The project of the year before, which the caller owns as well; null: this is the first.', ['2025']),
    ),
  },
  { $id: 'SeriesChange', examples: [{ follows: null }] },
);
export const SeriesParams = Shape({ pid: Pid });

export const seriesSchemas = [Series, SeriesChange];
export type Series = Static<typeof Series>;
export type SeriesChange = Static<typeof SeriesChange>;
