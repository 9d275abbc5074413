import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';
import type { Response } from 'light-my-request';

type Json = Record<string, unknown>;
type Answer = { content?: Record<string, { schema: object }> };
type Operations = Record<string, { responses: Record<string, Answer> }>;

/** Fails a test whose answer is not what the OpenAPI document promises. */
export function conformance(app: FastifyInstance) {
  const document = app.swagger() as unknown as { paths: Record<string, Operations | undefined>; components: Json };
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addFormat('line', true).addFormat('text', true).addFormat('email_address', true);
  ajv.addSchema({ $id: 'document', components: document.components });
  const paths = Object.keys(document.paths).map((path) => ({
    path,
    pattern: new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`),
  }));

  const find = (method: string, url: string) => {
    const address = url.split('?', 1)[0] ?? '';
    const exact =
      document.paths[address] === undefined ? paths.find(({ pattern }) => pattern.test(address))?.path : address;
    return exact === undefined ? undefined : document.paths[exact]?.[method.toLowerCase()];
  };

  return (method: string, url: string, response: Response): void => {
    const operation = find(method, url);
    if (operation === undefined) return;
    const where = `${method} ${url} answered ${response.statusCode}`;
    const answer = operation.responses[response.statusCode];
    if (answer === undefined) throw new Error(`${where}, which the document does not mention: ${response.body}`);
    const type = (response.headers['content-type'] ?? '').split(';', 1)[0] ?? '';
    const schema = answer.content?.[type]?.schema;
    if (schema === undefined) {
      if (response.body !== '' && !type.startsWith('text/'))
        throw new Error(`${where} with ${type}, which the document does not mention`);
      return;
    }
    const rooted = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"document#/components')) as object;
    if (!ajv.validate(rooted, type.endsWith('json') ? JSON.parse(response.body) : response.body))
      throw new Error(`${where}: ${ajv.errorsText()} in ${response.body}`);
  };
}
