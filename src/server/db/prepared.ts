import type { Build, EngineHandle, Reader } from './db.ts';

const prefix = '\u0000';
const placeholder = (name: string): string => `${prefix}${name}`;
const isPlaceholder = (value: unknown): value is string => typeof value === 'string' && value.startsWith(prefix);

/** Building and compiling a query costs several times as much as SQLite takes to run it, so it is done once. */
function compile<P extends string, O, V>(read: Reader, build: Build<P, O>) {
  const compiled = build(read, placeholder).compile();
  const fill = (values: Record<P, V>): unknown[] =>
    compiled.parameters.map((value) => (isPlaceholder(value) ? values[value.slice(prefix.length) as P] : value));
  return { compiled, fill };
}

/** A read outside transactions, for queries that every request makes. */
export function prepareRead<P extends string, O>(handle: EngineHandle, build: Build<P, O>) {
  const { compiled, fill } = compile<P, O, string>(handle.read, build);
  const run = handle.prepareRead(compiled.sql);
  return async (values: Record<P, string>): Promise<O[]> => (await run(fill(values))) as O[];
}

const names = new Map<string, string>();

/** PostgreSQL parses a named statement once per connection. */
export const statementName = (sql: string): string | undefined => names.get(sql);

/** A statement compiled on first use and run in any transaction, for those that many callers cause at once. */
export function preparedStatement<P extends string, O>(build: Build<P, O>) {
  const compiledFor = new WeakMap<object, ReturnType<typeof compile<P, O, string | null>>>();
  return async (on: Reader, values: Record<P, string | null>): Promise<O[]> => {
    const { adapter } = on.getExecutor();
    let statement = compiledFor.get(adapter);
    if (statement === undefined) {
      statement = compile<P, O, string | null>(on, build);
      const { sql } = statement.compiled;
      if (!names.has(sql)) names.set(sql, `statement_${names.size + 1}`);
      compiledFor.set(adapter, statement);
    }
    return (await on.executeQuery<O>({ ...statement.compiled, parameters: statement.fill(values) })).rows;
  };
}
