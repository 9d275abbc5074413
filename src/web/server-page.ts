import { hydrate } from '@tanstack/react-query';
import type { DehydratedState, QueryClient } from '@tanstack/react-query';
import { freshMs, reloadShown } from './query-client.ts';
import type { Language } from './ui/i18n.ts';

/** What the server writes beside a page that it rendered. */
export type PageState = {
  language: Language;
  locale: string;
  /** Only on pages with dates in the reader's own time zone. */
  timeZone?: string | undefined;
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

/**
 * The data counts as new until React has taken the page over, part by part: it must not change before that. Then it is as
 * old as the page, whatever the clock of the server says, and loaded again if visitors have read for a while.
 */
export function takeOverQueries(queryClient: QueryClient, { queries }: PageState): void {
  const dataUpdatedAt = Date.now();
  hydrate(queryClient, {
    ...queries,
    queries: queries.queries.map((query) => ({ ...query, state: { ...query.state, dataUpdatedAt } })),
  });
  const refresh = () => void (performance.now() > freshMs && reloadShown(queryClient));
  window.addEventListener('muster:ready', refresh, { once: true });
}
