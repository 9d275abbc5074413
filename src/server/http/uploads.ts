import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { receiptTypes } from '../../shared/claims.ts';
import { fail } from '../errors.ts';
import { Spooled } from '../lib/spool.ts';
import type { Spool } from '../lib/spool.ts';
import type { Instance } from './app.ts';

/** How many files one person sends at once: who sends them slowly, or in masses, must not keep others from it. */
const maxOfPerson = 4;

/** For routes whose body is a file. Its content type says what it should be; whether it is that, the handler finds out. */
export function acceptFiles(app: Instance, spool: Spool): void {
  const underWay = new Map<string, number>();

  app.addHook('preParsing', async ({ caller }, reply) => {
    const uid = caller?.uid ?? '';
    const count = underWay.get(uid) ?? 0;
    if (count >= maxOfPerson) fail('too_many_requests', { headers: { 'retry-after': '5', connection: 'close' } });
    underWay.set(uid, count + 1);
    // Also when the client hangs up.
    reply.raw.once('close', () => {
      const left = (underWay.get(uid) ?? 1) - 1;
      if (left === 0) underWay.delete(uid);
      else underWay.set(uid, left);
    });
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser([...receiptTypes], (request: FastifyRequest, body: IncomingMessage) =>
    spool.receive(body, request.routeOptions.bodyLimit, Number(request.headers['content-length'] ?? 0)),
  );
  // Also when the handler has not run, or the client has hung up.
  app.addHook('onResponse', async ({ body }) => {
    if (body instanceof Spooled) await body[Symbol.asyncDispose]();
  });
}
