/** Renders a page of the application to HTML, in the server's process. Built into dist/web/server. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { text } from 'node:stream/consumers';
import { dehydrate } from '@tanstack/react-query';
import type { Query, QueryClient } from '@tanstack/react-query';
import { createMemoryHistory } from '@tanstack/react-router';
import type { i18n } from 'i18next';
import { prerenderToNodeStream } from 'react-dom/static';
import { setTransport } from './api.ts';
import { App } from './app.tsx';
import { meQuery } from './features/people/queries.ts';
import { createQueryClient } from './query-client.ts';
import { makeRouter } from './routes.tsx';
import type { PageState } from './server-page.ts';
import { onPageTitle } from './ui/page.tsx';
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
  /** The zone that a signed-in person's browser is in. */
  timeZone: string | undefined;
  isSignedIn: boolean;
  /** The `Cookie` header of a signed-in person. */
  cookies: string;
  /** Calls the API for the person who asked for the page. */
  fetch: typeof fetch;
};

export type RenderedPage = { title: string; html: string; state: PageState };

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

/** Queries may depend on the result of others. */
const maxPasses = 5;

/** Fails if anything that the page shows cannot be loaded. */
export function renderPage(request: PageRequest): Promise<RenderedPage> {
  const page = {
    ...request,
    title: '',
    now: new Date().toISOString(),
    parts: new Set<string>(),
    asked: new Set<string>(),
  };
  return current.run(page, async () => {
    const { path, language, locale, timeZone, isSignedIn } = request;
    const queryClient = createQueryClient(false);
    if (!isSignedIn) queryClient.setQueryData(meQuery.queryKey, null);
    const router = makeRouter(queryClient, createMemoryHistory({ initialEntries: [path] }));
    await router.load();
    await loadParts();
    const app = <App i18n={await i18nFor(language)} queryClient={queryClient} router={router} />;
    for (let pass = 1; pass <= maxPasses; pass += 1) {
      const html = await toHtml(app);
      const missing = missingQueries(queryClient);
      if (missing.length === 0) {
        const { now, parts, asked } = page;
        const queries = dehydrate(queryClient);
        const state = { language, locale, timeZone, now, parts: [...parts], asked: [...asked], queries };
        return { title: page.title, html, state };
      }
      await Promise.all(missing.map((query) => query.fetch()));
    }
    throw new Error(`${path} still asks for data after ${maxPasses} passes`);
  });
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

const missingQueries = (queryClient: QueryClient): Query[] =>
  queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state, options }) => state.data === undefined && !('enabled' in options && options.enabled === false));

const instances = new Map<Language, Promise<i18n>>();

function i18nFor(language: Language): Promise<i18n> {
  const found = instances.get(language) ?? createI18n(language);
  instances.set(language, found);
  return found;
}
