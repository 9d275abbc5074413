import { Nullable, Shape, Timestamp, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { Day } from '../tasks.schema.ts';
import { Pid } from '../../../auth/project-role.ts';

const count = (description: string) => Type.Integer({ description, examples: [3] });
const by = () => Type.Enum(['team', 'kind', 'place'], { description: 'How tasks are grouped.', examples: ['team'] });

export const Coverage = Shape(
  {
    day: Type.String({ examples: ['2026-08-08'] }),
    timezone: Type.String({ examples: ['Asia/Taipei'] }),
    by: by(),
    step: Type.Integer({ description: 'Minutes.', examples: [30] }),
    no_show_percent: Type.Integer({
      description: 'Expected no-shows in percent, from earlier days with at least 20 marked people; otherwise 15.',
      examples: [15],
    }),
    no_show_known: Type.Boolean({
      description: 'Whether it was measured.',
      examples: [false],
    }),
    groups: Type.Array(
      Shape({
        id: Nullable(Type.String({ description: 'Team, kind or location; null for tasks without one.' })),
        name: Nullable(Type.String({ examples: ['Venue'] })),
        slots: Type.Array(
          Shape({
            at: Timestamp('When the step begins.'),
            min: count('How many people are needed.'),
            capacity: count('Number of places.'),
            joined: count('How many people have joined.'),
            arrived: count('Number of people who have arrived.'),
            absent: count('Number of no-shows.'),
            missing: count('Number of people missing to reach the minimums of the tasks.'),
            expected: Type.Number({
              description: 'Number of people who have come or will probably come.',
              examples: [2.6],
            }),
          }),
          { description: 'Steps without tasks are left out. Each step shows its worst moment.' },
        ),
      }),
    ),
  },
  { $id: 'Coverage' },
);

export const CoverageParams = Shape({ pid: Pid });
export const CoverageQuery = Shape({
  day: Day(),
  by: Type.Optional(by()),
  step: Type.Optional(
    Type.Integer({ minimum: 15, maximum: 240, default: 30, description: 'Minutes per step.', examples: [30] }),
  ),
});

export const coverageSchemas = [Coverage];
export type Coverage = Static<typeof Coverage>;
