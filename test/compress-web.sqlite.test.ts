import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressAll, isCompressed } from '../scripts/compress-web.ts';
import { scratchFolder } from './support/scratch.ts';

test('scripts are compressed in both ways, pictures are not, and a finished folder is marked', async () => {
  const folder = scratchFolder('compress');
  const assets = join(folder, 'assets');
  mkdirSync(assets);
  const script = 'console.log(1);\n'.repeat(100);
  writeFileSync(join(assets, 'app.js'), script);
  writeFileSync(join(assets, 'picture.png'), 'picture');
  await compressAll(folder, 'gz');
  expect([isCompressed(folder, 'gz'), isCompressed(folder, 'br')]).toEqual([true, false]);
  await compressAll(folder, 'br');
  expect(isCompressed(folder, 'br')).toBe(true);
  expect(globSync('*', { cwd: assets }).toSorted()).toEqual(['app.js', 'app.js.br', 'app.js.gz', 'picture.png']);
  expect(brotliDecompressSync(readFileSync(join(assets, 'app.js.br'))).toString()).toBe(script);
  expect(gunzipSync(readFileSync(join(assets, 'app.js.gz'))).toString()).toBe(script);
  rmSync(folder, { recursive: true });
});
