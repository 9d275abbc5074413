import { damaged } from './clean-picture.ts';
import type { Picture } from './clean-picture.ts';

const marker = { start: 0xd8, end: 0xd9, scan: 0xda, app0: 0xe0, adobe: 0xee, comment: 0xfe } as const;

/** Frames of all kinds of compression; DHT, JPG and DAC are in the same range but are no frames. */
const isFrame = (code: number): boolean => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code);

/** APP0 and APP14 say how colours are stored. All other APPn are metadata: EXIF, XMP, GPS, previews. */
const isMetadata = (code: number): boolean =>
  code === marker.comment || (code >= 0xe0 && code <= 0xef && code !== marker.app0 && code !== marker.adobe);

/** Undefined if it is no JPEG. */
export function cleanJpeg(bytes: Buffer): Picture | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xff_d8) return undefined;
  const segments = [bytes.subarray(0, 2)];
  let [width, height, at] = [0, 0, 2];
  for (;;) {
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at += 1;
    const code = bytes[at] === 0xff ? (bytes[at + 1] ?? damaged()) : damaged();
    if (code === marker.end) break;
    const length = at + 4 > bytes.length ? damaged() : bytes.readUInt16BE(at + 2);
    const end = at + 2 + length;
    if (length < 2 || end > bytes.length) damaged();
    if (isFrame(code)) {
      if (length < 8) damaged();
      [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
    }
    const next = code === marker.scan ? endOfScan(bytes, end) : end;
    if (!isMetadata(code)) segments.push(bytes.subarray(at, next));
    at = next;
  }
  segments.push(Buffer.from([0xff, marker.end]));
  return { type: 'image/jpeg', width, height, bytes: Buffer.concat(segments) };
}

/** Compressed data goes on to the next marker that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const code = bytes[at + 1] ?? 0;
    const isData = code === 0x00 || code === 0xff || (code >= 0xd0 && code <= 0xd7);
    if (!isData) return at;
  }
  return damaged();
}
