import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Fails if the caller has lost the access of the route since the request was admitted; null for visitors. */
    confirmAccess: (() => Promise<void>) | null;
  }
}

export type Cell = string | number | boolean | null;

/** Starts a formula in spreadsheets: also after whitespace, and in the full-width forms of East Asia. */
const likeFormula = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

/**
 * A leading apostrophe turns a formula into text. Numbers do not come from callers and are left as they are. Some
 * spreadsheets also split at semicolons and tabs.
 */
function cellText(value: Cell): string {
  const text = value === null ? '' : String(value);
  const safe = typeof value === 'string' && likeFormula.test(text) ? `'${text}` : text;
  return /[",;\t\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellText).join(',')}\r\n`;

/** Many rows are written at once: each write has a fixed cost. */
const batch = 16 * 1024;

/**
 * Sent as the rows are read, so that a long table needs no more memory than a short one. The access is checked again with
 * each batch: a client can read slowly, and may lose its rights meanwhile. The download is then aborted.
 */
export function sendCsv(
  reply: FastifyReply,
  filename: string,
  header: readonly string[],
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>,
): FastifyReply {
  async function* lines() {
    // The mark at the beginning tells spreadsheets that this is UTF-8.
    let ready = `\uFEFF${csvLine(header)}`;
    for await (const row of rows) {
      ready += csvLine(row);
      if (ready.length < batch) continue;
      yield ready;
      ready = '';
      await reply.request.confirmAccess?.();
    }
    yield ready;
  }
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${filename.replace(/[^\w.-]/g, '_')}"`)
    .send(Readable.from(lines()));
}
