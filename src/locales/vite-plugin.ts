import type { Plugin } from 'vite';
import type { FlatTexts, Texts } from './catalogues.ts';
import {
  flatten,
  languageName,
  localesFolder,
  nest,
  offeredLanguages,
  sourceLanguage,
  webTextsIn,
} from './catalogues.ts';
import { pseudoLanguage, pseudoTexts } from './pseudo.ts';
import { bundleOf, firstBundle, lazyImport, textBundles } from './text-bundles.ts';
import type { TextBundles } from './text-bundles.ts';

const list = 'virtual:locales';
/** The name of the module becomes the name of the file, by which the service worker knows its language. */
const texts = /^\0virtual:locales\/texts_([\w-]+)_([\w-]+)$/;
const i18n = '/ui/i18n.ts';

/**
 * Gives the web app the offered languages, each with its texts in bundles, and loads a bundle with the pages and parts
 * that use it. A missing translation is replaced by the English text here, so that browsers load one language only.
 */
export function localesPlugin(): Plugin {
  let root = '';
  /** Without bundles all texts are loaded at once: on the server, and while developing. */
  let bundles: TextBundles | undefined;
  let offered: readonly string[] = [];
  return {
    name: 'locales',
    enforce: 'pre',
    configResolved: ({ root: folder, command, build }) => {
      root = folder;
      const isDevelopment = command === 'serve';
      offered = isDevelopment ? [...offeredLanguages, pseudoLanguage] : offeredLanguages;
      if (!isDevelopment && build.ssr === false)
        bundles = textBundles(root, 'main.tsx', new Map(flatten(webTextsIn(sourceLanguage))));
    },
    resolveId: (id) => (id === list || texts.test(`\0${id}`) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${list}`) return languageModule(offered, bundles);
      const [, language, bundle = ''] = texts.exec(id) ?? [];
      if (language === undefined) return undefined;
      this.addWatchFile(localesFolder);
      const json = JSON.stringify(textsOf(language, bundles?.get(bundle)));
      // Browsers parse JSON faster than an object literal.
      return `export default JSON.parse(${JSON.stringify(json)});`;
    },
    transform(code, id) {
      const bundle = bundleOf(root, id);
      if (bundles?.has(bundle) !== true) return undefined;
      const wrapped = code.replaceAll(lazyImport, (call) => `withTexts('${bundle}', () => ${call})`);
      return { code: `import { withTexts } from '${i18n}';\n${wrapped}`, map: null };
    },
  };
}

function textsOf(language: string, keys: ReadonlySet<string> | undefined): Texts {
  if (language === pseudoLanguage) return pseudoTexts(webTextsIn(sourceLanguage));
  const all = webTextsIn(language);
  return keys === undefined ? all : nest(selected(new Map(flatten(all)), keys));
}

/** The keys are English. Other languages have other plural forms. */
function selected(all: FlatTexts, keys: ReadonlySet<string>): FlatTexts {
  const isWanted = (key: string) =>
    keys.has(key) || keys.has(key.replace(/_(?:zero|one|two|few|many|other)$/, '_other'));
  return new Map([...all].filter(([key]) => isWanted(key)));
}

function languageModule(offered: readonly string[], bundles: TextBundles | undefined): string {
  const names = offered.map((code) => ({ code, name: code === pseudoLanguage ? code : languageName(code) }));
  const loaders = offered.map((code) => {
    const ofBundles = [...(bundles?.keys() ?? [firstBundle])].map(
      (bundle) => `${JSON.stringify(bundle)}: () => import('virtual:locales/texts_${code}_${bundle}')`,
    );
    return `${JSON.stringify(code)}: { ${ofBundles.join(', ')} }`;
  });
  return `export const languages = ${JSON.stringify(names)};\nexport const loaders = { ${loaders.join(', ')} };`;
}
