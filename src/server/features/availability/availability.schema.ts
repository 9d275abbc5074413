import { Id, Nullable, Shape, Slug, Timestamp, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';
import { Moment } from '../../lib/time.ts';
import { Pid } from '../../auth/project-role.ts';

const hoursLimit = 500;
const maxPreferences = 50;
const maxPeriods = 50;

const maxHours = () =>
  Type.Integer({
    minimum: 1,
    maximum: hoursLimit,
    description: 'Maximum hours the person wants to help in this project; null: no limit.',
    examples: [12],
  });

export const Availability = Shape(
  {
    unavailable: Type.Array(
      Shape({ from: Timestamp("Start of the time when the person can't help."), to: Timestamp('End.') }),
      { description: 'Sorted, without overlaps. The person is available at all other times.' },
    ),
    max_hours: Nullable(maxHours()),
    preferred_kinds: Type.Array(Type.String({ description: 'Identifier of a kind of task.' })),
    preferred_teams: Type.Array(Type.String({ description: 'Identifier of a team.', examples: ['venue'] })),
  },
  { $id: 'Availability' },
);

export const NewAvailability = Shape(
  {
    unavailable: Type.Array(
      Shape({ from: Moment("Start of the time when the person can't help."), to: Moment('End.') }),
      {
        maxItems: maxPeriods,
      },
    ),
    max_hours: Type.Optional(Nullable(maxHours())),
    preferred_kinds: Type.Optional(
      Type.Array(Id('Identifier of a kind of task.'), { maxItems: maxPreferences, uniqueItems: true }),
    ),
    preferred_teams: Type.Optional(
      Type.Array(Slug('Identifier of a team.', ['venue']), { maxItems: maxPreferences, uniqueItems: true }),
    ),
  },
  {
    $id: 'NewAvailability',
    examples: [
      {
        unavailable: [{ from: '2026-08-08T00:00:00+08:00', to: '2026-08-08T14:00:00+08:00' }],
        max_hours: 12,
        preferred_teams: ['venue'],
      },
    ],
  },
);

export const AvailabilityParams = Shape({ pid: Pid });

export const availabilitySchemas = [Availability, NewAvailability];

export type Availability = Static<typeof Availability>;
export type NewAvailability = Static<typeof NewAvailability>;
