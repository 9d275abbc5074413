/** Fields that tell where an error comes from; others, such as PostgreSQL's `detail`, quote the row that was written. */
const kept = new Set([
  'code',
  'errcode',
  'errno',
  'syscall',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
]);

/** PostgreSQL's data exceptions repeat the value in their message. */
const quotesInput = (code: unknown): boolean => typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code);

/** What a log may hold of an error: its kind and its place in the code, and nothing that somebody sent. */
export function errorFields(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const fields = Object.entries(error).filter(([name]) => kept.has(name));
  const silent = 'code' in error && quotesInput(error.code);
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    message: silent ? 'a value was not accepted' : error.message,
    ...Object.fromEntries(fields),
    stack: frames.join('\n'),
    ...(error.cause === undefined ? {} : { cause: errorFields(error.cause) }),
  };
}
