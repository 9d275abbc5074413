import { maxLocations } from '../../../shared/limits.ts';
import { Line, Nullable, Page, PageQuery, Ref, Shape, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';
import { Pid } from '../projects/projects.schema.ts';

const location = Line(100, {
  minLength: 1,
  pattern: '\\S',
  description: 'Where people travel from. Leading and trailing spaces are ignored.',
  examples: ['Kaohsiung'],
});
const amount = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'In minor units of the currency.',
  examples: [149_000],
});
const currency = Type.String({
  pattern: '^[A-Z]{3}$',
  maxLength: 3,
  description: 'ISO 4217 code of the currency of all amounts.',
  examples: ['TWD'],
});

export const TrafficSubsidy = Shape({ location, amount }, { $id: 'TrafficSubsidy' });

export const TrafficSubsidyTable = Shape(
  {
    currency: Nullable(currency),
    ...Page(Ref(TrafficSubsidy)).properties,
    rights: Shape({ edit: Type.Boolean({ description: 'change the table' }) }),
  },
  { $id: 'TrafficSubsidyTable', description: '`currency` is null until a table has been given.' },
);

export const NewTrafficSubsidyTable = Shape(
  {
    currency,
    data: Type.Array(Shape({ location, amount }), { maxItems: maxLocations, description: 'Each location once.' }),
  },
  { $id: 'NewTrafficSubsidyTable' },
);

export const NewTrafficSubsidy = Shape({ amount }, { $id: 'NewTrafficSubsidy' });

export const SubsidiesParams = Shape({ pid: Pid });
export const SubsidiesQuery = Shape(PageQuery);
export const SubsidyParams = Shape({ pid: Pid, location });

export const subsidySchemas = [TrafficSubsidy, TrafficSubsidyTable, NewTrafficSubsidyTable, NewTrafficSubsidy];

export type TrafficSubsidy = Static<typeof TrafficSubsidy>;
export type NewTrafficSubsidyTable = Static<typeof NewTrafficSubsidyTable>;
export type TrafficSubsidyTable = Static<typeof TrafficSubsidyTable>;
