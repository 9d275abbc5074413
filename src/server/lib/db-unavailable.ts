const networkCodes = /^(?:ECONN[A-Z]+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** Errors that have no code. The last two are from SQLite after the database was closed. */
const driverMessages =
  /timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|not queryable|after calling end|is not open$|has been finalized$/;

type Failure = { codes: RegExp; errcodes: readonly number[]; hint: string };

const unreachable = 'The database is unreachable. Is it running?';

/** The first match counts. `codes` are from PostgreSQL, `errcodes` from SQLite. */
const failures: readonly Failure[] = [
  { codes: /^53100$/, errcodes: [13], hint: 'The disk of the database is full. Free some space.' },
  {
    codes: /^25006$/,
    errcodes: [8],
    hint: 'The database is read-only. Is it a standby, or are its files write-protected?',
  },
  {
    codes: /^(?:55P03|57014|40001|40P01)$/,
    errcodes: [5, 6],
    hint: 'The database is too slow, or another program has locked it.',
  },
  {
    codes: /^58...$/,
    errcodes: [7, 10, 14, 15],
    hint: 'The database cannot read or write its files. Check its disk.',
  },
  { codes: /^(?:28...|3D000)$/, errcodes: [], hint: 'The database refuses the connection. Check DATABASE_URL.' },
  { codes: /^53...$/, errcodes: [], hint: 'The database is out of connections or memory. Check its settings.' },
  { codes: /^(?:08...|57P0.|25P03)$/, errcodes: [], hint: unreachable },
];

/** A hint for the operator, or undefined if the error does not mean that the database cannot serve at the moment. */
export function dbFailureHint(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  const errcode = 'errcode' in error ? Number(error.errcode) & 0xff : -1;
  const known = failures.find(({ codes, errcodes }) => codes.test(code) || errcodes.includes(errcode));
  if (known !== undefined) return known.hint;
  return networkCodes.test(code) || driverMessages.test(error.message) ? unreachable : undefined;
}

export const isDbUnavailable = (error: unknown): boolean => dbFailureHint(error) !== undefined;
