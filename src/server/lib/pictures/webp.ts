import { damaged, PictureError } from './clean-picture.ts';
import type { Picture } from './clean-picture.ts';

/** Lossy, lossless, transparency and the header of extended files. */
const shown = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH']);
const flags = { alpha: 0b1_0000, animation: 0b10 } as const;

/** Undefined if it is no WebP. */
export function cleanWebp(bytes: Buffer): Picture | undefined {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return undefined;
  const limit = 8 + bytes.readUInt32LE(4);
  if (limit > bytes.length || limit < 20) return damaged();
  const chunks: Buffer[] = [];
  let size: { width: number; height: number } | undefined;
  for (let at = 12; at < limit;) {
    if (at + 8 > limit) return damaged();
    const length = bytes.readUInt32LE(at + 4);
    // Chunks are padded to an even length.
    const end = at + 8 + length + (length % 2);
    if (end > limit) return damaged();
    const type = bytes.toString('latin1', at, at + 4);
    const chunk = Buffer.from(bytes.subarray(at, end));
    if (type === 'VP8X') chunk[8] = stillFlags(chunk);
    size ??= sizeIn(type, chunk.subarray(8, 8 + length));
    if (shown.has(type)) chunks.push(chunk);
    at = end;
  }
  if (size === undefined) return damaged();
  const body = Buffer.concat(chunks);
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  head.writeUInt32LE(body.length + 4, 4);
  return { type: 'image/webp', ...size, bytes: Buffer.concat([head, body]) };
}

/** Of what the header announces, only transparency is left. */
function stillFlags(chunk: Buffer): number {
  const given = chunk[8] ?? damaged();
  if ((given & flags.animation) !== 0) throw new PictureError('is animated, which is not supported');
  return given & flags.alpha;
}

function sizeIn(type: string, data: Buffer): { width: number; height: number } | undefined {
  if (type === 'VP8X') {
    if (data.length < 10) return damaged();
    return { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 };
  }
  if (type === 'VP8 ') {
    if (data.length < 10) return damaged();
    return { width: data.readUInt16LE(6) & 0x3f_ff, height: data.readUInt16LE(8) & 0x3f_ff };
  }
  if (type === 'VP8L') {
    if (data.length < 5) return damaged();
    const bits = data.readUInt32LE(1);
    return { width: (bits & 0x3f_ff) + 1, height: ((bits >>> 14) & 0x3f_ff) + 1 };
  }
  return undefined;
}
