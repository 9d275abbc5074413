import { hash } from 'node:crypto';
import { directionOf } from '../../../locales/direction.ts';
import { appName, generalHead } from './pages.service.ts';
import type { PageHead } from './pages.service.ts';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (mark) => entities[mark] ?? mark);

/** JSON inside a script element, which `</script>` and `<!--` would end. */
const embedded = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

const titlePlaceholder = `<title>${appName}</title>`;
const rootPlaceholder = '<div id="root"></div>';

/** Tells the application that nobody is signed in, so that it does not ask: browsers log the refusal as an error. */
const forVisitors = (page: string): string => page.replace(/<html [^>]*(?=>)/, '$& data-visitor');

type ShellContent = { head?: PageHead | undefined; scripts?: readonly string[]; isVisitor?: boolean };

export type Content = {
  language: string;
  /** The title is in the reader's language. */
  title: string;
  html: string;
  styles: string;
  state: unknown;
  /** Scripts that are not in index.html. */
  scripts: readonly string[];
  /** When the application is loaded: at once, or when the reader touches the page. */
  when: 'now' | 'touched';
};

/** Fills the built index.html. */
export function pageTemplate(index: string, baseUrl: string) {
  const parts = index.split(titlePlaceholder);
  const [before, after] = parts;
  if (before === undefined || after === undefined) throw new Error(`index.html has no ${titlePlaceholder}`);
  const files = filesOf(index);
  return {
    /** Allows the scripts of index.html, and no others, to be written into a page. */
    scriptHashes: [...index.matchAll(/<script>([^]*?)<\/script>/g)].map(
      ([, script = '']) => `'sha256-${hash('sha256', script, 'base64')}'`,
    ),
    /** A page that the application fills in the browser. */
    shell: (path: string, { head, scripts = [], isVisitor = false }: ShellContent = {}): string =>
      `${isVisitor ? forVisitors(before) : before}${headTags(baseUrl, path, head)}${preloading(after, scripts)}`,
    /** A page with its content. */
    filled: (path: string, head: PageHead | undefined, content: Content): string =>
      fill(`${before}${headTags(baseUrl, path, head)}${after}`, files, content),
  };
}

type Files = { main: string; styles: string; preload: string[] };

function filesOf(index: string): Files {
  const all = (pattern: RegExp) => [...index.matchAll(pattern)].map(([, file = '']) => file);
  // The last script imports the others.
  const scripts = all(/<script type="module"[^>]* src="([^"]+)"/g);
  return {
    main: scripts.at(-1) ?? '',
    styles: all(/<link rel="stylesheet"[^>]* href="([^"]+)"/g)[0] ?? '',
    preload: [...scripts.slice(0, -1), ...all(/<link rel="modulepreload"[^>]* href="([^"]+)"/g)],
  };
}

/** Adds the scripts that index.html does not load anyway. */
const preloading = (page: string, scripts: readonly string[]): string =>
  page.replace('</head>', () => {
    const links = scripts.filter((file) => !page.includes(`"${file}"`));
    return `${links.map((file) => `  <link rel="modulepreload" crossorigin href="${file}">\n  `).join('')}</head>`;
  });

function fill(page: string, { main, styles, preload: first }: Files, content: Content): string {
  const preload = new Set([...first, ...content.scripts].filter((file) => file !== main));
  const boot = `<script data-main="${main}" data-styles="${styles}" data-preload="${[...preload].join(' ')}" data-when="${content.when}">`;
  const state = `<script type="application/json" id="page-state">${embedded(content.state)}</script>`;
  return (content.when === 'touched' ? forVisitors(page) : page)
    .replaceAll(/\s*<(?:script type="module"|link rel="(?:modulepreload|stylesheet)")[^>]*>(?:<\/script>)?/g, '')
    .replace(/\s*<noscript>[^]*?<\/noscript>/, '')
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(content.title)}</title>`)
    .replace(
      /<html lang="[^"]*"/,
      `<html lang="${content.language}" dir="${directionOf(content.language)}" data-mantine-color-scheme="light"`,
    )
    .replace('<script>', () => `<style>${content.styles}</style>${boot}`)
    .replace(rootPlaceholder, () => `<div id="root">${content.html}</div>${state}`);
}

function headTags(
  baseUrl: string,
  path: string,
  { title, site = appName, description, image }: PageHead = generalHead,
): string {
  return [
    `<title>${escaped(title)}</title>`,
    ...(description === '' ? [] : [`<meta name="description" content="${escaped(description)}" />`]),
    `<meta property="og:title" content="${escaped(title)}" />`,
    ...(description === '' ? [] : [`<meta property="og:description" content="${escaped(description)}" />`]),
    `<meta property="og:type" content="website" />`,
    `<meta property="og:site_name" content="${escaped(site)}" />`,
    `<meta property="og:url" content="${escaped(`${baseUrl}${path}`)}" />`,
    ...imageTags(baseUrl, image),
  ].join('\n    ');
}

/** For previews of links. Other sites load the picture, so they need its whole address. */
function imageTags(baseUrl: string, image: PageHead['image']): string[] {
  if (image === undefined || image === null) return [];
  return [
    `<meta property="og:image" content="${escaped(`${baseUrl}${image.url}`)}" />`,
    `<meta property="og:image:width" content="${image.width}" />`,
    `<meta property="og:image:height" content="${image.height}" />`,
    `<meta property="og:image:alt" content="${escaped(image.alt)}" />`,
  ];
}
