import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { catalogue } from '../src/server/errors.ts';
import { useApp } from './support/app.ts';
import type { Call } from './support/app.ts';
import { createProject } from './support/factories.ts';

const muster = useApp();
beforeAll(async () => {
  await createProject(muster, { pid: '2026' });
});

const problem = new Ajv2020().compile({
  type: 'object',
  additionalProperties: false,
  required: ['type', 'title', 'status', 'detail', 'code', 'request_id'],
  properties: {
    type: { type: 'string', pattern: '^/api/errors#[a-z_]+$' },
    title: { type: 'string', minLength: 1 },
    status: { type: 'integer', minimum: 400, maximum: 499 },
    detail: { type: 'string', minLength: 1 },
    code: { enum: Object.keys(catalogue) },
    errors: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['pointer', 'detail'],
        properties: { pointer: { type: 'string' }, detail: { type: 'string', minLength: 1 } },
      },
    },
    request_id: { type: 'string', pattern: '^[0-9a-z]{16}$' },
  },
});

/** Expects no 5xx, and a problem document for every 4xx. */
async function expectNoServerError(call: Call): Promise<void> {
  const response = await muster.app.inject(call);
  expect(response.statusCode, response.body).toBeLessThan(500);
  if (response.statusCode < 400) return;
  expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  const body = response.json();
  expect(problem(body), `${JSON.stringify(problem.errors)} in ${response.body}`).toBe(true);
  expect(body.status).toBe(response.statusCode);
}

/** Text of every kind: letters, controls, lone surrogates, quotes, percent signs, prototype names. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.string({
    unit: fc.constantFrom('%', '0', 'a', '\\', '"', "'", '/', '.', '\u0000', '\ud800', '\r', '\n', '&', '='),
  }),
  fc.constantFrom('__proto__', 'constructor', 'toString', '2026', '%00', 'null', '-0', '1e999', '\ufeff', 'İ@b'),
  fc.string({ unit: fc.constantFrom('a', '王', '💣'), minLength: 190, maxLength: 600 }),
);

const fields = ['username', 'password', 'grant_type', 'scope', 'name', 'expires_in_days', 'token', 'email', 'language'];
const value = fc.oneof(
  text,
  fc.jsonValue(),
  fc.integer(),
  fc.constantFrom('a@b.org', 'password', 'read', 'en', 1, null),
);
const object = fc.dictionary(fc.oneof(fc.constantFrom(...fields), text), value, { maxKeys: 8 });
const type = fc.oneof(
  fc.constantFrom(
    'application/json',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-16',
    'application/problem+json',
    'multipart/form-data; boundary=x',
    'text/plain',
    'application/json;',
    ';',
    '/',
  ),
  fc.string({ unit: 'grapheme-ascii', maxLength: 40 }),
);
const json = object.map((body) => ({ type: 'application/json', payload: JSON.stringify(body) }));
const form = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...fields), text), text), { maxLength: 8 }).map((pairs) => ({
  type: 'application/x-www-form-urlencoded',
  payload: pairs.map(([name, content]) => `${encodeSometimes(name)}=${encodeSometimes(content)}`).join('&'),
}));
const raw = fc
  .tuple(
    type,
    fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      text.map((one) => Buffer.from(one)),
    ),
  )
  .map(([contentType, bytes]) => ({ type: contentType, payload: Buffer.from(bytes) }));

/** Encodes half of the values as a client would, and leaves the others mostly raw. */
function encodeSometimes(part: string): string {
  return part.length % 2 === 0 && part.isWellFormed()
    ? encodeURIComponent(part)
    : part.replaceAll(/[^\x21-\x7e]/g, '%');
}

test.each(['/api/token', '/api/sign-in', '/api/sign-in/email'])(
  'POST %s never returns 5xx, whatever the body and content type',
  async (url) => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(json, form, raw), async ({ type, payload }) => {
        await expectNoServerError({ method: 'POST', url, headers: { 'content-type': type }, payload });
      }),
      { numRuns: 50 },
    );
  },
);

test('the listing never returns 5xx, whatever the URL and headers', async () => {
  const segment = text.map(encodeSometimes);
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        segment.map((pid) => `/api/members?pid=${pid}`),
        segment.map((query) => `/api/members?${query}`),
        segment.map((pid) => `/api/members/${pid}`),
        segment.map((pid) => `/members/${pid}`),
      ),
      fc.dictionary(
        fc.constantFrom('if-none-match', 'accept-encoding', 'authorization', 'cookie', 'accept', 'origin'),
        fc.string({ unit: 'grapheme-ascii', maxLength: 60 }),
      ),
      async (url, headers) => expectNoServerError({ url, headers }),
    ),
    { numRuns: 100 },
  );
});

test('protected routes never return 5xx, whatever the headers', async () => {
  const names = fc.constantFrom('authorization', 'cookie', 'origin', 'sec-fetch-site', 'if-match', 'idempotency-key');
  const headers = fc.dictionary(
    names,
    fc.oneof(fc.string({ unit: 'grapheme-ascii' }), fc.constantFrom('muster_session=x', 'Bearer x')),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('GET', 'POST', 'DELETE', 'PUT'), headers, async (method, given) => {
      for (const url of ['/api/me', '/api/me/tokens', '/api/me/exchange-credentials', '/api/sign-out']) {
        await expectNoServerError({ method, url, headers: given });
      }
    }),
    { numRuns: 30 },
  );
});
