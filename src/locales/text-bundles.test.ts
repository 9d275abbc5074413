import { globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { flatten, webTextsIn } from './catalogues.ts';
import { textBundles } from './text-bundles.ts';
import { usedKeys } from './used-keys.ts';

function appWith(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'bundles-'));
  for (const [file, source] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), source);
  }
  return root;
}

const keys = (...names: string[]) => new Map(names.map((name) => [name, 'text']));

test('texts belong to the file that loads what uses them; few texts, and those of the first page, are loaded at once', () => {
  const root = appWith({
    'main.tsx':
      "import { shell } from './shell.tsx';\nimport './routes/manage.tsx';\nimport type { X } from './types.ts';",
    'shell.tsx': "t('shell.title')",
    'types.ts': "t('never.used')",
    'routes/manage.tsx': "page(() => import('../page.tsx'));\npart(() => import('../part.tsx'));",
    'page.tsx':
      "import {\n  form,\n} from './form.ts';\nt('shell.title'); t('page.title'); later(() => import('./dialog.tsx'))",
    'form.ts': 't(`form.${kind}`)',
    'part.tsx': "t('part.left', { count })",
    'dialog.tsx': "t('dialog.title')",
  });
  const form = Array.from({ length: 15 }, (_, index) => `form.kind${index}`);
  const texts = keys('shell.title', 'never.used', 'page.title', ...form, 'part.left_one', 'dialog.title');
  expect(Object.fromEntries(textBundles(root, 'main.tsx', texts))).toEqual({
    first: new Set(['shell.title', 'dialog.title']),
    'routes-manage': new Set(['page.title', ...form, 'part.left_one']),
  });
});

test('every text that the web app uses is in a bundle, and most are not loaded with the first page', () => {
  const texts = new Map(flatten(webTextsIn('en')));
  const bundles = textBundles('src/web', 'main.tsx', texts);
  const sources = globSync('src/{web,locales/format}/**/*.{ts,tsx}').filter((file) => !file.endsWith('.test.ts'));
  const used = usedKeys(
    texts,
    sources.map((file) => readFileSync(file, 'utf8')),
  );
  const bundled = new Set([...bundles.values()].flatMap((bundle) => [...bundle]));
  expect([...used.difference(bundled)]).toEqual([]);
  expect(bundles.get('first')?.size).toBeLessThan(texts.size / 8);
});
