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
