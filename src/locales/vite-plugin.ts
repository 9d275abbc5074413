import type { Plugin } from 'vite';
import { languageName, localesFolder, offeredLanguages, webTextsIn } from './catalogues.ts';

const list = 'virtual:locales';
const texts = 'virtual:locales/';

/**
 * Gives the web app the offered languages, each with its texts as one file. A missing translation is replaced by the
 * English text here, so that browsers load one language only.
 */
export function localesPlugin(): Plugin {
  return {
    name: 'locales',
    resolveId: (id) => (id === list || id.startsWith(texts) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${list}`) return languageModule();
      if (!id.startsWith(`\0${texts}`)) return undefined;
      this.addWatchFile(localesFolder);
      const json = JSON.stringify(webTextsIn(id.slice(texts.length + 1)));
      // Browsers parse JSON faster than an object literal.
      return `export default JSON.parse(${JSON.stringify(json)});`;
    },
  };
}

function languageModule(): string {
  const names = offeredLanguages.map((code) => ({ code, name: languageName(code) }));
  const loaders = offeredLanguages.map((code) => `${JSON.stringify(code)}: () => import('${texts}${code}')`);
  return `export const languages = ${JSON.stringify(names)};\nexport const loaders = { ${loaders.join(', ')} };`;
}
