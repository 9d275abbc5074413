import { queryOptions } from '@tanstack/react-query';
import type { Me } from '../../../../client/client.ts';
import { guideKeys } from '../../../keys.ts';

export const guideNames = ['volunteers', 'desk', 'chiefs', 'owners'] as const;
export type GuideName = (typeof guideNames)[number];

/** The guide that opens first: for what the person does most in projects that are not over, or did if all are. */
export function guideFor(me: Pick<Me, 'roles' | 'projects'> | null, over: ReadonlySet<string>): GuideName {
  if (me === null) return 'volunteers';
  const ahead = me.projects.filter(({ pid }) => !over.has(pid));
  const projects = ahead.length > 0 ? ahead : me.projects;
  if (me.roles.includes('administrator') || projects.some(({ owner }) => owner)) return 'owners';
  const isChief = projects.some(({ teams }) => teams.some(({ role }) => role === 'chief'));
  return isChief ? 'chiefs' : 'volunteers';
}

const docs = '../../../../../docs';

/** English guides are beside the other documents, translations in a folder for each language. */
const files = import.meta.glob<string>(
  [
    '../../../../../docs/{guide-volunteers,event-day,guide-chiefs,guide-owners}.md',
    '../../../../../docs/guides/*/*.md',
  ],
  { query: '?raw', import: 'default' },
);
const images = import.meta.glob<string>('../../../../../docs/images/guide-*.png', {
  eager: true,
  query: '?url',
  import: 'default',
});

type Part = { text: string } | { alt: string; src: string };
export type Guide = { language: string; parts: Part[] };

/** The guide is in English if it is not translated. */
export const guideQuery = (name: GuideName, language: string) =>
  queryOptions({
    queryKey: guideKeys.one(name, language),
    queryFn: async (): Promise<Guide> => {
      const translated = files[`${docs}/guides/${language}/${name}.md`];
      const english = files[`${docs}/${name === 'desk' ? 'event-day' : `guide-${name}`}.md`];
      const text = (await (translated ?? english)?.()) ?? '';
      return { language: translated === undefined ? 'en' : language, parts: partsOf(withoutWraps(text)) };
    },
    staleTime: Infinity,
  });

/** The files are wrapped, and line breaks in Markdown that people type are kept. Chinese and Japanese have no space there. */
const withoutWraps = (text: string): string =>
  text
    .replaceAll(
      /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}，。、：；（）「」])\n(?=\*\*|[^\n#!|>\s\d*-])/gu,
      '',
    )
    .replaceAll(/(?<=[^\n|])\n(?![\n#!|>]|\s*(?:[-*]|\d+\.) )[ ]*/g, ' ');

const imageLine = /^!\[([^\]]*)\]\((?:\.\.\/)*images\/([\w-]+\.png)\)$/;

/** A guide without its heading, which is the heading of the page: texts and, between them, pictures. */
function partsOf(guide: string): Part[] {
  const [, ...lines] = guide.split('\n');
  const parts: Part[] = [];
  let text = '';
  const endText = () => {
    if (text.trim() !== '') parts.push({ text });
    text = '';
  };
  for (const line of lines) {
    const [, alt, file] = imageLine.exec(line) ?? [];
    const src = images[`${docs}/images/${file}`];
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
