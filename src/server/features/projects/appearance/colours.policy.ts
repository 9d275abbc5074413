import type { EventColours } from './appearance.schema.ts';

/** The backgrounds that the colour is used on, and the text that is used on it (src/web/ui/theme.ts). */
export const backgrounds = { light: ['#faf9f6', '#ffffff'], dark: ['#15191a', '#1e2423'] } as const;
/** WCAG AA for text of any size. */
export const minContrast = 4.5;

/** The colour for light and for dark pages, mixed with black or white until text is readable. */
export const readableColours = (colour: string): EventColours => ({
  light: mixedUntilReadable(colour, 0, backgrounds.light),
  dark: mixedUntilReadable(colour, 255, backgrounds.dark),
});

const steps = 50;

function mixedUntilReadable(colour: string, towards: 0 | 255, against: readonly string[]): string {
  for (let step = 0; step < steps; step += 1) {
    const mixed = toHex(channelsOf(colour).map((value) => Math.round(value + ((towards - value) * step) / steps)));
    if (against.every((background) => contrastOf(mixed, background) >= minContrast)) return mixed;
  }
  return towards === 0 ? '#000000' : '#ffffff';
}

/** The ratio that WCAG defines, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [low = 0, high = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const channelsOf = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

const toHex = (channels: readonly number[]): string =>
  `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;

/** A style sheet, because the pages' security policy should not have to allow styles within the page. */
export function colourSheet(pid: string, { light, dark }: EventColours): string {
  const rule = (selector: string, colour: string, text: string) =>
    `${selector}{--event-colour:${colour};--event-text:${text}}`;
  const event = `[data-event="${pid}"]`;
  return [
    rule(event, light, '#ffffff'),
    rule(`[data-mantine-color-scheme="dark"] ${event}`, dark, backgrounds.dark[0]),
    `@media print{${event}{--event-colour:${light}!important;--event-text:#ffffff!important}}`,
  ].join('\n');
}
