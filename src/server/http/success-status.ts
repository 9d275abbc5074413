import type { preHandlerHookHandler } from 'fastify';
import type { Instance } from './app.ts';

/** A route that documents one success answers with its status, so handlers set it only if there are several. */
export function setSuccessStatus(app: Instance): void {
  app.addHook('onRoute', (route) => {
    const documented = Object.keys(route.schema?.response ?? {}).filter((status) => status.startsWith('2'));
    const status = Number(documented[0]);
    if (documented.length !== 1 || status === 200) return;
    const setStatus: preHandlerHookHandler = (_request, reply, done) => {
      reply.code(status);
      done();
    };
    route.preHandler = [route.preHandler ?? [], setStatus].flat();
  });
}
