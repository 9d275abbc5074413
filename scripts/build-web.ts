/**
 * Builds the web app into dist/web, unless it is already built from the same sources. With `--start`, the slow part of the
 * compression goes on after the end of this program, so that the server starts at once.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as Vite from 'vite';
import { compressAll, isCompressed } from './compress-web.ts';

const root = join(import.meta.dirname, '..');
const target = join(root, 'dist/web');
const marker = '.built';

const sources = digestOfSources();
if (isFresh()) console.log('The web app is up to date.');
else await build();
if (!isCompressed(target, 'br')) await compressSmallest();

function digestOfSources(): string {
  const files = [
    'vite.config.ts',
    'package-lock.json',
    'scripts/build-web.ts',
    'scripts/compress-web.ts',
    ...globSync(
      [
        'src/{web,client,locales,markdown,shared}/**/*.*',
        'locales/**/*.json',
        'docs/{guide-*.md,guides/*/*.md,images/guide-*.png}',
      ],
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
  const seconds = () => ((performance.now() - started) / 1000).toFixed(1);
  const begin = (step: string) => console.log(`  ${step} ...`);
  console.log('Building the web app, once for each version:');
  const draft = `${target}.draft-${process.pid}`;
  mkdirSync(draft, { recursive: true });
  try {
    begin('loading the tools');
    const vite = await import('vite');
    begin('pages');
    // It is imported here because Vite takes a second longer, and called twice so that each build has its own plugins.
    const { default: configure } = await import('../vite.config.ts');
    const building = { command: 'build', mode: 'production' } as const;
    const buildWith = (more: Vite.InlineConfig) =>
      vite.build({
        ...vite.mergeConfig(configure(building), more),
        configFile: false,
        root: join(root, 'src/web'),
        logLevel: 'warn',
      });
    // The manifest tells the server which scripts a page needs.
    const pages = buildWith({ build: { outDir: draft, emptyOutDir: false, manifest: 'manifest.json' } });
    // The same pages for the server, with all packages in one file: loading many small ones takes longer.
    const pagesOfServer = buildWith({
      build: {
        outDir: join(draft, 'server'),
        ssr: 'entry-server.tsx',
        rolldownOptions: { output: { codeSplitting: false } },
      },
      ssr: { noExternal: true },
      define: { 'process.env.NODE_ENV': '"production"' },
    });
    await Promise.all([pages, pagesOfServer]);
    begin('service worker and compression');
    await buildServiceWorker(vite, draft);
    await compressAll(draft, 'gz');
    writeFileSync(join(draft, marker), sources);
    if (!isFresh()) putInPlace(draft);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  console.log(`Built the web app in ${seconds()} s.`);
}

/**
 * Brotli at its highest level takes as long as everything else. Until it has finished, browsers get gzip. If it is
 * interrupted, the next start begins again.
 */
async function compressSmallest(): Promise<void> {
  if (!process.argv.includes('--start')) return compressAll(target, 'br');
  const script = join(import.meta.dirname, 'compress-web.ts');
  spawn(process.execPath, [script], { cwd: root, detached: true, stdio: 'ignore' }).unref();
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
