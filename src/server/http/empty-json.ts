import type { Instance } from './app.ts';

/**
 * Generated clients send a JSON content type with every request, so an empty JSON body counts as no body where the route
 * takes none, or where it is optional. If a body is required, the response is still `malformed_body`.
 */
export function acceptEmptyJson(app: Instance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '' && isOptional(request.routeOptions.schema?.body)) done(null, undefined);
    else void parse(request, String(body), done);
  });
}

/** An optional body is declared as one that may be null. */
function isOptional(schema: unknown): boolean {
  if (schema === undefined) return true;
  if (typeof schema !== 'object' || schema === null || !('anyOf' in schema) || !Array.isArray(schema.anyOf))
    return false;
  return schema.anyOf.some((one: { type?: unknown }) => one.type === 'null');
}
