/** Renders a page of the application to HTML, in the server's process. Built into dist/web/server. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { text } from 'node:stream/consumers';
import { dehydrate } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory } from '@tanstack/react-router';
import type { i18n } from 'i18next';
import { prerenderToNodeStream } from 'react-dom/static';
import { setTransport } from './api.ts';
import { App } from './app.tsx';
import { meQuery } from './features/people/queries.ts';
import { currentProjectQuery, projectQuery } from './features/projects/queries.ts';
import { createQueryClient } from './query-client.ts';
import { makeRouter } from './routes.tsx';
import type { Router } from './routes.tsx';
import type { PageState } from './server-page.tsx';
import { onPageTitle } from './ui/page.tsx';
import { readClock } from './clock.ts';
import { setCookieSource } from './cookies.ts';
import { loadParts, onPartUsed } from './lazy-part.tsx';
import { localeOf, setReader } from '../locales/format/dates.ts';
import { browserLanguage, createI18n, isLanguage } from './ui/i18n.ts';
import type { Language } from './ui/i18n.ts';

export type PageRequest = {
  path: string;
  language: Language;
  /** The language with the reader's region, for dates. */
  locale: string;
  /** The zone that a signed-in person's browser is in, if it has said so. */
  timeZone: string | undefined;
  isSignedIn: boolean;
  /** The `Cookie` header of a signed-in person. */
  cookies: string;
  /** Calls the API for the person who asked for the page. */
  fetch: typeof fetch;
};

export type RenderedPage = {
  title: string;
  html: string;
  state: PageState;
  /** What the page would still ask for, because its loader does not load it. */
  missing: string[];
};

/** Pages of several people are rendered at the same time. */
const current = new AsyncLocalStorage<
  PageRequest & { title: string; now: string; parts: Set<string>; asked: Set<string> }
>();
setTransport((url, init) => {
  const request = current.getStore();
  if (request === undefined) throw new Error('no page is being rendered');
  request.asked.add(url instanceof Request ? url.url : String(url));
  return request.fetch(url, init);
});
setReader(() => {
  const { locale = 'en', timeZone, now } = current.getStore() ?? {};
  return {
    locales: [locale],
    now,
    clock: readClock(),
    get timeZone() {
      if (timeZone === undefined) throw new Error('a page for visitors shows a date in the time zone of its reader');
      return timeZone;
    },
  };
});
onPartUsed((name) => void current.getStore()?.parts.add(name));
setCookieSource(() => current.getStore()?.cookies ?? '');
onPageTitle((title) => {
  const page = current.getStore();
  if (page !== undefined) page.title = title;
});

/** The language that the reader chose, or prefers according to the browser, and the same with their region. */
export function chooseLanguage(remembered: string | undefined, preferred: readonly string[]) {
  const language = isLanguage(remembered) ? remembered : browserLanguage(preferred);
  return { language, locale: localeOf(language, preferred) };
}

/** Fails if anything that the page shows cannot be loaded. Undefined for a page that the browser has to fill. */
export function renderPage(request: PageRequest): Promise<RenderedPage | undefined> {
  const page = {
    ...request,
    title: '',
    now: new Date().toISOString(),
    parts: new Set<string>(),
    asked: new Set<string>(),
  };
  return current.run(page, async () => {
    const { path, language, locale, isSignedIn, now } = page;
    const queryClient = createQueryClient(false);
    if (!isSignedIn) queryClient.setQueryData(meQuery.queryKey, null);
    const i18n = await i18nFor(language);
    const router = makeRouter({ queryClient, i18n }, createMemoryHistory({ initialEntries: [path] }));
    if (!isRendered(router)) return undefined;
    await router.load();
    // The pages have named their parts now.
    await loadParts();
    const { matches } = router.state;
    const failed = matches.find(({ status }) => status === 'error');
    if (failed !== undefined) throw failed.error;
    // The page sends its reader to another one, as the application does in the browser.
    if (matches.length === 0) return undefined;
    if (isSignedIn) page.timeZone ??= eventZone(queryClient, path);
    const html = await toHtml(<App i18n={i18n} queryClient={queryClient} router={router} />);
    const state = {
      language,
      locale,
      timeZone: page.timeZone,
      clock: readClock(),
      now,
      parts: [...page.parts],
      asked: [...page.asked],
      queries: dehydrate(queryClient),
    };
    return { title: page.title, html, state, missing: missingQueries(queryClient) };
  });
}

/** Routes say `ssr: false` if their page needs the browser, or has private data that no page should hold. */
function isRendered(router: Router): boolean {
  const [routes] = router.getMatchedRoutes(router.latestLocation.pathname);
  return routes.every(({ options }) => options.ssr !== false);
}

/** For people whose browser has not said where it is: most are where the event of the page is, or the current one. */
function eventZone(queryClient: QueryClient, path: string): string {
  const [, pid = ''] = /^\/projects\/([^/?]+)/.exec(path) ?? [];
  const project = queryClient.getQueryData(projectQuery(pid).queryKey)?.body;
  return (project ?? queryClient.getQueryData(currentProjectQuery.queryKey))?.timezone ?? 'UTC';
}

/** Everything is written in place: React would move late parts with scripts, which the security policy forbids. */
async function toHtml(app: React.ReactNode): Promise<string> {
  let failure: unknown;
  const { prelude } = await prerenderToNodeStream(app, {
    progressiveChunkSize: Infinity,
    onError: (error) => void (failure ??= error),
  });
  const html = await text(prelude);
  if (failure !== undefined) throw failure;
  return html;
}

const missingQueries = (queryClient: QueryClient): string[] =>
  queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state, options }) => state.data === undefined && !('enabled' in options && options.enabled === false))
    .map(({ queryHash }) => queryHash);

const instances = new Map<Language, Promise<i18n>>();

function i18nFor(language: Language): Promise<i18n> {
  const found = instances.get(language) ?? createI18n(language);
  instances.set(language, found);
  return found;
}
