import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { catalogue } from '../../errors.ts';

const muster = useApp();

test('the document is compressed, has an ETag, and returns 304 when unchanged', async () => {
  const plain = await muster.call('/api/openapi.json');
  const brotli = await muster.app.inject({ url: '/api/openapi.json', headers: { 'accept-encoding': 'br' } });
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body);
  const again = await muster.call({
    url: '/api/openapi.json',
    headers: { 'if-none-match': String(plain.headers['etag']) },
  });
  expect({ status: again.statusCode, body: again.body }).toEqual({ status: 304, body: '' });
});

test('the list of errors matches the catalogue', async () => {
  const { data } = (await muster.call('/api/errors')).json();
  expect(data).toEqual(Object.entries(catalogue).map(([code, [status, title]]) => ({ code, status, title })));
});

test('both viewers show this document and load nothing from elsewhere', async () => {
  for (const url of ['/api/docs', '/api/docs/', '/api/redoc']) {
    const response = await muster.app.inject({ url, headers: { accept: 'text/html' } });
    expect({ url, status: response.statusCode }).toEqual({ url, status: 200 });
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
  }
  expect((await muster.app.inject('/api/docs/static/theme/start.js')).body).toContain('/api/openapi.json');
  expect((await muster.app.inject('/api/redoc')).body).toContain('spec-url="/api/openapi.json"');
});

test('an import of the document into another program works at once', async () => {
  const { servers, security } = (await muster.call('/api/openapi.json')).json();
  expect(servers[0].url).toBe(muster.config.baseUrl);
  expect(security[0]).toEqual({ bearer: [] });
});

test('the document for service accounts has what every integration begins with', async () => {
  const { paths } = (await muster.call('/api/openapi.json?for=service_accounts')).json();
  expect(Object.keys(paths['/api/projects'])).toEqual(['get']);
  expect(Object.keys(paths['/api/token']).toSorted()).toEqual(['get', 'post']);
});

test('a named schema is referred to, not written out again, also where it may be null', async () => {
  const { components } = (await muster.call('/api/openapi.json')).json();
  const { from, to } = components.schemas.PlaceOffer.properties;
  expect(from).toEqual({ $ref: '#/components/schemas/MissingPerson' });
  expect(to.anyOf).toEqual([{ $ref: '#/components/schemas/MissingPerson' }, { type: 'null' }]);
});

test('a field that many answers have is described once', async () => {
  const { schemas } = (await muster.call('/api/openapi.json')).json().components;
  for (const page of ['TeamPage', 'TaskPage'])
    expect([page, schemas[page].properties.next]).toEqual([page, { $ref: '#/components/schemas/Next' }]);
});
