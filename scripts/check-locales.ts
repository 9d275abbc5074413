/** Checks the texts in `locales` and prints how complete each language is. */
import { completeness, languages, localesFolder, offeredLanguages } from '../src/locales/catalogues.ts';
import { localeProblems, missingKeys, sourceTexts, staleNotes, unusedKeys } from './locales/findings.ts';

/** These must be complete. Others may lag behind and show English texts meanwhile. */
const maintained = ['en', 'de', 'ja', 'zh-CN', 'zh-TW'];

for (const language of languages) {
  const share = Math.floor(completeness(localesFolder, language) * 1000) / 10;
  console.log(`${language}: ${share} %${offeredLanguages.includes(language) ? '' : ', not offered'}`);
}

const problems = [
  ...localeProblems(localesFolder),
  ...maintained.flatMap((language) =>
    missingKeys(localesFolder, language).map((key) => `${language}: ${key} is missing`),
  ),
  ...staleNotes(localesFolder).map((key) => `notes.json: there is no text ${key}`),
  ...unusedKeys(localesFolder, sourceTexts()).map((key) => `${key} is not used`),
];
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
