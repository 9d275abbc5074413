import { Email, Name, Shape, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';
import { Tid } from '../teams.schema.ts';

/** A person and optionally a team. With `team_name`, a missing team is created. */
export const ImportRow = Shape({
  email: Email(),
  name: Type.Optional(Name()),
  team: Type.Optional(Tid),
  role: Type.Optional(Type.Enum(['chief', 'member'])),
  team_name: Type.Optional(Name({ minLength: 1, pattern: '\\S' })),
  team_headcount: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
});

export const importColumns = Object.keys(ImportRow.properties);

export type ImportRow = Static<typeof ImportRow>;
