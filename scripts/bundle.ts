/** `npm run bundle`: what is in each script of the web app, and how much each package adds, compressed on its own. */
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import type { Rolldown } from 'vite';

const root = join(import.meta.dirname, '..');
const largest = 12;

const compressed = (code: string): number => brotliCompressSync(code).length;
const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`.padStart(9);

/** The npm package of a module, or our own folder. */
function ownerOf(id: string): string {
  const inPackage = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1];
  return inPackage ?? /\/(src\/[^/]+\/[^/]+(?:\/[^/]+)?)/.exec(id)?.[1] ?? 'other';
}

function print({ fileName, code, modules }: Rolldown.OutputChunk): void {
  console.log(`${kilobytes(compressed(code))}  ${fileName}`);
  const byOwner = new Map<string, number>();
  for (const [id, module] of Object.entries(modules))
    byOwner.set(ownerOf(id), (byOwner.get(ownerOf(id)) ?? 0) + compressed(module.code ?? ''));
  const owners = [...byOwner].toSorted(([, one], [, other]) => other - one).slice(0, largest);
  for (const [owner, bytes] of owners) console.log(`           ${kilobytes(bytes)}  ${owner}`);
}

const built = await build({
  configFile: join(root, 'vite.config.ts'),
  root: join(root, 'src/web'),
  logLevel: 'error',
  build: { write: false },
});
const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
const chunks = outputs.filter((file) => file.type === 'chunk');
for (const chunk of chunks.toSorted((one, other) => compressed(other.code) - compressed(one.code))) print(chunk);
