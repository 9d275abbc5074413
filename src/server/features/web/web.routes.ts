import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Config } from '../../config.ts';
import type { App } from '../../http/app.ts';
import { pageHeaders, transportHeaders } from '../../lib/security-headers.ts';
import { asksForPage } from './web.service.ts';

export async function webRoutes(app: App, { config, webRoot }: { config: Config; webRoot: string }): Promise<void> {
  const headers = { ...pageHeaders, ...transportHeaders(config.baseUrl) };
  const index = join(webRoot, 'index.html');
  const page = existsSync(index) ? readFileSync(index) : undefined;
  if (page === undefined) return;

  // All other paths are pages of the web application, which has its own router.
  app.get('/*', { config: { access: 'public' }, schema: { hide: true } }, (request, reply) => {
    if (!asksForPage(request)) return reply.callNotFound();
    return reply
      .headers(headers)
      .headers({ 'cache-control': 'no-cache', vary: 'accept', 'x-request-id': request.id })
      .type('text/html; charset=utf-8')
      .send(page);
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
