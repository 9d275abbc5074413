import sharp from 'sharp';
import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { bearer, createPerson, tokenOf } from '../../../../../test/support/factories.ts';
import { createCrew } from '../../../../../test/support/world.ts';
import { minContrast, backgrounds, contrastOf, readableColours } from './colours.policy.ts';

const muster = useApp();

/** One pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const alt = 'A tent';

test('a picture is public, cached by its version, and cannot run anything', async () => {
  const crew = await createCrew(muster);
  const set = await crew.as(crew.owner, 'PUT', 'picture', { data: png, alt });
  expect(set.statusCode).toBe(200);
  const { picture } = set.json();
  expect(picture).toEqual({
    url: expect.stringContaining(`/api/projects/${crew.pid}/picture?v=`),
    alt,
    width: 1,
    height: 1,
  });
  const before = muster.db.queryCount();
  const response = await muster.call({ method: 'GET', url: picture.url });
  expect(muster.db.queryCount() - before).toBe(2);
  const pixelOf = (bytes: Buffer) => sharp(bytes).raw().toBuffer();
  expect(await pixelOf(response.rawPayload)).toEqual(await pixelOf(Buffer.from(png, 'base64')));
  expect(response.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  });
  const again = { 'if-none-match': String(response.headers['etag']) };
  const unchanged = await muster.call({ method: 'GET', url: `/api/projects/${crew.pid}/picture`, headers: again });
  expect([unchanged.statusCode, unchanged.body, unchanged.headers['cache-control']]).toEqual([
    304,
    '',
    'public, no-cache',
  ]);
});

test('only owners set and remove the picture, which the audit log records', async () => {
  const crew = await createCrew(muster);
  for (const who of [crew.chief, crew.member, crew.stranger])
    expect((await crew.as(who, 'PUT', 'picture', { data: png, alt })).statusCode).toBe(403);
  expect((await crew.as(crew.owner, 'PUT', 'picture', { data: png, alt }, { 'if-match': '"r9-x"' })).statusCode).toBe(
    412,
  );
  expect((await crew.as(undefined, 'GET', 'picture')).statusCode).toBe(404);
  await crew.as(crew.owner, 'PUT', 'picture', { data: png, alt });
  const removed = await crew.as(crew.owner, 'DELETE', 'picture');
  expect(removed.json()).toMatchObject({ picture: null });
  expect((await crew.as(undefined, 'GET', 'picture')).statusCode).toBe(404);
  const log = await muster.call({ method: 'GET', url: `/api/audit?project=${crew.pid}`, headers: crew.owner.headers });
  expect(log.json().data).toMatchObject([
    { kind: 'project.changed', actor: crew.owner.uid, detail: { fields: 'picture' } },
    { kind: 'project.changed', actor: crew.owner.uid, detail: { fields: 'picture' } },
  ]);
});

test('what is no picture, too large, or for an archived project changes nothing', async () => {
  const crew = await createCrew(muster);
  const svg = Buffer.from('<svg onload="alert(1)"/>').toString('base64');
  const refused = await crew.as(crew.owner, 'PUT', 'picture', { data: svg, alt });
  expect(refused.json()).toMatchObject({
    code: 'invalid_input',
    errors: [{ pointer: '/data', detail: 'is not a JPEG, PNG or WebP picture' }],
  });
  const damaged = await crew.as(crew.owner, 'PUT', 'picture', { data: png.slice(0, 60), alt });
  expect([damaged.statusCode, damaged.json().errors]).toEqual([
    400,
    [{ pointer: '/data', detail: 'is damaged or incomplete' }],
  ]);
  expect((await crew.as(crew.owner, 'PUT', 'picture', { data: 'A'.repeat(700_000), alt })).statusCode).toBe(400);
  expect((await crew.as(crew.owner, 'PUT', 'picture', { data: 'A'.repeat(900_000), alt })).statusCode).toBe(413);
  const archived = { state: 'archived' };
  await muster.call({
    method: 'PATCH',
    url: `/api/projects/${crew.pid}`,
    headers: crew.owner.headers,
    payload: archived,
  });
  expect((await crew.as(crew.owner, 'PUT', 'picture', { data: png, alt })).json()).toMatchObject({
    code: 'project_archived',
  });
  expect((await crew.as(undefined, 'GET', 'picture')).statusCode).toBe(404);
});

test('the next year takes place, colour and picture along; a draft shows its picture to owners only', async () => {
  const crew = await createCrew(muster);
  const person = await createPerson(muster, { administrator: true });
  const administrator = { ...person, headers: bearer(await tokenOf(muster, person)) };
  const change = { place: 'Harbour Hall', colour: '#ffcc00', picture_alt: 'none' };
  const url = `/api/projects/${crew.pid}`;
  await muster.call({ method: 'PATCH', url, headers: crew.owner.headers, payload: change });
  await crew.as(crew.owner, 'PUT', 'picture', { data: png, alt });
  const pid = `${crew.pid}-next`;
  const payload = { pid, name: 'Next', timezone: 'UTC', copy_from: crew.pid };
  const created = await muster.call({ method: 'POST', url: '/api/projects', headers: administrator.headers, payload });
  expect(created.json()).toMatchObject({
    place: 'Harbour Hall',
    colour: '#ffcc00',
    picture: { alt, width: 1, height: 1, url: expect.stringContaining(`/api/projects/${pid}/picture?v=`) },
  });
  const next = crew.at(pid);
  expect((await next(undefined, 'GET', 'picture')).statusCode).toBe(404);
  expect((await next(undefined, 'GET', 'colours.css')).statusCode).toBe(404);
  const own = await next(administrator, 'GET', 'picture');
  expect([own.statusCode, own.headers['cache-control']]).toEqual([200, 'private, no-cache']);
  const removed = await muster.call({ method: 'DELETE', url: `/api/projects/${pid}`, headers: administrator.headers });
  expect(removed.statusCode).toBe(204);
  const left = await muster.db.read.selectFrom('project_pictures').select('pid').where('pid', '=', pid).execute();
  expect(left).toEqual([]);
});

test('the colour is a style sheet, made readable on light and dark pages', async () => {
  const crew = await createCrew(muster);
  const url = `/api/projects/${crew.pid}`;
  const patch = (colour: unknown) =>
    muster.call({ method: 'PATCH', url, headers: crew.owner.headers, payload: { colour } });
  expect((await crew.as(undefined, 'GET', 'colours.css')).statusCode).toBe(404);
  for (const wrong of ['red', '#FFF', '#ffcc00;}', '']) expect((await patch(wrong)).statusCode).toBe(400);
  const { colours } = (await patch('#ffcc00')).json();
  const sheet = await crew.as(undefined, 'GET', 'colours.css?v=ffcc00');
  expect(sheet.headers).toMatchObject({
    'content-type': 'text/css; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    etag: expect.any(String),
  });
  expect(sheet.body).toContain(`[data-event="${crew.pid}"]{--event-colour:${colours.light};--event-text:#ffffff}`);
  expect(sheet.body).toContain(`--event-colour:#ffcc00;--event-text:#15191a`);
  expect((await patch(null)).json()).toMatchObject({ colour: null, colours: null });
});

test('every colour is readable in both schemes, and changed only where needed', () => {
  for (const colour of ['#000000', '#ffffff', '#ffcc00', '#1d6a5f', '#777777', '#0000ff', '#ff0000', '#15191a']) {
    const { light, dark } = readableColours(colour);
    for (const background of backgrounds.light)
      expect(contrastOf(light, background)).toBeGreaterThanOrEqual(minContrast);
    for (const background of backgrounds.dark) expect(contrastOf(dark, background)).toBeGreaterThanOrEqual(minContrast);
  }
  expect(readableColours('#1d6a5f').light).toBe('#1d6a5f');
  expect(readableColours('#ffcc00').dark).toBe('#ffcc00');
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
});
