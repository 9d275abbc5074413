/** Compresses the files of the web app, for the server to send as they are. Run by itself, it does so with brotli. */
import { existsSync, globSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { constants as system, setPriority } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

type Ending = 'br' | 'gz';

const compressible = /\.(js|css|svg|html)$/;
const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
const packers: Record<Ending, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, best),
  gz: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

const markerIn = (folder: string, ending: Ending): string => join(folder, `.compressed-${ending}`);

export const isCompressed = (folder: string, ending: Ending): boolean => existsSync(markerIn(folder, ending));

/** Renames each finished file, because a server may already be sending them. */
export async function compressAll(folder: string, ending: Ending): Promise<void> {
  const assets = join(folder, 'assets');
  const files = globSync('**/*.*', { cwd: assets }).filter((path) => compressible.test(path));
  await Promise.all(
    files.map(async (file) => {
      const path = join(assets, file);
      const draft = `${path}.${ending}-${process.pid}`;
      await writeFile(draft, await packers[ending](await readFile(path)));
      await rename(draft, `${path}.${ending}`);
    }),
  );
  await writeFile(markerIn(folder, ending), '');
}

if (import.meta.main) {
  setPriority(system.priority.PRIORITY_LOW);
  await compressAll(join(import.meta.dirname, '../dist/web'), 'br');
}
