import type { Plugin } from 'vite';
import type { FlatTexts, Texts } from './catalogues.ts';
import {
  flatWebTextsIn,
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
/** Without these filters, every module of the build would be handed over to this file, which takes seconds. */
const ownNames = { id: /^\0?virtual:locales(?:$|\/)/ };
const i18n = '/ui/i18n.ts';

/** Read once for all builds of this process: there is a module for each language and bundle. */
const read = new Map<string, FlatTexts>();
function textsOfBuild(language: string): FlatTexts {
  const found = read.get(language) ?? flatWebTextsIn(language);
  read.set(language, found);
  return found;
}

/**
 * Gives the web app the offered languages, each with its texts in bundles, and loads a bundle with the pages and parts
 * that use it. A missing translation is replaced by the English text here, so that browsers load one language only.
 */
export function localesPlugin(): Plugin {
  let root = '';
  /** Without bundles all texts are loaded at once: on the server, and while developing. */
  let bundles: TextBundles | undefined;
  let isDevelopment = false;
  let offered: readonly string[] = [];
  const byKey = new Map<string, TextsByKey>();
  const textsByKeyIn = (language: string): TextsByKey => {
    const found = byKey.get(language) ?? byEnglishKey(textsOfBuild(language), textsOfBuild(sourceLanguage));
    byKey.set(language, found);
    return found;
  };
  const textsIn = (language: string): Texts => (isDevelopment ? latestTexts(language) : nest(textsOfBuild(language)));
  return {
    name: 'locales',
    enforce: 'pre',
    configResolved: ({ root: folder, command, build }) => {
      root = folder;
      isDevelopment = command === 'serve';
      offered = isDevelopment ? [...offeredLanguages, pseudoLanguage] : offeredLanguages;
      if (!isDevelopment && build.ssr === false) bundles = textBundles(root, 'main.tsx', textsOfBuild(sourceLanguage));
    },
    resolveId: { filter: ownNames, handler: (id) => (id === list || texts.test(`\0${id}`) ? `\0${id}` : undefined) },
    load: {
      filter: ownNames,
      handler(id) {
        if (id === `\0${list}`) return languageModule(offered, bundles);
        const [, language, bundle = ''] = texts.exec(id) ?? [];
        if (language === undefined) return undefined;
        this.addWatchFile(localesFolder);
        const keys = bundles?.get(bundle);
        const content = keys === undefined ? textsIn(language) : nest(selected(textsByKeyIn(language), keys));
        // Browsers parse JSON faster than an object literal.
        return `export default JSON.parse(${JSON.stringify(JSON.stringify(content))});`;
      },
    },
    transform: {
      filter: { id: /\/src\/web\/.+\.tsx?$/, code: 'import(' },
      handler(code, id) {
        const bundle = bundleOf(root, id);
        if (bundles?.has(bundle) !== true) return undefined;
        const wrapped = code.replaceAll(lazyImport, (call) => `withTexts('${bundle}', () => ${call})`);
        return { code: `import { withTexts } from '${i18n}';\n${wrapped}`, map: null };
      },
    },
  };
}

/** Includes the changes since the development server was started. */
const latestTexts = (language: string): Texts =>
  language === pseudoLanguage ? pseudoTexts(webTextsIn(sourceLanguage)) : webTextsIn(language);

type TextsByKey = ReadonlyMap<string, readonly (readonly [key: string, text: string])[]>;

/** The keys of bundles are English. Other languages have other plural forms. */
const byEnglishKey = (texts: FlatTexts, english: FlatTexts): TextsByKey =>
  Map.groupBy(texts, ([key]) => (english.has(key) ? key : key.replace(/_(?:zero|one|two|few|many|other)$/, '_other')));

const selected = (texts: TextsByKey, keys: ReadonlySet<string>): FlatTexts =>
  new Map(Array.from(keys, (key) => texts.get(key) ?? []).flat());

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
