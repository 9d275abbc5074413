import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pagePath } from '../../../shared/pages.ts';
import { sessionCookie } from '../../auth/caller.ts';
import type { Authenticator } from '../../auth/caller.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/db.ts';
import type { App } from '../../http/app.ts';
import { namesTag } from '../../http/etag.ts';
import { chooseEncoding, tagFor } from '../../http/prepared-body.ts';
import type { PreparedBody } from '../../http/prepared-body.ts';
import type { Clock } from '../../lib/clock.ts';
import { deskHeadersWith, pageHeaders, pageHeadersWith, transportHeaders } from '../../lib/security-headers.ts';
import { findPage, isUnlisted, pageHeads, typedNumber } from './pages.service.ts';
import { areaScripts } from './preloads.service.ts';
import type { BuildManifest } from './preloads.service.ts';
import { renderedPages } from './rendered-pages.service.ts';
import { pageTemplate } from './template.service.ts';
import { asksForPage } from './web.service.ts';

type Services = { config: Config; clock: Clock; db: Db; webRoot: string; authenticator: Authenticator };

export async function webRoutes(app: App, { config, clock, db, webRoot, authenticator }: Services): Promise<void> {
  const index = join(webRoot, 'index.html');
  if (!existsSync(index)) return;
  const transport = transportHeaders(config.baseUrl);
  const template = pageTemplate(readFileSync(index, 'utf8'), config.baseUrl);
  const scriptsFor = areaScripts(readManifest(webRoot));
  const headers = { ...pageHeadersWith(template.scriptHashes), ...transport };
  const deskHeaders = { ...deskHeadersWith(template.scriptHashes), ...transport };
  const findHead = pageHeads(db, clock);
  const { isSession } = authenticator;
  const findRendered = renderedPages({ app, config, clock, isSession, webRoot, template, scriptsFor });
  const cookieName = sessionCookie(config);

  // All other paths are pages of the web application, which has its own router.
  app.get('/*', { config: { access: 'public' }, schema: { hide: true } }, async (request, reply) => {
    if (!asksForPage(request)) return reply.callNotFound();
    const number = typedNumber(request.url);
    if (number !== undefined) return reply.redirect(pagePath('/verify/$number', { number }), 303);
    const path = request.url.split('?', 1)[0] ?? '';
    const page = findPage(path);
    const head = page && (await findHead(page));
    const hasSession = request.cookies[cookieName] !== undefined;
    // Signed-in people may see what the public may not, which the application finds out.
    const mayExist = page !== undefined && (head !== undefined || hasSession);
    const rendered = mayExist ? await findRendered(request, head) : undefined;
    reply
      .code(mayExist ? 200 : 404)
      .headers(page?.path === '/desk' ? deskHeaders : headers)
      .headers({
        // Browsers keep no copy of a signed-in person's pages, also not for Back.
        'cache-control': hasSession ? 'no-store' : 'no-cache',
        vary: 'accept, accept-encoding, accept-language, cookie, sec-fetch-dest',
        'x-request-id': request.id,
        ...(isUnlisted(page) && { 'x-robots-tag': 'noindex' }),
      })
      .type('text/html; charset=utf-8');
    return rendered === undefined
      ? reply.send(template.shell(path, { head, scripts: scriptsFor(path, hasSession), isVisitor: !hasSession }))
      : sendRendered(request, reply, rendered);
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
      setHeaders: (reply) => void reply.headers({ ...pageHeaders, ...transport }),
    });
  });
}

/** Tests of the server have pages without a build. */
function readManifest(webRoot: string): BuildManifest {
  const file = join(webRoot, 'manifest.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

function sendRendered({ headers }: FastifyRequest, reply: FastifyReply, page: PreparedBody) {
  const encoding = chooseEncoding(headers['accept-encoding']);
  reply.header('etag', tagFor(page, encoding));
  if (namesTag(headers['if-none-match'], page.tag)) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(page.bodies[encoding]);
}
