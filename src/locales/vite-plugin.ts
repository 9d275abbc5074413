import type { Plugin } from 'vite';
import type { Texts } from './catalogues.ts';
import { languageName, localesFolder, offeredLanguages, sourceLanguage, webTextsIn } from './catalogues.ts';
import { pseudoLanguage, pseudoTexts } from './pseudo.ts';

const list = 'virtual:locales';
const texts = 'virtual:locales/';

/**
 * Gives the web app the offered languages, each with its texts as one file. A missing translation is replaced by the
 * English text here, so that browsers load one language only.
 */
export function localesPlugin(): Plugin {
  let isDevelopment = false;
  return {
    name: 'locales',
    configResolved: ({ command }) => {
      isDevelopment = command === 'serve';
    },
    resolveId: (id) => (id === list || id.startsWith(texts) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${list}`)
        return languageModule(isDevelopment ? [...offeredLanguages, pseudoLanguage] : offeredLanguages);
      if (!id.startsWith(`\0${texts}`)) return undefined;
      this.addWatchFile(localesFolder);
      const json = JSON.stringify(textsOf(id.slice(texts.length + 1)));
      // Browsers parse JSON faster than an object literal.
      return `export default JSON.parse(${JSON.stringify(json)});`;
    },
  };
}

const textsOf = (language: string): Texts =>
  language === pseudoLanguage ? pseudoTexts(webTextsIn(sourceLanguage)) : webTextsIn(language);

function languageModule(offered: readonly string[]): string {
  const names = offered.map((code) => ({ code, name: code === pseudoLanguage ? code : languageName(code) }));
  const loaders = offered.map((code) => `${JSON.stringify(code)}: () => import('${texts}${code}')`);
  return `export const languages = ${JSON.stringify(names)};\nexport const loaders = { ${loaders.join(', ')} };`;
}
