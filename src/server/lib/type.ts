import type { Type as TypeBox } from 'typebox';

type Json = Record<string, unknown>;
type Builders = Pick<
  typeof TypeBox,
  'Array' | 'Boolean' | 'Enum' | 'Integer' | 'Null' | 'Number' | 'Object' | 'Optional' | 'String' | 'Union' | 'Unsafe'
>;

const optional = new WeakSet<object>();

/**
 * Our own versions of the TypeBox builders we use, with TypeBox's types. They return plain JSON Schema; the library
 * loads 372 files for the same result, which is a tenth of the start-up time and of the idle memory.
 */
const builders = {
  Array: (items: Json, options?: Json) => ({ type: 'array', items, ...options }),
  Boolean: (options?: Json) => ({ type: 'boolean', ...options }),
  Enum: (values: readonly unknown[], options?: Json) => ({ enum: values, ...options }),
  Integer: (options?: Json) => ({ type: 'integer', ...options }),
  Null: (options?: Json) => ({ type: 'null', ...options }),
  Number: (options?: Json) => ({ type: 'number', ...options }),
  Object: (properties: Record<string, object>, options?: Json) => {
    const required = Object.keys(properties).filter((name) => !optional.has(properties[name] ?? {}));
    return { type: 'object', ...(required.length > 0 ? { required } : {}), properties, ...options };
  },
  Optional: (schema: Json) => {
    const copy = { ...schema };
    optional.add(copy);
    return copy;
  },
  String: (options?: Json) => ({ type: 'string', ...options }),
  Union: (anyOf: readonly Json[], options?: Json) => ({ anyOf, ...options }),
  Unsafe: (schema: Json) => ({ ...schema }),
};

// The cast gives our builders the types of TypeBox, which only exist in its own values. test/types checks the result.
export const Type = builders as unknown as Builders;
