import { cleanJpeg } from './jpeg.ts';
import { cleanPng } from './png.ts';
import { cleanWebp } from './webp.ts';
import { PictureError } from './clean-picture.ts';
import type { Picture } from './clean-picture.ts';

/**
 * Recognises a picture by its bytes and rebuilds it from the parts that are needed to show it. Metadata, comments and
 * anything behind the end are left out. Fails for anything else.
 */
export function withoutMetadata(bytes: Buffer): Picture {
  const clean = cleanJpeg(bytes) ?? cleanPng(bytes) ?? cleanWebp(bytes);
  if (clean === undefined) throw new PictureError('is not a JPEG, PNG or WebP picture');
  if (clean.width < 1 || clean.height < 1) throw new PictureError('has no size');
  return clean;
}
