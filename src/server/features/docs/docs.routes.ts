import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import swaggerUi from '@fastify/swagger-ui';
import type { App } from '../../http/app.ts';
import { catalogue } from '../../errors.ts';
import { namesTag } from '../../http/etag.ts';
import { chooseEncoding, prepareBody, tagFor } from '../../http/prepared-body.ts';
import type { PreparedBody } from '../../http/prepared-body.ts';
import { Empty, Ref, Type } from '../../lib/schema.ts';
import { DocumentQuery, ErrorCatalogue } from './docs.schema.ts';
import { scopedDocument } from './scoped-document.service.ts';
import { startScript } from './swagger-page.service.ts';

const explorer = fileURLToPath(import.meta.resolve('openapi-explorer/dist/browser/openapi-explorer.min.js'));
const logo = readFileSync(new URL('../../../web/ui/logo.svg', import.meta.url));
const open = { access: 'public' } as const;

const alternative = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Muster API</title>
    <link rel="icon" type="image/svg+xml" href="data:image/svg+xml;base64,${logo.toString('base64')}" />
    <style>
      openapi-explorer {
        --font-regular: -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'PingFang TC', 'Noto Sans TC', sans-serif;
        --font-mono: ui-monospace, Menlo, Consolas, monospace;
        --blue: #1d6a5f;
        font-family: var(--font-regular);
      }
    </style>
    <script type="module" src="/api/redoc/explorer.js"></script>
  </head>
  <body>
    <openapi-explorer
      spec-url="/api/openapi.json"
      hide-server-selection="true"
      table="true"
      primary-color="#1d6a5f"
      secondary-color="#f4b740"
      nav-bg-color="#15544b"
      nav-text-color="#eaf6f3"
      nav-hover-bg-color="#0d3d37"
      nav-hover-text-color="#ffffff"
    ></openapi-explorer>
  </body>
</html>
`;

export async function docsRoutes(app: App): Promise<void> {
  // Promises, so that concurrent first requests share one preparation.
  const prepared: Partial<Record<'everybody' | 'service_accounts', Promise<PreparedBody>>> = {};
  let script: Promise<Buffer> | undefined;
  const documentFor = (readers: 'everybody' | 'service_accounts'): object =>
    readers === 'everybody' ? app.swagger() : scopedDocument(app.swagger());
  app.get(
    '/api/openapi.json',
    {
      config: open,
      schema: {
        tags: ['Operation'],
        operationId: 'get_openapi',
        summary: 'This document',
        description: 'With `for=service_accounts`, the document is less than half the size.',
        querystring: DocumentQuery,
        response: {
          200: Type.Unsafe<Buffer>({ type: 'object', additionalProperties: true, description: 'OpenAPI 3.1' }),
          304: Empty('Unchanged.'),
        },
      },
    },
    async (request, reply) => {
      const { for: readers = 'everybody' } = request.query;
      const document = await (prepared[readers] ??= prepareBody(JSON.stringify(documentFor(readers))));
      const encoding = chooseEncoding(request.headers['accept-encoding']);
      reply.headers({
        etag: tagFor(document, encoding),
        'cache-control': 'no-cache',
        vary: 'accept-encoding',
        'access-control-allow-origin': '*',
        ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      });
      if (namesTag(request.headers['if-none-match'], document.tag)) return reply.code(304).send();
      return reply.type('application/json; charset=utf-8').send(document.bodies[encoding]);
    },
  );

  app.get(
    '/api/errors',
    {
      config: open,
      schema: {
        tags: ['Operation'],
        operationId: 'list_errors',
        summary: 'List all error codes',
        response: { 200: Ref(ErrorCatalogue) },
      },
    },
    async () => ({ data: Object.entries(catalogue).map(([code, [status, title]]) => ({ code, status, title })) }),
  );

  app.get('/api/redoc', { config: open, schema: { hide: true } }, (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(alternative),
  );
  app.get('/api/redoc/explorer.js', { config: open, schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(await (script ??= readFile(explorer))),
  );

  await app.register(async (ui) => {
    ui.addHook('onRoute', (route) => {
      route.config = { ...route.config, ...open };
    });
    await ui.register(swaggerUi, {
      routePrefix: '/api/docs',
      theme: {
        title: 'Muster API',
        js: [{ filename: 'start.js', content: startScript }],
        favicon: [{ filename: 'logo.svg', rel: 'icon', type: 'image/svg+xml', sizes: 'any', content: logo }],
      },
    });
  });
}
