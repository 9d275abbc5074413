import { failField } from '../../../errors.ts';
import { PictureError } from '../../../lib/pictures/clean-picture.ts';
import type { Picture } from '../../../lib/pictures/clean-picture.ts';
import { withoutMetadata } from '../../../lib/pictures/picture.ts';
import { maxPictureBytes, maxPictureSide } from './appearance.schema.ts';
import type { EventPicture } from './appearance.schema.ts';

type PictureColumns = {
  pid: string;
  picture: string | null;
  picture_alt: string;
  picture_width: number | null;
  picture_height: number | null;
};

/** The address names the version, so that browsers can keep the picture. */
export function presentPicture(row: PictureColumns): EventPicture | null {
  const { pid, picture, picture_alt: alt, picture_width: width, picture_height: height } = row;
  if (picture === null || width === null || height === null) return null;
  return { url: `/api/projects/${pid}/picture?v=${picture}`, alt, width, height };
}

/** The picture without anything that is not shown, such as where a photo was taken. */
export function usablePicture(base64: string): Picture {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > maxPictureBytes) return failField('/data', `has more than ${maxPictureBytes} bytes`);
  try {
    const picture = withoutMetadata(bytes);
    if (Math.max(picture.width, picture.height) <= maxPictureSide) return picture;
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    return failField('/data', error.message);
  }
  return failField('/data', `has more than ${maxPictureSide} pixels on a side`);
}
