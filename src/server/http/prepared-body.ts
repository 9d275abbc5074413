import { brotliCompress, constants, gzip } from 'node:zlib';
import { promisify } from 'node:util';
import { etagOf } from './etag.ts';

export type Encoding = 'identity' | 'gzip' | 'br';

/** A response body that is serialised once and sent many times: its bytes in each encoding, with a strong ETag for each. */
export type PreparedBody = { tag: string; bodies: Record<Encoding, Buffer> };

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export async function prepareBody(text: string): Promise<PreparedBody> {
  const identity = Buffer.from(text);
  const [br, zipped] = await Promise.all([
    compressBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    compressGzip(identity, { level: 6 }),
  ]);
  return { tag: etagOf(identity), bodies: { identity, br, gzip: zipped } };
}

const suffixes: Record<Encoding, string> = { identity: '', gzip: '-gzip', br: '-br' };

export const tagFor = (body: PreparedBody, encoding: Encoding): string => `"${body.tag}${suffixes[encoding]}"`;

/** The best encoding that the client accepts; `q=0` means not acceptable. */
export function chooseEncoding(header: string | string[] | undefined): Encoding {
  if (typeof header !== 'string') return 'identity';
  const taken = new Set(header.split(',').filter(hasWeight).map(codingOf));
  if (taken.has('br')) return 'br';
  return taken.has('gzip') ? 'gzip' : 'identity';
}

// Split instead of matched as a whole: a pattern with optional whitespace would take quadratic time on a long run of it.
const codingOf = (part: string): string => (part.split(';', 1)[0] ?? '').trim().toLowerCase();

const hasWeight = (part: string): boolean =>
  part
    .split(';')
    .slice(1)
    .every((parameter) => !/^q=0(?:\.0*)?$/i.test(parameter.trim()));
