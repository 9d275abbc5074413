import { crc32, deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { withoutMetadata } from './picture.ts';

const secret = Buffer.from('GPS 25.0330N 121.5654E');

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

const header = Buffer.from('0000000300000002080200 0000'.replaceAll(' ', ''), 'hex');
const signature = Buffer.from('89504e470d0a1a0a', 'hex');
const pixels = pngChunk('IDAT', deflateSync(Buffer.alloc(2 * 10)));
const png = (...extra: Buffer[]) =>
  Buffer.concat([signature, pngChunk('IHDR', header), ...extra, pixels, pngChunk('IEND', Buffer.alloc(0))]);

const segment = (code: number, data: Buffer): Buffer => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(data.length + 2);
  return Buffer.concat([Buffer.from([0xff, code]), length, data]);
};
/** A frame of 5 by 4 pixels, and a scan with a stuffed byte and a restart marker in it. */
const frame = segment(0xc0, Buffer.from('0800040005010111 00'.replaceAll(' ', ''), 'hex'));
const scan = Buffer.concat([segment(0xda, Buffer.from('0101003f00', 'hex')), Buffer.from('12ff0034ffd056', 'hex')]);
const ends = { start: Buffer.from('ffd8', 'hex'), end: Buffer.from('ffd9', 'hex') };
const jpeg = (...extra: Buffer[]) => Buffer.concat([ends.start, ...extra, frame, scan, ends.end]);

const webpChunk = (type: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(8, type, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
};
const webp = (...chunks: Buffer[]) => {
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks]);
  const head = Buffer.alloc(8, 'RIFF', 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
};
const extended = (flags: number) => webpChunk('VP8X', Buffer.from([flags, 0, 0, 0, 6, 0, 0, 5, 0, 0]));
const lossless = webpChunk('VP8L', Buffer.from('2f0600000000', 'hex'));

test('metadata is left out of a PNG, and anything behind its end', () => {
  const full = png(pngChunk('tEXt', secret), pngChunk('eXIf', secret), pngChunk('acTL', Buffer.alloc(8)));
  expect(withoutMetadata(Buffer.concat([full, secret]))).toEqual({
    type: 'image/png',
    width: 3,
    height: 2,
    bytes: png(),
  });
});

test('metadata is left out of a JPEG, and anything behind its end', () => {
  const jfif = segment(0xe0, Buffer.from('JFIF\0'));
  const full = jpeg(jfif, segment(0xe1, secret), segment(0xe2, secret), segment(0xfe, secret));
  expect(withoutMetadata(Buffer.concat([full, secret]))).toEqual({
    type: 'image/jpeg',
    width: 5,
    height: 4,
    bytes: jpeg(jfif),
  });
});

test('metadata is left out of a WebP, which no longer announces it', () => {
  const full = webp(extended(0b0011_1100), lossless, webpChunk('EXIF', secret), webpChunk('XMP ', secret));
  expect(withoutMetadata(Buffer.concat([full, secret]))).toEqual({
    type: 'image/webp',
    width: 7,
    height: 6,
    bytes: webp(extended(0b0001_0000), lossless),
  });
  expect(withoutMetadata(webp(lossless, webpChunk('XMP ', Buffer.alloc(0)))).bytes).toEqual(webp(lossless));
});

test('anything else is refused, whatever it claims to be', () => {
  const refused: [string, Buffer][] = [
    ['is not a JPEG, PNG or WebP picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['is not a JPEG, PNG or WebP picture', Buffer.from('GIF89a')],
    ['is not a JPEG, PNG or WebP picture', Buffer.alloc(0)],
    ['is animated, which is not supported', webp(extended(0b10), lossless)],
    ['has no size', Buffer.concat([ends.start, scan, ends.end])],
    ...[png(), jpeg(), webp(lossless)].map((whole): [string, Buffer] => [
      'is damaged or incomplete',
      whole.subarray(0, whole.length - 3),
    ]),
  ];
  for (const [reason, bytes] of refused) expect(() => withoutMetadata(bytes), reason).toThrow(reason);
});
