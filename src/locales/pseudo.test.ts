import { expect, test } from 'vitest';
import { flatten, webTextsIn } from './catalogues.ts';
import { pseudoText, pseudoTexts } from './pseudo.ts';

test('letters get accents, placeholders and tags stay', () => {
  expect(pseudoText('Open')).toBe('[Ööpééñ]');
  expect(pseudoText('Read {{count}} <link>notes</link>')).toBe('[Rééååð {{count}} <link>ñöötéés</link>]');
});

test('texts are about 40 % longer', () => {
  const lengthOf = (texts: ReturnType<typeof webTextsIn>) =>
    flatten(texts).reduce((sum, [, text]) => sum + text.replaceAll(/\{\{[^}]*\}\}/g, '').length, 0);
  const texts = webTextsIn('en');
  const ratio = lengthOf(pseudoTexts(texts)) / lengthOf(texts);
  expect(ratio).toBeGreaterThan(1.3);
  expect(ratio).toBeLessThan(1.5);
});
