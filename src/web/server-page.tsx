import { hydrate } from '@tanstack/react-query';
import type { DehydratedState, QueryClient } from '@tanstack/react-query';
import { Fragment, startTransition } from 'react';
import type { ReactElement } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { localTimeZone, setReader } from '../locales/format/dates.ts';
import type { Clock } from '../locales/format/dates.ts';
import { readClock } from './clock.ts';
import { loadParts } from './lazy-part.tsx';
import { freshMs, reloadShown } from './query-client.ts';
import type { Router } from './routes.tsx';
import { hasDrafts } from './ui/editing/draft-storage.ts';
import type { Language } from './ui/i18n.ts';

/** What the server writes beside a page that it rendered. */
export type PageState = {
  language: Language;
  locale: string;
  /** Only on pages with dates in the reader's own time zone. */
  timeZone?: string | undefined;
  clock?: Clock | undefined;
  /** When it was rendered, by the clock of the server. */
  now: string;
  /** What is loaded when it is shown, and is shown already. */
  parts: string[];
  /** What the API was asked for. */
  asked: string[];
  queries: DehydratedState;
};

/** The id of the element with the state, as JSON. */
const stateId = 'page-state';

/** The state of a page that the server rendered. */
export function readPageState(): PageState | undefined {
  const text = document.querySelector(`#${stateId}`)?.textContent ?? '';
  return text === '' ? undefined : JSON.parse(text);
}

type Opened = {
  page: PageState;
  /** The path that the server rendered. */
  path: string;
  element: Element;
  app: ReactElement;
  queryClient: QueryClient;
  router: Router;
};

/**
 * Lets React take over the page that the server rendered. For that, the browser has to render the same: with the data,
 * the time and the time zone of the server. If it cannot, it renders the page anew. `muster:ready` says that React is done.
 */
export async function takeOverPage({ page, path, element, app, queryClient, router }: Opened): Promise<void> {
  const timeZone = localTimeZone();
  const { now, timeZone: shownZone = timeZone } = page;
  const locales = [page.locale, ...navigator.languages];
  takeOverQueries(queryClient, page);
  const clock = readClock();
  setReader(() => ({ locales, now, timeZone: shownZone, clock: page.clock }));
  keepScrollPosition(router);
  // The router renders fewer Suspense boundaries on the server, and in a browser that takes over such a page.
  router.ssr = { manifest: undefined };
  let showReaders: (() => void) | undefined;
  const finish = () => {
    forgetWithPage(queryClient);
    // Visitors may have read the page for a while.
    if (performance.now() > freshMs) void reloadShown(queryClient);
    setReader(() => ({ locales, clock }));
    showReaders?.();
  };
  window.addEventListener('muster:ready', finish, { once: true });

  await router.load();
  const isComplete = await loadParts(page.parts).then(
    () => true,
    () => false,
  );
  const hasLeft = window.location.pathname !== path;
  if (!isComplete || hasLeft || hasDrafts()) {
    // React clears the page, and would count style sheets in it as there already.
    document.head.append(...element.querySelectorAll('link[data-precedence]'));
    createRoot(element).render(app);
    return;
  }
  // In small steps: a weak phone would not react to anything while it takes over a long list as a whole.
  startTransition(() => {
    const root = hydrateRoot(element, app);
    // The dates of the server are those of the event, or of the place of the last visit, with the clock of the language.
    if (shownZone !== timeZone || clock !== page.clock)
      showReaders = () => root.render(<Fragment key={`${timeZone} ${clock}`}>{app}</Fragment>);
  });
}

/** The data counts as new, whatever the clock of the server says: it must not change before React has taken the page over. */
function takeOverQueries(queryClient: QueryClient, { queries }: PageState): void {
  const dataUpdatedAt = Date.now();
  hydrate(queryClient, {
    ...queries,
    queries: queries.queries.map((query) => ({ ...query, state: { ...query.state, dataUpdatedAt } })),
  });
}

/** Data from a page is kept for five minutes, also what the query itself says to forget with the page that shows it. */
function forgetWithPage(queryClient: QueryClient): void {
  for (const query of queryClient.getQueryCache().getAll()) query.gcTime = query.options.gcTime ?? query.gcTime;
}

/** Readers may have scrolled a page that the server rendered: the router would move it to its top. */
function keepScrollPosition(router: Router): void {
  router.update({ ...router.options, scrollRestoration: () => false });
  const unsubscribe = router.subscribe('onRendered', () => {
    unsubscribe();
    router.update({ ...router.options, scrollRestoration: true });
  });
}
