/**
 * How long a visitor waits while somebody sends the largest bodies that routes accept, in the shapes that cost most to read:
 * limits must come before the work.
 */
import { connectionLimits } from '../src/server/http/connections.ts';
import { startTestApp } from '../test/support/app.ts';
import type { Call } from '../test/support/app.ts';
import { bodySchemas, fieldsOf, withValue } from '../test/support/bad-input.ts';
import type { Json } from '../test/support/bad-input.ts';
import { operationsOf, requestIn } from '../test/support/operations.ts';
import { createWorld } from '../test/support/world/create-world.ts';
import { median } from './compare.ts';
import type { Row, Rows } from './stage.ts';

const limitMs = 200;
/** What a body has besides a text that fills it. */
const restBytes = 6000;

/** Texts that are cheap to send and dear to read: tables, Markdown, templates, addresses. */
const dear = [
  'email,team,c\np@example.org,組,"a,a"\n',
  'a\n',
  'a\t',
  '\n',
  ' ',
  '"',
  '[',
  '*_',
  '`',
  '> ',
  '![](',
  '{{name}}',
  '<a@b.c>',
  '- \n',
  '|',
  '&#',
  '\u{1f469}\u200d',
];

const repeated = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

const spentMs = (): number => process.threadCpuUsage().user / 1000;

/**
 * The longest stretch in which this process could do nothing else while something was done, by the processor time of its main
 * thread, which other programs on the machine hardly affect.
 */
async function longestStop(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = spentMs();
  const look = () => {
    const now = spentMs();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, 1);
  await work();
  look();
  clearInterval(timer);
  return longest;
}

type Limits = { maxLength?: number; maxItems?: number; maxProperties?: number; items?: Json };

/** The values of a field that cost most: the longest texts, the longest lists of what the example has or of texts. */
function largest({ maxLength, maxItems, maxProperties }: Limits, example: unknown, bodyBytes: number): unknown[] {
  if (maxLength !== undefined && maxLength >= 1000)
    return dear.map((piece) => repeated(piece, Math.min(maxLength, bodyBytes - restBytes)));
  if (maxItems !== undefined && maxItems >= 50) {
    const one: unknown = Array.isArray(example) ? example[0] : undefined;
    return [
      Array.from({ length: maxItems }, (_, at) => one ?? `unknown-${at}`),
      Array.from({ length: maxItems }, (_, at) => `text ${at}`),
    ];
  }
  if (maxProperties !== undefined && maxProperties >= 50)
    return [Object.fromEntries(Array.from({ length: maxProperties }, (_, at) => [`key${at}`, repeated('a\n', 1000)]))];
  return [];
}

type Path = (string | number)[];

function limitsAt(schema: Json, path: Path, resolve: (schema: Json) => Json): Limits {
  const { anyOf = [], ...one } = resolve(schema) as Limits & { properties?: Record<string, Json>; anyOf?: Json[] };
  const [head, ...rest] = path;
  const next = typeof head === 'number' ? one.items : one.properties?.[head ?? ''];
  const here = head === undefined ? one : next === undefined ? {} : limitsAt(next, rest, resolve);
  return Object.assign({}, ...anyOf.map((other) => limitsAt(other, path, resolve)), here) as Limits;
}

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce((one: unknown, key) => (one as Record<string | number, unknown> | undefined)?.[key], value);

type Stop = { what: string; ms: number; status: number };

async function measure(): Promise<Row[]> {
  await using muster = await startTestApp({ engine: 'sqlite' });
  const { resolve, schemaOf } = bodySchemas(muster);
  const usual: number[] = [];
  const stops: Stop[] = [];
  const bodyLimits = new Map(muster.routes.map(({ method, url, bodyLimit }) => [`${method} ${url}`, bodyLimit]));
  for (const operation of operationsOf(muster)) {
    const schema = schemaOf(operation);
    if (schema === undefined) continue;
    const role = operation.access === 'administrator' ? 'administrator' : 'owner';
    const request = requestIn(await createWorld(muster, role), operation);
    const url = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    const bodyBytes = bodyLimits.get(`${operation.method} ${url}`) ?? connectionLimits.bodyBytes;
    usual.push(await longestStop(() => muster.app.inject(request)));
    for (const path of fieldsOf(schema, resolve))
      for (const value of largest(limitsAt(schema, path, resolve), valueAt(request.payload, path), bodyBytes)) {
        const payload = withValue(request.payload, path, value) as object;
        let status = 0;
        const ms = await longestStop(async () => {
          ({ statusCode: status } = await muster.app.inject({ ...request, payload } as Call));
        });
        stops.push({ what: `${operation.operationId} ${path.join('.')}`, ms, status });
      }
  }
  const [worst] = stops.toSorted((a, b) => b.ms - a.ms);
  if (worst === undefined) throw new Error('no body is large');
  const accepted = stops.filter(({ status }) => status < 300).length;
  const inUsual = median(usual);
  return [
    {
      what: `longest wait of another visitor during ${stops.length} of the largest bodies (${accepted} accepted)`,
      goal: `< ${limitMs} ms`,
      measured: `${worst.ms.toFixed(0)} ms`,
      spread: `median ${median(stops.map(({ ms }) => ms)).toFixed(0)} ms`,
      ok: worst.ms < limitMs,
      notes: `${worst.what}, ${worst.status}; ${(worst.ms / inUsual).toFixed(0)} times the usual body (${inUsual.toFixed(1)} ms)`,
    },
  ];
}

export const largestBodyRows: Rows = { 'largest-bodies': { optional: true, run: measure } };
