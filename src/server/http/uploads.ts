import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { receiptTypes } from '../../shared/claims.ts';
import { Spooled } from '../lib/spool.ts';
import type { Spool } from '../lib/spool.ts';
import type { Instance } from './app.ts';

/** For routes whose body is a file. Its content type says what it should be; whether it is that, the handler finds out. */
export function acceptFiles(app: Instance, spool: Spool): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser([...receiptTypes], (request: FastifyRequest, body: IncomingMessage) =>
    spool.receive(body, request.routeOptions.bodyLimit, Number(request.headers['content-length'] ?? 0)),
  );
  // Also when the handler has not run, or the client has hung up.
  app.addHook('onResponse', async ({ body }) => {
    if (body instanceof Spooled) await body[Symbol.asyncDispose]();
  });
}
