import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { columnTypes } from './columns.ts';
import type { Engine } from './db.ts';

type Text = RawBuilder<unknown>;

/**
 * SQL for JSON in text columns. The arrow operators are the same on both engines; expanding an array into rows, each
 * with a `value`, is not.
 */
export const jsonOn = (engine: Engine) => {
  const parsed = (text: Text): Text => (engine === 'sqlite' ? text : sql`(${text})::jsonb`);
  return {
    parsed,
    items: (text: Text): Text =>
      engine === 'sqlite' ? sql`json_each(${text})` : sql`jsonb_array_elements(${parsed(text)})`,
    /** For plain values that are compared with a result of `->>`. */
    plainItems: (json: Text): Text =>
      engine === 'sqlite' ? sql`json_each(${json})` : sql`jsonb_array_elements_text(${json})`,
    /** Casts a JSON text to the type of such a column. */
    as: (type: 'time' | 'date', text: Text): Text => sql`cast(${text} as ${columnTypes[engine][type]})`,
  };
};
