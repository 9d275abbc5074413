import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Config } from '../../config.ts';
import type { App } from '../../http/app.ts';
import { pageHeaders, pageHeadersWith, transportHeaders } from '../../lib/security-headers.ts';
import { manifestOf, selfDestroyingWorker } from './app-files.service.ts';
import { pageTemplate } from './template.service.ts';

const iconsMaxAge = '1d';

/** What an installed app needs: the service worker, the page it shows offline, the manifest, icons. */
export async function appFileRoutes(app: App, { config, webRoot }: { config: Config; webRoot: string }): Promise<void> {
  const index = join(webRoot, 'index.html');
  if (!existsSync(index)) return;
  const route = { config: { access: 'public' as const }, schema: { hide: true } };
  const built = join(webRoot, 'service-worker.js');
  const isOn = config.serviceWorker === 'on' && existsSync(built);
  const worker = isOn ? readFileSync(built, 'utf8') : selfDestroyingWorker;
  const template = pageTemplate(readFileSync(index, 'utf8'), config.baseUrl);
  const shell = template.shell('/');
  const shellHeaders = { ...pageHeadersWith(template.scriptHashes), ...transportHeaders(config.baseUrl) };
  const manifest = JSON.stringify(manifestOf(config));

  app.get('/service-worker.js', route, (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(worker),
  );
  app.get('/app-shell', route, (_request, reply) =>
    reply.headers(shellHeaders).header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(shell),
  );
  app.get('/manifest.webmanifest', route, (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/manifest+json').send(manifest),
  );
  const icons = join(webRoot, 'icons');
  if (!existsSync(icons)) return;
  await app.register(async (files) => {
    files.addHook('onRoute', (added) => {
      added.config = { ...added.config, access: 'public' };
      added.schema = { hide: true };
    });
    await files.register(fastifyStatic, {
      root: icons,
      prefix: '/icons/',
      decorateReply: false,
      maxAge: iconsMaxAge,
      setHeaders: (reply) => void reply.headers({ ...pageHeaders, ...transportHeaders(config.baseUrl) }),
    });
  });
}
