/** Fields that say where an error comes from. Others, such as PostgreSQL's `detail`, quote the row that was written. */
const safeFields = new Set([
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

/** PostgreSQL's data exceptions (class 22) repeat the value in their message. */
const quotesInput = (code: unknown): boolean => typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code);

/** The parts of an error that may be logged: its type and location, and nothing that a caller sent. */
export function errorFields(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const fields = Object.entries(error).filter(([name]) => safeFields.has(name));
  const hideMessage = 'code' in error && quotesInput(error.code);
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    message: hideMessage ? 'the database rejected a value' : error.message,
    ...Object.fromEntries(fields),
    stack: frames.join('\n'),
    ...(error.cause === undefined ? {} : { cause: errorFields(error.cause) }),
  };
}
