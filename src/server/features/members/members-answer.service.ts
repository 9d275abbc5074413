import type { IncomingMessage, ServerResponse } from 'node:http';
import { namesTag } from '../../http/etag.ts';
import { chooseEncoding, prepareBody, tagFor } from '../../http/prepared-body.ts';
import type { Encoding, PreparedBody } from '../../http/prepared-body.ts';
import { apiHeaders } from '../../lib/security-headers.ts';

/** The schedule of docs/deprecations.md: announced, and when `GET /api/members` may go. */
const deprecation = { since: new Date('2026-11-15T00:00:00Z'), sunset: new Date('2027-11-15T00:00:00Z') };

/** A listing ready to be sent: for each address and encoding the header, all but the request's id, and the body. */
export type Listing = { tag: string; bytes: number; answers: Record<Address, Record<Encoding, Answer>> };
export type Address = 'current' | 'deprecated';

/** Names and values alternating: `writeHead` passes this form on as it is. */
type Fields = readonly string[];
type Answer = { etag: string; whole: Fields; unchanged: Fields; bytes: Buffer };

const shared: Record<string, string> = {
  ...apiHeaders,
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'public, max-age=0, must-revalidate',
  vary: 'accept-encoding',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'etag, deprecation, sunset, link, retry-after',
};

const announcement = (pid: string): Record<string, string> => ({
  deprecation: `@${deprecation.since.getTime() / 1000}`,
  sunset: deprecation.sunset.toUTCString(),
  link: `</api/members/${pid}>; rel="successor-version"`,
});

export async function prepareListing(pid: string, text: string): Promise<Listing> {
  const body = await prepareBody(text);
  const current = prepareAnswers(body, shared);
  const deprecated = prepareAnswers(body, { ...shared, ...announcement(pid) });
  const bytes = Object.values(body.bodies).reduce((sum, { length }) => sum + length, 0);
  return { tag: body.tag, bytes, answers: { current, deprecated } };
}

function prepareAnswers(body: PreparedBody, headers: Record<string, string>): Record<Encoding, Answer> {
  const prepare = (encoding: Encoding): Answer => {
    const etag = tagFor(body, encoding);
    const bytes = body.bodies[encoding];
    const coding = encoding === 'identity' ? [] : ['content-encoding', encoding];
    const unchanged = Object.entries({ ...headers, etag }).flat();
    return { etag, unchanged, whole: [...unchanged, 'content-length', String(bytes.length), ...coding], bytes };
  };
  return { identity: prepare('identity'), gzip: prepare('gzip'), br: prepare('br') };
}

/** Writes to the raw response: header and body are ready, so the framework has nothing to add. */
export function writeListing(
  { headers, method }: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  { tag, answers }: Listing,
  address: Address,
): void {
  const { etag, whole, unchanged, bytes } = answers[address][encodingFor(headers['accept-encoding'])];
  const named = headers['if-none-match'];
  if (named !== undefined && (named === etag || namesTag(named, tag))) {
    response.writeHead(304, [...unchanged, 'x-request-id', requestId]).end();
    return;
  }
  response.writeHead(200, [...whole, 'x-request-id', requestId]).end(method === 'HEAD' ? undefined : bytes);
}

const knownHeaders = new Map<string, Encoding>();
const maxKnownHeaders = 100;
const maxHeaderLength = 200;

/** Remembers the encoding for the few values that browsers send. */
function encodingFor(header: string | string[] | undefined): Encoding {
  if (typeof header !== 'string') return 'identity';
  const known = knownHeaders.get(header);
  if (known !== undefined) return known;
  const encoding = chooseEncoding(header);
  if (knownHeaders.size < maxKnownHeaders && header.length <= maxHeaderLength) knownHeaders.set(header, encoding);
  return encoding;
}
