/**
 * How long a visitor waits while somebody sends the largest bodies that routes accept, in the shapes that cost most to read:
 * limits must come before the work.
 */
import sharp from 'sharp';
import { connectionLimits } from '../src/server/http/connections.ts';
import { startTestApp } from '../test/support/app.ts';
import type { Call, TestApp } from '../test/support/app.ts';
import { bodySchemas, fieldsOf, withValue } from '../test/support/bad-input.ts';
import type { Json, Schemas } from '../test/support/bad-input.ts';
import { operationsOf, requestIn } from '../test/support/operations.ts';
import type { Operation } from '../test/support/operations.ts';
import { createWorld } from '../test/support/world/create-world.ts';
import type { World } from '../test/support/world/world-types.ts';
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

const bytesOf = (file: Buffer, type: string) => ({ type, file });

/** Files of as many pixels as are decoded, in few bytes, and some that only begin like what they say they are. */
async function dearFiles(bytes: number): Promise<{ type: string; file: Buffer }[]> {
  const plain = sharp({ create: { width: 4000, height: 4000, channels: 3, background: '#123456' } });
  const whole = [
    bytesOf(await plain.clone().jpeg().toBuffer(), 'image/jpeg'),
    bytesOf(await plain.clone().png().toBuffer(), 'image/png'),
    bytesOf(await plain.clone().webp().toBuffer(), 'image/webp'),
    bytesOf(Buffer.from('%PDF-1.4\n'), 'application/pdf'),
  ];
  const broken = whole.map(({ type, file }) => {
    const start = file.subarray(0, 400);
    return bytesOf(Buffer.concat([start, Buffer.alloc(bytes - start.length, 'a\n')]), type);
  });
  return [...whole, ...broken];
}

type Body = { what: string; send: Partial<Call> };

/** The largest bodies of an operation in the shapes that cost most. */
async function bodiesOf(
  { resolve, schemaOf, document }: Schemas,
  operation: Operation,
  payload: unknown,
  bodyBytes: number,
): Promise<Body[]> {
  const { operationId: name, path: address, method } = operation;
  const content = document.paths[address]?.[method.toLowerCase()]?.requestBody?.content ?? {};
  const schema = schemaOf(operation);
  if (schema === undefined)
    return (await dearFiles(bodyBytes))
      .filter(({ type }) => type in content)
      .map(({ type, file }) => ({
        what: `${name} ${type}`,
        send: { headers: { 'content-type': type }, payload: file },
      }));
  const texts = fieldsOf(schema, resolve).flatMap((path) =>
    largest(limitsAt(schema, path, resolve), valueAt(payload, path), bodyBytes).map((value) => ({
      what: `${name} ${path.join('.')}`,
      send: { payload: withValue(payload, path, value) as object },
    })),
  );
  if (name !== 'set_project_picture') return texts;
  const pictures = (await dearFiles(1000)).filter(({ type }) => type !== 'application/pdf');
  const send = ({ file }: { file: Buffer }) => ({ payload: { ...(payload as object), data: file.toString('base64') } });
  return [...texts, ...pictures.map((one) => ({ what: `${name} ${one.type}`, send: send(one) }))];
}

/** Devices of the desk have tokens of their own. */
async function headersFor(muster: TestApp, { access }: Operation, { pid, headers }: World): Promise<Call['headers']> {
  if (access !== 'project:device') return headers;
  const url = `/api/projects/${pid}/devices`;
  const made = await muster.call({ method: 'POST', url, headers, payload: { name: 'Gate' } });
  return { authorization: `Bearer ${made.json<{ token: string }>().token}` };
}

type Stop = { what: string; ms: number; status: number };

async function measure(): Promise<Row[]> {
  await using muster = await startTestApp({ engine: 'sqlite' });
  const schemas = bodySchemas(muster);
  const usual: number[] = [];
  const stops: Stop[] = [];
  const refused: string[] = [];
  const bodyLimits = new Map(muster.routes.map(({ method, url, bodyLimit }) => [`${method} ${url}`, bodyLimit]));
  for (const operation of operationsOf(muster)) {
    const { path, method } = operation;
    if (schemas.document.paths[path]?.[method.toLowerCase()]?.requestBody === undefined) continue;
    const world = await createWorld(muster, operation.access === 'administrator' ? 'administrator' : 'owner');
    const found = requestIn(world, operation);
    const headers = { ...found.headers, ...(await headersFor(muster, operation, world)) };
    const request = { ...found, headers } as Call;
    const url = path.replaceAll(/\{(\w+)\}/g, ':$1');
    const bodyBytes = bodyLimits.get(`${method} ${url}`) ?? connectionLimits.bodyBytes;
    let status = 0;
    const send = async (call: Call) => {
      ({ statusCode: status } = await muster.app.inject(call));
    };
    usual.push(await longestStop(() => send(request)));
    // A caller who lacks the right is refused before the body is read, which would measure nothing. Public routes may refuse
    // because the secret in the body is wrong.
    const hasSecret = operation.access === 'public' || operation.operationId === 'confirm_email_change';
    if (!hasSecret && (status === 401 || status === 403)) refused.push(operation.operationId);
    for (const { what, send: more } of await bodiesOf(schemas, operation, found.payload, bodyBytes)) {
      const ms = await longestStop(() => send({ ...request, ...more, headers: { ...headers, ...more.headers } }));
      stops.push({ what, ms, status });
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
      ok: worst.ms < limitMs && refused.length === 0,
      notes: `${refused.length === 0 ? '' : `not measured, because refused: ${refused.join(', ')}; `}${worst.what}, ${worst.status}; ${(worst.ms / inUsual).toFixed(0)} times the usual body (${inUsual.toFixed(1)} ms)`,
    },
  ];
}

export const largestBodyRows: Rows = { 'largest-bodies': { optional: true, run: measure } };
