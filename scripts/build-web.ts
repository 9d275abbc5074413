/** Builds the web app into dist/web, unless it is already built from the same sources. */
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type * as Vite from 'vite';

const root = join(import.meta.dirname, '..');
const target = join(root, 'dist/web');
const marker = '.built';
const compressible = /\.(js|css|svg|html)$/;

const sources = digestOfSources();
if (isFresh()) console.log('The web app is up to date.');
else await build();

function digestOfSources(): string {
  const files = [
    'vite.config.ts',
    'package-lock.json',
    'scripts/build-web.ts',
    ...globSync(
      ['src/{web,client,locales}/**/*.*', 'locales/**/*.json', 'docs/{guide-*.md,guides/*/*.md,images/guide-*.png}'],
      { cwd: root },
    ),
  ];
  const digest = createHash('sha256');
  for (const file of files.map((path) => path.replaceAll('\\', '/')).toSorted()) {
    digest
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return digest.digest('hex');
}

function isFresh(): boolean {
  try {
    return readFileSync(join(target, marker), 'utf8') === sources;
  } catch {
    return false;
  }
}

/** Builds into a temporary folder and renames it, so that parallel runs do not disturb each other. The first one wins. */
async function build(): Promise<void> {
  const started = performance.now();
  const draft = `${target}.draft-${process.pid}`;
  mkdirSync(draft, { recursive: true });
  try {
    const vite = await import('vite');
    const shared = { configFile: join(root, 'vite.config.ts'), root: join(root, 'src/web'), logLevel: 'warn' } as const;
    // The manifest tells the server which scripts a page needs.
    await vite.build({ ...shared, build: { outDir: draft, emptyOutDir: true, manifest: 'manifest.json' } });
    // The same pages for the server, with all packages in one file: loading many small ones takes longer.
    await vite.build({
      ...shared,
      build: {
        outDir: join(draft, 'server'),
        ssr: 'entry-server.tsx',
        rolldownOptions: { output: { codeSplitting: false } },
      },
      ssr: { noExternal: true },
      define: { 'process.env.NODE_ENV': '"production"' },
    });
    await buildServiceWorker(vite, draft);
    await compressAll(join(draft, 'assets'));
    writeFileSync(join(draft, marker), sources);
    if (!isFresh()) putInPlace(draft);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  console.log(`Built the web app in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}

/** What pages may need. The service worker leaves out the texts of other languages. */
function appFilesIn(folder: string): string[] {
  return globSync('*.{js,css}', { cwd: folder })
    .map((file) => `/assets/${file}`)
    .toSorted();
}

/** One file without imports. It contains the version, so that browsers notice every new build. */
async function buildServiceWorker({ build }: typeof Vite, outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: join(root, 'src/web/service-worker'),
    logLevel: 'warn',
    define: {
      buildVersion: JSON.stringify(sources.slice(0, 16)),
      appFiles: JSON.stringify(appFilesIn(join(outDir, 'assets'))),
    },
    build: {
      outDir,
      emptyOutDir: false,
      lib: { entry: 'service-worker.ts', formats: ['iife'], name: 'worker', fileName: () => 'service-worker.js' },
    },
  });
}

async function compressAll(folder: string): Promise<void> {
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  const files = globSync('**/*.*', { cwd: folder }).filter((path) => compressible.test(path));
  await Promise.all(
    files.map(async (file) => {
      const path = join(folder, file);
      const bytes = await readFile(path);
      const packed = {
        br: await promisify(brotliCompress)(bytes, best),
        gz: await promisify(gzip)(bytes, { level: 9 }),
      };
      for (const [ending, body] of Object.entries(packed)) await writeFile(`${path}.${ending}`, body);
    }),
  );
}

/** Retries because a folder cannot be renamed onto a non-empty one, and a parallel run can create it at any moment. */
function putInPlace(draft: string): void {
  const old = `${target}.old-${process.pid}`;
  for (let attempt = 1; ; attempt += 1) {
    try {
      moveAway(old);
      renameSync(draft, target);
      break;
    } catch (error) {
      if (attempt === 20) throw error;
    }
  }
  rmSync(old, { recursive: true, force: true });
}

function moveAway(old: string): void {
  rmSync(old, { recursive: true, force: true });
  try {
    renameSync(target, old);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}
