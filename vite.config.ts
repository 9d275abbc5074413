import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { minifySync } from 'rolldown/utils';
import { defineConfig, transformWithOxc } from 'vite';
import type { Plugin, Rolldown } from 'vite';
import { localesPlugin } from './src/locales/vite-plugin.ts';

/** Packages that every page needs and that change rarely: one file, which stays in caches when our own code changes. */
const foundation =
  /node_modules\/(react|react-dom|scheduler|i18next|react-i18next(?!.*\/Trans)|@tanstack\/(?!(?:react-)?virtual)[^/]*)\//;

/** What components of several of the first areas use. */
const basics = /node_modules\/@mantine\/core\/esm\/(?:core\/styles-api|components\/ThemeIcon)\//;

/** What every form needs. */
const forms = /node_modules\/@mantine\/(?:form|core\/esm\/components\/(?:Input|InputBase|TextInput))\//;

/** Writes boot.ts into index.html: it must run before the first paint, without another request. */
function inlineBoot(): Plugin {
  const file = join(import.meta.dirname, 'src/web/boot.ts');
  return {
    name: 'inline-boot',
    transformIndexHtml: async (html) => {
      const { code: script } = await transformWithOxc(readFileSync(file, 'utf8'), file, { sourcemap: false });
      const { code } = minifySync('boot.js', `(() => {${script}})()`);
      return html.replace('<!-- boot -->', () => `<script>${code.trim()}</script>`);
    },
  };
}

/** Pages are loaded by area: one file for what a person uses in one go, instead of one for each component. */
const areaByRoutes: Record<string, string> = {
  'routes/admin.tsx': 'manage',
  'routes/manage.tsx': 'manage',
  'routes/organise.tsx': 'manage',
  'routes/person.tsx': 'person',
  'routes/project.tsx': 'project',
};

/** Parts of the home page, by the file that loads them: people load only what is for them. */
const areaByPart: Record<string, string> = {
  'features/web/home-page.tsx': 'front',
  'features/dashboard/home.tsx': 'dashboard',
  'features/dashboard/asked.tsx': 'own-requests',
  'features/dashboard/own-teams.tsx': 'own-requests',
};

/** Many people see these first, so they load nothing that they do not need. */
const firstAreas = new Set([...Object.values(areaByPart), 'sign-in']);

/** The area of a page or part, by the file that imports it; single pages belong to their feature. */
function areaOfImport(page: string, importer: string): string | null {
  const [, file = ''] = /\/src\/web\/(.+)$/.exec(importer) ?? [];
  if (file === 'routes.tsx') return /\/features\/([^/]+)/.exec(page)?.[1] ?? null;
  return areaByPart[file] ?? areaByRoutes[file] ?? null;
}

/**
 * The area whose pages use a module of ours; `app` for what the first page needs, and what several of the first areas do;
 * for several others, `queries` for calls of the API, which need no component, and `shared` for the rest; null for parts
 * that are loaded later.
 */
function areaOf(id: string, context: Rolldown.ChunkingContext): string | null {
  if (basics.test(id)) return 'app';
  if (!id.includes('/src/')) return null;
  const areas = new Set<string | null>();
  const seen = new Set<string>();
  const visit = (one: string): void => {
    if (seen.has(one)) return;
    seen.add(one);
    const info = context.getModuleInfo(one);
    if (info?.isEntry === true) areas.add('app');
    for (const importer of info?.dynamicImporters ?? []) areas.add(areaOfImport(one, importer));
    for (const importer of info?.importers ?? []) visit(importer);
  };
  visit(id);
  const [first, ...others] = firstAreas.intersection(areas);
  if (areas.has('app') || others.length > 0) return 'app';
  if (first !== undefined) return first;
  const [only = null] = areas;
  if (areas.size < 2) return only;
  return /\/(?:queries|passkey)\.ts$/.test(id) ? 'queries' : 'shared';
}

/** Every group asks about every module, and the answer takes a walk through all that import it. */
function rememberedAreas() {
  const known = new Map<string, string | null>();
  return (id: string, context: Rolldown.ChunkingContext): string | null => {
    const area = known.has(id) ? (known.get(id) ?? null) : areaOf(id, context);
    known.set(id, area);
    return area;
  };
}

/** A function, because the plugins of two builds at once must not share what they remember. */
export default defineConfig(() => {
  const area = rememberedAreas();
  const ifArea = (wanted: string) => (id: string, context: Rolldown.ChunkingContext) =>
    area(id, context) === wanted ? wanted : null;
  return {
    root: 'src/web',
    plugins: [react(), localesPlugin(), inlineBoot()],
    build: {
      outDir: '../../dist/web',
      emptyOutDir: true,
      // The security policy lets pages load files, not data addresses.
      assetsInlineLimit: 0,
      // One file, so that the server can take the rules of a page from it in their order.
      cssCodeSplit: false,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              { name: 'foundation', test: foundation, priority: 6 },
              { debugName: 'app', name: ifArea('app'), priority: 5 },
              { name: 'forms', test: forms, priority: 4 },
              ...Array.from(firstAreas, (name) => ({ debugName: name, name: ifArea(name), priority: 3 })),
              { name: 'components', test: /node_modules\/@mantine\//, minShareCount: 3, priority: 2 },
              // Before the areas, which would otherwise take what they share.
              { debugName: 'queries', name: ifArea('queries'), priority: 1 },
              { debugName: 'shared', name: ifArea('shared'), priority: 1 },
              { debugName: 'areas', name: area },
            ],
          },
        },
      },
    },
    // PostCSS, the default, takes half a second longer for both builds.
    css: { transformer: 'lightningcss' as const },
    // For work on the pages: `vite` beside a running `npm start`.
    server: { proxy: { '/api': 'http://localhost:3000' } },
  };
});
