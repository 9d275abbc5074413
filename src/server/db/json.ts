import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { columnTypes } from './columns.ts';
import type { Engine } from './columns.ts';

type Text = RawBuilder<unknown>;

/**
 * Questions about JSON that a text column holds. The arrows mean the same on both engines; how an array becomes rows,
 * each with a `value`, does not.
 */
export const jsonOn = (engine: Engine) => {
  const parsed = (text: Text): Text => (engine === 'sqlite' ? text : sql`(${text})::jsonb`);
  return {
    parsed,
    items: (text: Text): Text =>
      engine === 'sqlite' ? sql`json_each(${text})` : sql`jsonb_array_elements(${parsed(text)})`,
    /** For plain values that are compared with what `->>` gives. */
    plainItems: (json: Text): Text =>
      engine === 'sqlite' ? sql`json_each(${json})` : sql`jsonb_array_elements_text(${json})`,
    /** A text of JSON as what a column of that type holds. */
    as: (type: 'time' | 'date', text: Text): Text => sql`cast(${text} as ${columnTypes[engine][type]})`,
  };
};
