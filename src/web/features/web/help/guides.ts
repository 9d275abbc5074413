import chiefs from '../../../../../docs/guide-chiefs.md?raw';
import owners from '../../../../../docs/guide-owners.md?raw';
import volunteers from '../../../../../docs/guide-volunteers.md?raw';

const texts = { volunteers, chiefs, owners };

export const guideNames = ['volunteers', 'chiefs', 'owners'] as const;
export type GuideName = (typeof guideNames)[number];

const images = import.meta.glob<string>('../../../../../docs/images/guide-*.png', {
  eager: true,
  query: '?url',
  import: 'default',
});
const addressOf = (file: string): string | undefined =>
  Object.entries(images).find(([path]) => path.endsWith(`/${file}`))?.[1];

type Part = { text: string } | { alt: string; src: string };

const imageLine = /^!\[([^\]]*)\]\(images\/([\w-]+\.png)\)$/;

/** A guide without its heading, which is the heading of the page: texts and, between them, pictures. */
export function partsOf(name: GuideName): Part[] {
  const [, ...lines] = texts[name].split('\n');
  const parts: Part[] = [];
  let text = '';
  const endText = () => {
    if (text.trim() !== '') parts.push({ text });
    text = '';
  };
  for (const line of lines) {
    const [, alt, file] = imageLine.exec(line) ?? [];
    const src = file === undefined ? undefined : addressOf(file);
    if (alt === undefined || src === undefined) {
      text += `${line}\n`;
      continue;
    }
    endText();
    parts.push({ alt, src });
  }
  endText();
  return parts;
}
