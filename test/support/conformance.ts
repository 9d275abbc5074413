import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OutgoingHttpHeaders } from 'node:http';
import type { Muster } from '../../src/server/app.ts';
import { everywhere } from '../../src/server/features/docs/problems.service.ts';
import { documentOf } from './openapi.ts';
import type { OpenApi } from './openapi.ts';

type Json = Record<string, unknown>;

/** A response, from inject() or from a socket. */
export type Received = { statusCode: number; headers: OutgoingHttpHeaders; body: string };

type Check = (method: string, url: string, response: Received) => void;

const checks = new WeakMap<object, Check>();

/** Fails a test whose response does not match the OpenAPI document, which is made at the first request. */
export function conformance(muster: Pick<Muster, 'app' | 'routes'>): Check {
  let check: Check | undefined;
  return (method, url, response) => {
    check ??= checkOf(documentOf(muster));
    check(method, url, response);
  };
}

/** Apps with the same document share the compiled schemas. */
function checkOf(document: OpenApi): Check {
  const check = checks.get(document) ?? checkerOf(document);
  checks.set(document, check);
  return check;
}

/** The code of a problem document; undefined for any other response. */
const codeIn = ({ headers, body }: Received): string | undefined =>
  headers['content-type']?.startsWith('application/problem+json') === true
    ? (JSON.parse(body) as { code: string }).code
    : undefined;

/** The document lets responses get new fields; here, a field that it does not mention is an error. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const inside = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]));
  const isShape = inside['type'] === 'object' && typeof inside['properties'] === 'object';
  return isShape ? { additionalProperties: false, ...inside } : inside;
}

function checkerOf(document: OpenApi): Check {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addFormat('line', true).addFormat('name', true).addFormat('text', true).addFormat('email_address', true);
  ajv.addSchema({ $id: 'document', components: closed(document.components) as Json });
  const paths = Object.keys(document.paths).map((path) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
  }));

  const find = (method: string, url: string) => {
    const address = url.split('?', 1)[0] ?? '';
    const exact =
      document.paths[address] === undefined ? paths.find(({ pattern }) => pattern.test(address))?.path : address;
    return exact === undefined ? undefined : document.paths[exact]?.[method.toLowerCase()];
  };

  const validators = new WeakMap<object, ValidateFunction>();
  const validatorOf = (schema: object): ValidateFunction => {
    const kept = validators.get(schema);
    if (kept !== undefined) return kept;
    const rooted = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"document#/components')) as object;
    const compiled = ajv.compile(closed(rooted) as object);
    validators.set(schema, compiled);
    return compiled;
  };

  return (method, url, response) => {
    const operation = find(method, url);
    if (operation === undefined) return;
    const where = `${method} ${url} answered ${response.statusCode}`;
    const code = codeIn(response);
    if (everywhere.some((one) => one === code)) return;
    const answer = operation.responses[response.statusCode];
    if (answer === undefined) throw new Error(`${where}, which the document does not mention: ${response.body}`);
    if (code !== undefined && answer.description?.includes(`\`${code}\``) !== true)
      throw new Error(`${where}, and the document does not mention that it can be ${code}`);
    const type = (response.headers['content-type'] ?? '').split(';', 1)[0] ?? '';
    const schema = answer.content?.[type]?.schema;
    if (schema === undefined) {
      if (response.body !== '' && !type.startsWith('text/'))
        throw new Error(`${where} with ${type}, which the document does not mention`);
      return;
    }
    const validate = validatorOf(schema);
    if (!validate(type.endsWith('json') ? JSON.parse(response.body) : response.body))
      throw new Error(`${where}: ${ajv.errorsText(validate.errors)} in ${response.body}`);
  };
}
