export type Picture = { type: 'image/jpeg' | 'image/png' | 'image/webp'; width: number; height: number; bytes: Buffer };

/** Why a picture cannot be used; the message goes to the caller. */
export class PictureError extends Error {}

export const damaged = (): never => {
  throw new PictureError('is damaged or incomplete');
};
