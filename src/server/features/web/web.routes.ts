import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { sessionCookie } from '../../auth/caller.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/db.ts';
import type { App } from '../../http/app.ts';
import type { Clock } from '../../lib/clock.ts';
import { pageHeaders, transportHeaders } from '../../lib/security-headers.ts';
import { isPage, pageHeads, pageTemplate } from './pages.service.ts';
import { asksForPage } from './web.service.ts';

type Services = { config: Config; db: Db; clock: Clock; webRoot: string };

export async function webRoutes(app: App, { config, db, clock, webRoot }: Services): Promise<void> {
  const headers = { ...pageHeaders, ...transportHeaders(config.baseUrl) };
  const index = join(webRoot, 'index.html');
  if (!existsSync(index)) return;
  const render = pageTemplate(readFileSync(index, 'utf8'), config.baseUrl);
  const findHead = pageHeads(db, clock);
  const cookieName = sessionCookie(config);

  // All other paths are pages of the web application, which has its own router.
  app.get('/*', { config: { access: 'public' }, schema: { hide: true } }, async (request, reply) => {
    if (!asksForPage(request)) return reply.callNotFound();
    const path = request.url.split('?', 1)[0] ?? '';
    const isKnown = isPage(path);
    const head = isKnown ? await findHead(path) : undefined;
    // Signed-in people may see what the public may not, which the application finds out.
    const mayExist = isKnown && (head !== undefined || request.cookies[cookieName] !== undefined);
    return reply
      .code(mayExist ? 200 : 404)
      .headers(headers)
      .headers({ 'cache-control': 'no-cache', vary: 'accept, cookie', 'x-request-id': request.id })
      .type('text/html; charset=utf-8')
      .send(render(path, head));
  });
  await app.register(async (files) => {
    files.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public' };
      route.schema = { hide: true };
    });
    await files.register(fastifyStatic, {
      root: join(webRoot, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      immutable: true,
      maxAge: '1y',
      preCompressed: true,
      setHeaders: (reply) => void reply.headers(headers),
    });
  });
}
