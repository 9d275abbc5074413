import { Line, Shape, Type } from '../../../lib/schema.ts';
import type { Static } from '../../../lib/schema.ts';

export const maxPictureBytes = 512 * 1024;
export const maxPictureSide = 4000;
const maxBase64 = Math.ceil(maxPictureBytes / 3) * 4;
/** Above the 256 KiB of other requests: the picture and what is around it. */
export const pictureBodyBytes = maxBase64 + 4096;

export const Place = Line(200, { description: 'Public location of the event.', examples: ['Harbour Hall, Keelung'] });

export const EventColour = Type.String({
  pattern: '^#[0-9a-f]{6}$',
  maxLength: 7,
  description: 'The colour that the owners chose.',
  examples: ['#1d6a5f'],
});

const Shade = (description: string, example: string) => Type.String({ description, examples: [example] });

export const EventColours = Shape(
  {
    light: Shade('For light pages: readable as text, and as a background for white text.', '#1d6a5f'),
    dark: Shade('For dark pages: readable as text, and as a background for dark text.', '#4f9085'),
  },
  { description: 'The colour, darkened or lightened where needed to be readable.' },
);

export const PictureAlt = Line(300, {
  description: 'Alt text. Empty if the picture is decorative.',
  examples: ['Volunteers in green shirts put up a tent'],
});

export const EventPicture = Shape({
  url: Type.String({ examples: ['/api/projects/2026/picture?v=5f2b8c1d9e3a4076'] }),
  alt: PictureAlt,
  width: Type.Integer({ examples: [1600] }),
  height: Type.Integer({ examples: [900] }),
});

export const NewPicture = Shape(
  {
    data: Type.String({
      minLength: 4,
      maxLength: maxBase64,
      pattern: '^[A-Za-z0-9+/]+={0,2}$',
      description: `A JPEG, PNG or WebP in base64, at most ${maxPictureBytes / 1024} KiB and ${maxPictureSide} pixels on each side.`,
      examples: ['iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='],
    }),
    alt: PictureAlt,
  },
  { $id: 'NewPicture' },
);

export const VersionQuery = Shape({
  v: Type.Optional(Line(32, { description: 'The version from `url`, which browsers cache for a year.' })),
});

export const appearanceSchemas = [NewPicture];

export type NewPicture = Static<typeof NewPicture>;
export type EventPicture = Static<typeof EventPicture>;
export type EventColours = Static<typeof EventColours>;
