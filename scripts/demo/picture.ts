/** The picture of the demo: a morning over hills, drawn here so that the repository needs no picture of somebody else's. */
import { crc32, deflateSync } from 'node:zlib';

export const pictureSize = { width: 1200, height: 500 };

type Colour = readonly [number, number, number];
const [top, bottom, sun]: readonly Colour[] = [
  [253, 186, 116],
  [255, 237, 213],
  [255, 251, 235],
];
const hills: readonly { base: number; height: number; length: number; colour: Colour }[] = [
  { base: 330, height: 60, length: 190, colour: [234, 138, 88] },
  { base: 390, height: 45, length: 120, colour: [194, 65, 12] },
  { base: 440, height: 30, length: 240, colour: [124, 45, 18] },
];

const mix = (one: Colour, other: Colour, share: number): number[] =>
  one.map((value, index) => Math.round(value + ((other[index] ?? 0) - value) * share));

function colourAt(x: number, y: number): readonly number[] {
  const hill = hills.findLast(({ base, height, length }) => y > base + height * Math.sin(x / length + base));
  if (hill !== undefined) return hill.colour;
  if (Math.hypot(x - 860, y - 230) < 90 && sun !== undefined) return sun;
  return top === undefined || bottom === undefined ? [] : mix(top, bottom, y / pictureSize.height);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

export function demoPicture(): Buffer {
  const { width, height } = pictureSize;
  const rows = Array.from({ length: height }, (_, y) =>
    // Each row begins with its filter: none.
    Buffer.from([0, ...Array.from({ length: width }, (_column, x) => colourAt(x, y)).flat()]),
  );
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits each for red, green and blue.
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  const data = deflateSync(Buffer.concat(rows), { level: 9 });
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}
