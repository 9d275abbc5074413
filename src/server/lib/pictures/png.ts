import { damaged } from './clean-picture.ts';
import type { Picture } from './clean-picture.ts';

const signature = Buffer.from('89504e470d0a1a0a', 'hex');
/** What is needed to show it. Texts, times, EXIF and animations are left out. */
const shown = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'IDAT', 'IEND']);

/** Undefined if it is no PNG. */
export function cleanPng(bytes: Buffer): Picture | undefined {
  if (!bytes.subarray(0, 8).equals(signature)) return undefined;
  const chunks: Buffer[] = [signature];
  let [width, height] = [0, 0];
  let type = '';
  for (let at = 8; type !== 'IEND';) {
    if (at + 12 > bytes.length) return damaged();
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) return damaged();
    type = bytes.toString('latin1', at + 4, at + 8);
    // The header comes first.
    if ((at === 8) !== (type === 'IHDR') || (type === 'IHDR' && end - at < 25)) return damaged();
    if (type === 'IHDR') [width, height] = [bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)];
    if (shown.has(type)) chunks.push(bytes.subarray(at, end));
    at = end;
  }
  return { type: 'image/png', width, height, bytes: Buffer.concat(chunks) };
}
