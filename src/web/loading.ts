import type { QueryClient } from '@tanstack/react-query';
import { lazyRouteComponent } from '@tanstack/react-router';
import type { RouteComponent } from '@tanstack/react-router';
import type { i18n } from 'i18next';
import type { Me } from '../client/client.ts';
import { ApiProblem } from './api.ts';

/** What the loader of a page gets, with the names of the parameters in its path. */
export type Loading<Name extends string = never> = {
  me: Me | null;
  language: string;
  path: string;
  params: Record<Name, string>;
  /** The search of the address as it is; the page checks it. */
  search: Record<string, unknown>;
  /** Returns what is known, however old: the page shows it at once, and loads it again if it is old. */
  load: QueryClient['query'];
  /** The same for the first page of a list. */
  loadPages: QueryClient['infiniteQuery'];
  /** For contact details, which the server records as shown: who only points at a link has seen nothing. */
  whenOpened: (load: () => Promise<unknown>) => Promise<unknown>;
};

/** Loaders of parts of a page need no more. */
export type Loads = Pick<Loading, 'load' | 'loadPages'>;

type Loader<Name extends string> = (loading: Loading<Name>) => Promise<unknown>;

type RouterLoading<Name extends string> = {
  context: { queryClient: QueryClient; i18n: i18n; me: Me | null };
  params: Record<Name, string>;
  location: { pathname: string; search: object };
  /** Somebody points at a link to the page. */
  preload: boolean;
};

/** How long the page before stays on screen. After that the new one is shown and says itself what it still loads. */
const patienceMs = 250;

/**
 * Runs a loader for the router. What cannot be loaded is no error: the page says so, and shows the rest. The server does not
 * render such a page.
 */
export const loading =
  <Name extends string = never>(loader: Loader<Name>) =>
  async ({ context: { queryClient, i18n, me }, params, location, preload }: RouterLoading<Name>): Promise<void> => {
    const loaded = loader({
      me,
      language: i18n.language,
      path: location.pathname,
      params,
      search: { ...location.search },
      load: (query) => queryClient.query({ ...query, staleTime: 'static' }),
      loadPages: (query) => queryClient.infiniteQuery({ ...query, staleTime: 'static' }),
      whenOpened: async (load) => (preload ? undefined : load()),
    });
    if (import.meta.env.SSR) return void (await loaded);
    const shown = loaded.catch((error: unknown) => {
      if (!(error instanceof ApiProblem)) throw error;
    });
    await Promise.race([shown, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
  };

/** A method, so that loaders of pages with any parameters fit. */
type AnyLoader = { load(loading: Loading): Promise<unknown> }['load'];

type NamesIn<L> = L extends Loader<infer Name> ? Name : never;

/** A page and its loader, `TasksPage` and `loadTasksPage`, in a file that is loaded with the first of them. */
export const page = <
  Page extends string,
  Module extends Record<Page, () => React.ReactNode> & Record<`load${Page}`, AnyLoader>,
>(
  load: () => Promise<Module>,
  name: Page,
): {
  component: RouteComponent;
  loader: (loading: RouterLoading<NamesIn<Module[`load${Page}`]>>) => Promise<void>;
} => ({
  component: lazyRouteComponent(load, name),
  loader: loading(async (known) => {
    const loaders: Record<`load${Page}`, AnyLoader> = await load();
    return loaders[`load${name}`](known);
  }),
});
