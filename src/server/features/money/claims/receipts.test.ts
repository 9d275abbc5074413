import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { maxReceiptBytes, maxReceiptsBytes } from '../../../../shared/claims.ts';
import { useApp } from '../../../../../test/support/app.ts';
import { bearer, browserOf, tokenOf } from '../../../../../test/support/factories.ts';
import { createCrew, createMembers } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import { claimSteps, pdf } from '../../../../../test/support/world/claim-steps.ts';

const muster = useApp();
let crew: Crew;
beforeEach(async () => {
  crew = await createCrew(muster);
});
const { line, draft, upload, send, decide, read, budget } = claimSteps(muster, () => crew);

const photo = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: '#c82' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'CANARY 4711' }, IFD3: { GPSLatitude: '25/1 2/1 0/1', GPSLatitudeRef: 'N' } })
    .toBuffer();

const open = async (who: Caller, id: string, file: string) =>
  muster.call({
    method: 'GET',
    url: `/api/projects/${crew.pid}/claims/${id}/files/${file}`,
    headers: await browserOf(muster, who),
  });

test('a photo loses its location, is reduced, and is stored encrypted', async () => {
  const given = await photo(3000, 1500);
  expect(given.includes('CANARY 4711')).toBe(true);
  const { id } = await draft(crew.member);
  const answer = await upload(crew.member, id, given, 'image/jpeg');
  expect([answer.statusCode, answer.json().type]).toEqual([201, 'image/jpeg']);
  const shown = await open(crew.member, id, answer.json().id);
  expect(shown.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'content-disposition': `inline; filename="receipt-${answer.json().id}.jpeg"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(shown.headers['content-security-policy']).toContain('sandbox');
  const stored = await sharp(shown.rawPayload).metadata();
  expect([stored.width, stored.height, stored.exif]).toEqual([2000, 1000, undefined]);
  expect(shown.rawPayload.length).toBe(answer.json().bytes);
  const rows = await muster.db.read.selectFrom('claim_file_parts').selectAll().execute();
  for (const { sealed, key_id } of rows) {
    const bytes = Buffer.from(sealed.split('.')[1] ?? '', 'base64url');
    expect([key_id, bytes.includes('JFIF'), bytes.includes('CANARY')]).toEqual([
      muster.services.keys.current.id,
      false,
      false,
    ]);
  }
});

test('a PDF with scripts is only downloaded, in a sandbox, and stays as it is in all its parts', async () => {
  const script = Buffer.concat([
    pdf,
    Buffer.from('/OpenAction<</S/JavaScript/JS(app.alert(1))>>'),
    randomBytes(1_300_000),
  ]);
  const { id } = await draft(crew.member);
  const { id: file, bytes } = (await upload(crew.member, id, script)).json();
  expect(bytes).toBe(script.length);
  const shown = await open(crew.member, id, file);
  expect(shown.rawPayload.equals(script)).toBe(true);
  expect(shown.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="receipt-${file}.pdf"`,
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  });
});

test.each([
  ['HTML as a picture', Buffer.from('<html><script>alert(1)</script></html>'), 'image/png', 400, 'invalid_input'],
  ['HTML as a PDF', Buffer.from('<html></html>'), 'application/pdf', 400, 'invalid_input'],
  ['a PDF as a picture', pdf, 'image/jpeg', 400, 'invalid_input'],
  ['nothing', Buffer.alloc(0), 'application/pdf', 400, 'invalid_input'],
  ['HTML', Buffer.from('<html></html>'), 'text/html', 415, 'wrong_type'],
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml', 415, 'wrong_type'],
  ['JSON', Buffer.from('{}'), 'application/json', 415, 'wrong_type'],
  [
    'one byte more than 5 MB',
    Buffer.concat([pdf, Buffer.alloc(maxReceiptBytes - pdf.length + 1)]),
    'application/pdf',
    413,
    'too_large',
  ],
  ['a picture with more than 8200 pixels on a side', await photo(8201, 2), 'image/jpeg', 400, 'invalid_input'],
  ['a picture that claims to be huge', pngHeader(60_000, 60_000), 'image/png', 400, 'invalid_input'],
])('%s is rejected and stores nothing', async (_, bytes, type, status, code) => {
  const { id } = await draft(crew.member);
  const answer = await upload(crew.member, id, bytes, type);
  expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  expect((await read(crew.member, id)).files).toEqual([]);
});

test('who sends an empty file reads that it is empty', async () => {
  const { id } = await draft(crew.member);
  for (const type of ['application/pdf', 'image/png'])
    expect((await upload(crew.member, id, Buffer.alloc(0), type)).json().errors).toEqual([
      { pointer: '', detail: 'is empty' },
    ]);
});

/** The header of a PNG with a checksum, and nothing behind it. */
function pngHeader(width: number, height: number): Buffer {
  const header = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return Buffer.concat([header, size, Buffer.from('0802000000', 'hex'), Buffer.alloc(4)]);
}

test('5 MB are allowed, and the same file again is not added again', async () => {
  const { id } = await draft(crew.member);
  const largest = Buffer.concat([pdf, randomBytes(maxReceiptBytes - pdf.length)]);
  const first = await upload(crew.member, id, largest);
  expect(first.statusCode).toBe(201);
  expect((await upload(crew.member, id, largest)).json()).toEqual(first.json());
  expect((await read(crew.member, id)).files).toHaveLength(1);
});

test('a claim has at most 20 receipts', async () => {
  const { id } = await draft(crew.member);
  const numbered = (number: number) => Buffer.concat([pdf, Buffer.from(String(number))]);
  for (let number = 0; number < 20; number += 1)
    expect((await upload(crew.member, id, numbered(number))).statusCode).toBe(201);
  expect((await upload(crew.member, id, numbered(20))).json()).toMatchObject({ status: 422, code: 'not_allowed' });
  const { files } = await read(crew.member, id);
  expect(files).toHaveLength(20);
  const path = `claims/${id}/files/${files[0].id}`;
  expect((await crew.as(crew.member, 'DELETE', path)).statusCode).toBe(204);
  expect((await crew.as(crew.member, 'DELETE', path)).statusCode).toBe(404);
  expect((await upload(crew.member, id, numbered(20))).statusCode).toBe(201);
});

test('one account does not fill the disk: its receipts in a project have a limit together', async () => {
  const [first, second] = [await draft(crew.member), await draft(crew.member)];
  const { id: file } = (await upload(crew.member, first.id, pdf)).json();
  const bytes = maxReceiptsBytes - pdf.length;
  const setBytes = (value: number) =>
    muster.db.transaction((trx) =>
      trx.updateTable('claim_files').set({ bytes: value }).where('id', '=', file).execute(),
    );
  await setBytes(bytes + 1);
  expect((await upload(crew.member, second.id, pdf)).json()).toMatchObject({ status: 422, code: 'not_allowed' });
  await setBytes(bytes);
  expect((await upload(crew.member, second.id, pdf)).statusCode).toBe(201);
  const other = await draft(crew.owner);
  expect((await upload(crew.owner, other.id, pdf)).statusCode).toBe(201);
});

test('a receipt is read by the claimant and, recorded, by those who decide; by nobody else', async () => {
  await budget({ tid: 'venue' });
  const { id } = await draft(crew.member, { budget: '4711' });
  const { id: file } = (await upload(crew.member, id, pdf)).json();
  await crew.as(crew.member, 'PATCH', `claims/${id}`, { lines: [{ ...line, file }] });
  expect((await open(crew.owner, id, file)).statusCode).toBe(404);
  await send(crew.member, id);
  const statusFor = async (who: Caller) => (await open(who, id, file)).statusCode;
  const [colleague] = await createMembers(muster, crew.pid, 'venue', 1);
  if (colleague === undefined) throw new Error('one member');
  const others = [colleague, crew.chief, crew.otherChief, crew.stranger];
  expect(await Promise.all(others.map(statusFor))).toEqual([404, 404, 404, 404]);
  const reads = () =>
    muster.db.read
      .selectFrom('audit')
      .select(['actor', 'detail'])
      .where('kind', '=', 'private.read')
      .where('subject', '=', crew.member.uid)
      .execute();
  expect(await statusFor(crew.member)).toBe(200);
  expect(await reads()).toEqual([]);
  expect(await statusFor(crew.owner)).toBe(200);
  expect(await reads()).toEqual([{ actor: crew.owner.uid, detail: '{"what":"receipt, claim 1"}' }]);
  const path = `claims/${id}/files/${file}`;
  expect((await crew.as(crew.owner, 'GET', path)).json().code).toBe('browser_only');
  expect((await crew.as(crew.member, 'GET', path)).statusCode).toBe(200);
  const headers = bearer(await tokenOf(muster, crew.member, { privateRead: false }));
  expect((await crew.as(undefined, 'GET', path, undefined, headers)).json().code).toBe('private_scope_required');
  const other = await draft(crew.member);
  expect((await open(crew.member, other.id, file)).statusCode).toBe(404);
});

test('receipts of others need a fresh sign-in, own ones do not', async () => {
  const { id } = await draft(crew.member);
  const { id: file } = (await upload(crew.member, id, pdf)).json();
  await send(crew.member, id);
  const url = `/api/projects/${crew.pid}/claims/${id}/files/${file}`;
  const [owner, member] = [await browserOf(muster, crew.owner), await browserOf(muster, crew.member)];
  expect((await muster.call({ url, headers: owner })).statusCode).toBe(200);
  muster.clock.advance(15 * 60 + 1);
  expect((await muster.call({ url, headers: owner })).json().code).toBe('sign_in_again');
  expect((await muster.call({ url, headers: member })).statusCode).toBe(200);
});

test('receipts of others and of what was decided are neither added nor deleted', async () => {
  const { id } = await draft(crew.member);
  const { id: file } = (await upload(crew.member, id, pdf)).json();
  for (const who of [crew.owner, crew.chief, crew.stranger]) {
    expect((await upload(who, id, pdf)).statusCode).toBe(404);
    expect((await crew.as(who, 'DELETE', `claims/${id}/files/${file}`)).statusCode).toBe(404);
  }
  await send(crew.member, id);
  await decide(crew.owner, id, { decision: 'approve' });
  expect((await upload(crew.member, id, await photo(), 'image/jpeg')).json().code).toBe('claim_decided');
  expect((await crew.as(crew.member, 'DELETE', `claims/${id}/files/${file}`)).json().code).toBe('claim_decided');
});
