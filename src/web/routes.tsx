import type { QueryClient } from '@tanstack/react-query';
import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { loading, page } from './loading.ts';
import type { PagePath } from '../shared/pages.ts';
import type { RouterHistory } from '@tanstack/react-router';
import type { i18n } from 'i18next';
import { hasLinkToken } from './features/sign-in/link-token.ts';
import { safePath, takeReturnPath } from './features/sign-in/return-path.ts';
import { providerProblem } from './features/sign-in/provider-problems.ts';
import type { ProviderProblem } from './features/sign-in/provider-problems.ts';
import { HomePage, loadHomePage } from './features/web/home-page.tsx';
import { ErrorPage, LoadingPage } from './features/web/fallback-pages.tsx';
import { helpRoutes } from './routes/help.tsx';
import { manageRoutes } from './routes/manage.tsx';
import { personRoutes } from './routes/person.tsx';
import { projectRoutes } from './routes/project.tsx';
import { root, signedIn } from './routes/root.tsx';

type SignInSearch = {
  next?: string | undefined;
  ended?: boolean | undefined;
  suspended?: boolean | undefined;
  /** Set by the server after a visit to the provider: signed in, or why not. */
  entered?: boolean | undefined;
  problem?: ProviderProblem | undefined;
};

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  loader: loading(loadHomePage),
  component: HomePage,
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  ssr: false,
  validateSearch: ({ next, ended, suspended, entered, problem }: Record<string, unknown>): SignInSearch => ({
    next: safePath(next),
    ended: ended === true || undefined,
    suspended: suspended === true || undefined,
    entered: entered === true || undefined,
    problem: providerProblem(problem),
  }),
  beforeLoad: ({ context, search }) => {
    if (context.me === null || hasLinkToken()) return;
    const target = search.entered === true ? takeReturnPath() : search.next;
    throw redirect({ href: target ?? '/', replace: true });
  },
  ...page(() => import('./features/sign-in/sign-in-page.tsx'), 'SignInPage'),
});

const notMe = createRoute({
  getParentRoute: () => root,
  path: '/not-me',
  ssr: false,
  component: lazyRouteComponent(() => import('./features/sign-in/not-me-page.tsx'), 'NotMePage'),
});

const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: '/unsubscribe',
  ssr: false,
  validateSearch: ({ code }: Record<string, unknown>): { code?: string | undefined } => ({
    code: typeof code === 'string' ? code : undefined,
  }),
  component: lazyRouteComponent(() => import('./features/notices/unsubscribe-page.tsx'), 'UnsubscribePage'),
});

const guardian = createRoute({
  getParentRoute: () => root,
  path: '/guardian',
  ssr: false,
  component: lazyRouteComponent(() => import('./features/guardians/consent-page.tsx'), 'ConsentPage'),
});

const confirmEmail = createRoute({
  getParentRoute: () => root,
  path: '/email',
  ssr: false,
  component: lazyRouteComponent(() => import('./features/email-change/email-pages.tsx'), 'ConfirmEmailPage'),
});

const revertEmail = createRoute({
  getParentRoute: () => root,
  path: '/email-revert',
  ssr: false,
  component: lazyRouteComponent(() => import('./features/email-change/email-pages.tsx'), 'RevertEmailPage'),
});

const desk = createRoute({
  getParentRoute: () => root,
  path: '/desk',
  ssr: false,
  component: lazyRouteComponent(() => import('./features/event-day/desk-page.tsx'), 'DeskPage'),
});

const screen = createRoute({
  getParentRoute: () => root,
  path: '/show/$token',
  ssr: false,
  component: lazyRouteComponent(() => import('./features/event-day/screen/screen-page.tsx'), 'ScreenPage'),
});

const checkIn = createRoute({
  getParentRoute: () => signedIn,
  path: '/check-in/$pid/$place',
  ssr: false,
  component: lazyRouteComponent(() => import('./features/event-day/check-in-page.tsx'), 'CheckInPage'),
});

const apiAccess = createRoute({
  getParentRoute: () => signedIn,
  path: '/api-access',
  ssr: false,
  ...page(() => import('./features/tokens/api-access-page.tsx'), 'ApiAccessPage'),
});

/** The server gives a history with the address of the page. */
export const makeRouter = (context: { queryClient: QueryClient; i18n: i18n }, history?: RouterHistory) =>
  createRouter({
    routeTree: root.addChildren([
      home,
      signIn,
      ...helpRoutes,
      notMe,
      unsubscribe,
      guardian,
      confirmEmail,
      revertEmail,
      desk,
      screen,
      ...projectRoutes,
      signedIn.addChildren([apiAccess, checkIn, ...personRoutes, ...manageRoutes]),
    ]),
    context,
    defaultPreload: 'intent',
    // The cache of queries knows what is old.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: ErrorPage,
    defaultPendingComponent: LoadingPage,
    // On the server it would write a script into the page.
    scrollRestoration: history === undefined,
    ...(history && { history }),
  });

export type Router = ReturnType<typeof makeRouter>;

type WithoutSlash<Path extends string> = Path extends '/' ? Path : Path extends `${infer Rest}/` ? Rest : Path;
type RoutePath = WithoutSlash<keyof Router['routesByPath']>;
type IsIn<Some extends All, All> = Some;
/** Does not compile if a route is missing in the list of pages, or the other way round. */
export type RoutedPage = IsIn<RoutePath, PagePath> & IsIn<PagePath, RoutePath>;

declare module '@tanstack/react-router' {
  interface Register {
    router: Router;
  }
  interface StaticDataRouteOption {
    /** Uses the width of the window, as pages with tables do. */
    wide?: boolean;
  }
}
