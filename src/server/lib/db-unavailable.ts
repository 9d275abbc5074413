/** Where a database fails that may serve again soon: away, full, read-only, held by somebody else, or too slow. */
const networkCodes = /^(?:ECONN[A-Z]+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
const driverMessages =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|not queryable|after calling end/;

type Trouble = { codes: RegExp; errcodes: readonly number[]; hint: string };

/** By the first that fits. Codes are PostgreSQL's, numbers SQLite's. */
const troubles: readonly Trouble[] = [
  { codes: /^53100$/, errcodes: [13], hint: 'the disk of the database is full; make room' },
  { codes: /^25006$/, errcodes: [8], hint: 'the database takes no writes; is it a standby, or read-only?' },
  {
    codes: /^(?:55P03|57014|40001|40P01)$/,
    errcodes: [5, 6],
    hint: 'the database is too slow, or something else holds it',
  },
  {
    codes: /^58...$/,
    errcodes: [7, 10, 14, 15],
    hint: 'the database cannot read or write its files; look at its disk',
  },
  { codes: /^(?:28...|3D000)$/, errcodes: [], hint: 'the database refuses to let us in; look at DATABASE_URL' },
  { codes: /^53...$/, errcodes: [], hint: 'the database has no connection or memory left; look at its settings' },
  { codes: /^(?:08...|57P0.|25P03)$/, errcodes: [], hint: 'the database is away; is it running?' },
];

/** What an operator should look at, or undefined when the error is of another kind. */
export function dbTroubleHint(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  const errcode = 'errcode' in error ? Number(error.errcode) & 0xff : -1;
  const known = troubles.find(({ codes, errcodes }) => codes.test(code) || errcodes.includes(errcode));
  if (known !== undefined) return known.hint;
  const away =
    networkCodes.test(code) ||
    driverMessages.test(error.message) ||
    /is not open$|has been finalized$/.test(error.message);
  return away ? 'the database is away; is it running?' : undefined;
}

export const isDbUnavailable = (error: unknown): boolean => dbTroubleHint(error) !== undefined;
