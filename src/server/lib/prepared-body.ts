import { brotliCompress, constants, gzip } from 'node:zlib';
import { promisify } from 'node:util';
import { etagOf } from './etag.ts';

export type Encoding = 'identity' | 'gzip' | 'br';

/** An answer made once and sent many times: its bytes in each encoding, each with a strong tag of its own. */
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

/** The best encoding that the caller takes; a weight of zero is a refusal. */
export function chooseEncoding(header: string | string[] | undefined): Encoding {
  if (typeof header !== 'string') return 'identity';
  const takes = (name: string) => {
    const match = new RegExp(`(?:^|,)\\s*${name}\\s*(?:;\\s*q=([0-9.]+))?\\s*(?:,|$)`, 'i').exec(header);
    return match !== null && Number(match[1] ?? 1) > 0;
  };
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : 'identity';
}
