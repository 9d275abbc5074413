import type { Instance } from './app.ts';

/**
 * Generated clients send a JSON content type with every request, so an empty JSON body counts as no body where the route
 * takes none. Where it takes one, the answer stays `malformed_body`.
 */
export function acceptEmptyJson(app: Instance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '' && request.routeOptions.schema?.body === undefined) done(null, undefined);
    else void parse(request, String(body), done);
  });
}
