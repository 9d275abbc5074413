import type * as SharpModule from 'sharp';
import type { Metadata, Sharp } from 'sharp';

const formats = ['jpeg', 'png', 'webp'] as const;
type Format = (typeof formats)[number];

export type Picture = { type: `image/${Format}`; width: number; height: number; bytes: Buffer };
/** `shownSide`: a longer side is reduced to it. */
type Limits = { maxSide: number; maxBytes: number; shownSide?: number };
type PrintLimits = { maxSide: number; height: number };

/** Why a picture cannot be used; the message goes to the caller. */
export class PictureError extends Error {}

/** Some seconds of work. Later requests would wait too long. */
export const maxWaiting = 20;
/** Sixteen million pixels take 2 seconds as WebP, which is the slowest format. */
const timeoutSeconds = 10;

/**
 * Of pictures that have to be in memory as a whole before they can be reduced, or take seconds to read: all but the JPEG that
 * cameras write. Half a megabyte of an interlaced PNG can be 500 MB otherwise.
 */
const maxPixels = 16_000_000;

export type Pictures = ReturnType<typeof createPictures>;

/**
 * Decodes pictures and encodes them again, outside the event loop and one at a time, so that they never take more memory
 * than one does. `onFull` rejects a picture when too many wait.
 */
export function createPictures(onFull: () => never) {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (waiting >= maxWaiting) onFull();
    waiting += 1;
    const result = last.then(work).finally(() => (waiting -= 1));
    last = result.catch(() => undefined);
    return result;
  };

  return {
    /**
     * The picture in its own format, upright, without metadata such as where a photo was taken. It is read when its turn comes, so
     * that those that wait need no memory.
     */
    clean: (read: () => Promise<Buffer>, limits: Limits): Promise<Picture> =>
      inTurn(async () => encodeAgain(await read(), limits)),
    /** A smaller JPEG or PNG, which is what documents can hold. */
    reduce: (bytes: Buffer, limits: PrintLimits): Promise<Picture> => inTurn(() => encodeSmaller(bytes, limits)),
  };
}

let loaded: Promise<typeof SharpModule.default> | undefined;

/** Loaded on first use: 20 MB that most processes never need. */
const library = () => (loaded ??= loadSharp());

async function loadSharp(): Promise<typeof SharpModule.default> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  // libvips can read many more formats, SVG and PDF among them.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  });
  return sharp;
}

/** Checks what the header claims before anything is decoded: a small file can claim to be huge. */
async function open(bytes: Buffer, maxSide: number): Promise<{ image: Sharp; header: Metadata; format: Format }> {
  const sharp = await library();
  const header = await sharp(bytes, { limitInputPixels: false }).metadata().catch(rejectHeader);
  const format = formats.find((one) => one === header.format) ?? rejectHeader();
  if (Math.max(header.width, header.height) > maxSide)
    throw new PictureError(`has more than ${maxSide} pixels on a side`);
  const isReadInParts = format === 'jpeg' && !header.isProgressive;
  if (!isReadInParts && header.width * header.height > maxPixels)
    throw new PictureError('has more than 16 million pixels, which only ordinary JPEG photos can have');
  if ((header.pages ?? 1) > 1) throw new PictureError('is animated, which is not supported');
  const image = sharp(bytes, { limitInputPixels: maxSide * maxSide }).timeout({ seconds: timeoutSeconds });
  return { image: image.autoOrient(), header, format };
}

function rejectHeader(error?: Error): never {
  const isKnown = error?.message.includes('corrupt header') ?? false;
  throw new PictureError(isKnown ? 'is damaged or incomplete' : 'is not a JPEG, PNG or WebP picture');
}

/** Tries with less quality if the file is too large. */
async function encodeAgain(bytes: Buffer, { maxSide, maxBytes, shownSide = maxSide }: Limits): Promise<Picture> {
  const { image: opened, format } = await open(bytes, maxSide);
  const image = opened.resize({ width: shownSide, height: shownSide, fit: 'inside', withoutEnlargement: true });
  // A PNG has no quality to reduce, so it becomes a WebP if it is too large.
  const smaller = format === 'png' ? 'webp' : format;
  for (const [as, quality] of [
    [format, 85],
    [smaller, 70],
    [smaller, 50],
  ] as const) {
    const picture = await encode(image.clone(), as, quality);
    if (picture.bytes.length <= maxBytes) return picture;
  }
  throw new PictureError(`has more than ${maxBytes} bytes`);
}

async function encodeSmaller(bytes: Buffer, { maxSide, height }: PrintLimits): Promise<Picture> {
  const { image, header } = await open(bytes, maxSide);
  const smaller = image.resize({ height, withoutEnlargement: true });
  return encode(smaller, header.hasAlpha ? 'png' : 'jpeg', 85);
}

async function encode(image: Sharp, format: Format, quality: number): Promise<Picture> {
  // With a quality, a PNG would be reduced to 256 colours.
  const options = format === 'png' ? {} : { quality };
  const encoded = await image
    .toFormat(format, options)
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw new PictureError('is damaged or incomplete');
    });
  const { width, height } = encoded.info;
  return { type: `image/${format}`, width, height, bytes: encoded.data };
}
