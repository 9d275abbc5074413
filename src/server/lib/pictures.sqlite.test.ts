import { randomBytes } from 'node:crypto';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createPictures, maxWaiting, PictureError } from './pictures.ts';

const limits = { maxSide: 4000, maxBytes: 512 * 1024 };
const pictures = createPictures(() => {
  throw new Error('full');
});
const { reduce } = pictures;
const clean = (bytes: Buffer, within: Parameters<typeof pictures.clean>[1]) =>
  pictures.clean(async () => bytes, within);

const secret = 'GPS 25.0330N 121.5654E';
/** The left half red, the right half blue. */
const flag = (width: number, height: number) =>
  sharp(
    Buffer.from(
      Array.from({ length: width * height }, (_, at) => (at % width < width / 2 ? [255, 0, 0] : [0, 0, 255])).flat(),
    ),
    { raw: { width, height, channels: 3 } },
  );
const noise = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp(randomBytes(width * height * channels), { raw: { width, height, channels } });
const photo = (orientation: number) =>
  flag(40, 20)
    .withExif({ IFD0: { ImageDescription: secret } })
    .withMetadata({ orientation });
const pixelsOf = (bytes: Buffer) => sharp(bytes).raw().toBuffer();

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG that claims a size, whatever its data is. */
function claimedPng(side: number, data: Buffer): Buffer {
  const header = Buffer.from('00000000000000000806000000', 'hex');
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

test.each(['jpeg', 'png', 'webp'] as const)(
  'a %s keeps its format and size and loses everything hidden',
  async (format) => {
    const given = Buffer.concat([await photo(1).toFormat(format).toBuffer(), Buffer.from(secret)]);
    expect(given.indexOf(secret)).toBeGreaterThan(0);
    const picture = await clean(given, limits);
    expect(picture).toMatchObject({ type: `image/${format}`, width: 40, height: 20 });
    expect(picture.bytes.indexOf(secret)).toBe(-1);
    const header = await sharp(picture.bytes).metadata();
    expect([header.format, header.exif, header.xmp, header.icc, header.comments]).toEqual([
      format,
      ...Array.from({ length: 4 }),
    ]);
  },
);

test('a PNG keeps every pixel', async () => {
  const noise = { raw: { width: 50, height: 40, channels: 4 } } as const;
  const given = await sharp(randomBytes(50 * 40 * 4), noise)
    .png()
    .toBuffer();
  expect(await pixelsOf((await clean(given, limits)).bytes)).toEqual(await pixelsOf(given));
});

test('a photo is turned upright, because what says how to turn it is removed', async () => {
  const { bytes, width, height } = await clean(await photo(6).png().toBuffer(), limits);
  expect([width, height]).toEqual([20, 40]);
  const pixels = await pixelsOf(bytes);
  expect([[...pixels.subarray(0, 3)], [...pixels.subarray(-3)]]).toEqual([
    [255, 0, 0],
    [0, 0, 255],
  ]);
});

test('a picture that gets larger is encoded with less quality', async () => {
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    const given = await noise(200, 150).toFormat(format, { quality: 60 }).toBuffer();
    const { bytes: best } = await clean(given, { ...limits, maxBytes: 10_000_000 });
    const smaller = await clean(given, { ...limits, maxBytes: best.length - 1 });
    expect(smaller.bytes.length).toBeLessThan(best.length);
    await expect(clean(given, { ...limits, maxBytes: 1000 })).rejects.toThrow('has more than 1000 bytes');
  }
});

test('anything else is refused, whatever it claims to be', async () => {
  const frames = await sharp([await noise(8, 8).png().toBuffer(), await noise(8, 8).png().toBuffer()], {
    join: { animated: true },
  })
    .webp()
    .toBuffer();
  const whole = await Promise.all(
    (['jpeg', 'png', 'webp'] as const).map((one) => flag(400, 300).toFormat(one).toBuffer()),
  );
  const unknown = 'is not a JPEG, PNG or WebP picture';
  const refused: [string, Buffer][] = [
    [unknown, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>')],
    [unknown, await flag(8, 8).gif().toBuffer()],
    [unknown, await flag(8, 8).tiff().toBuffer()],
    [unknown, await flag(8, 8).avif().toBuffer()],
    [unknown, Buffer.from('not a picture at all')],
    ['is animated, which is not supported', frames],
    ['has more than 4000 pixels on a side', await flag(4002, 2).png().toBuffer()],
    ...whole.map((bytes): [string, Buffer] => ['is damaged or incomplete', bytes.subarray(0, bytes.length - 60)]),
  ];
  for (const [reason, bytes] of refused)
    await expect(clean(bytes, limits), reason).rejects.toThrow(new PictureError(reason));
});

test('a small file that inflates to 500 MB is refused without the memory for it, whatever size it claims', async () => {
  const megabyte = deflateRawSync(Buffer.alloc(1_000_000), { level: 9, finishFlush: constants.Z_SYNC_FLUSH });
  const bomb = Buffer.concat([Buffer.from('78da', 'hex'), ...Array.from({ length: 500 }, () => megabyte)]);
  expect(bomb.length).toBeLessThan(limits.maxBytes);
  const before = process.memoryUsage.rss();
  for (const side of [11_180, 20_000])
    await expect(clean(claimedPng(side, bomb), limits)).rejects.toThrow('has more than 4000 pixels on a side');
  await expect(clean(claimedPng(2_000_000, bomb), limits)).rejects.toThrow(PictureError);
  await expect(clean(claimedPng(10, bomb), limits)).rejects.toThrow('is damaged or incomplete');
  expect(process.memoryUsage.rss() - before).toBeLessThan(100_000_000);
});

test('documents get a small JPEG, or a PNG if it is transparent', async () => {
  const height = 100;
  const webp = await flag(800, 400).webp().toBuffer();
  expect(await reduce(webp, { maxSide: 4000, height })).toMatchObject({ type: 'image/jpeg', width: 200, height });
  const logo = await flag(80, 40).ensureAlpha(0.5).webp().toBuffer();
  expect(await reduce(logo, { maxSide: 4000, height })).toMatchObject({ type: 'image/png', width: 80, height: 40 });
});

test('more pictures than can be decoded soon are refused, and the others are decoded', async () => {
  const png = await flag(8, 8).png().toBuffer();
  const asked = Array.from({ length: maxWaiting }, () => clean(png, limits));
  expect(() => clean(png, limits)).toThrow('full');
  expect((await Promise.all(asked)).length).toBe(maxWaiting);
  expect(await clean(png, limits)).toMatchObject({ width: 8 });
});

test('a picture is read when its turn comes: those that wait take no memory', async () => {
  const png = await flag(8, 8).png().toBuffer();
  const read: number[] = [];
  let done = 0;
  const one = async (): Promise<Buffer> => {
    read.push(done);
    return png;
  };
  await Promise.all(Array.from({ length: 5 }, () => pictures.clean(one, limits).finally(() => (done += 1))));
  expect(read).toEqual([0, 1, 2, 3, 4]);
});

test('only ordinary JPEG photos are larger than sixteen million pixels, whatever the limit of the side is', async () => {
  const large = { ...limits, maxSide: 8200, shownSide: 100 };
  const plain = sharp({ create: { width: 4200, height: 4000, channels: 3, background: '#fff' } });
  const progressive = await plain.clone().jpeg({ progressive: true }).toBuffer();
  const webp = await plain.clone().webp().toBuffer();
  for (const given of [progressive, webp, claimedPng(4001, Buffer.alloc(10))])
    await expect(clean(given, large)).rejects.toThrow(/more than 16 million pixels/);
  const exact = await plain.clone().resize(4000, 4000).webp().toBuffer();
  expect(await clean(exact, large)).toMatchObject({ type: 'image/webp', width: 100 });
  expect(await clean(await plain.clone().jpeg().toBuffer(), large)).toMatchObject({ type: 'image/jpeg', width: 100 });
});
