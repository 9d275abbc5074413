import type { QueryClient } from '@tanstack/react-query';
import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { RouterHistory } from '@tanstack/react-router';
import { hasLinkToken } from './features/sign-in/link-token.ts';
import { safePath, takeReturnPath } from './features/sign-in/return-path.ts';
import { providerProblem } from './features/sign-in/provider-problems.ts';
import type { ProviderProblem } from './features/sign-in/provider-problems.ts';
import { HomePage } from './features/web/home-page.tsx';
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
  component: HomePage,
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
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
  component: lazyRouteComponent(() => import('./features/sign-in/sign-in-page.tsx'), 'SignInPage'),
});

const notMe = createRoute({
  getParentRoute: () => root,
  path: '/not-me',
  component: lazyRouteComponent(() => import('./features/sign-in/not-me-page.tsx'), 'NotMePage'),
});

const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: '/unsubscribe',
  validateSearch: ({ code }: Record<string, unknown>): { code?: string | undefined } => ({
    code: typeof code === 'string' ? code : undefined,
  }),
  component: lazyRouteComponent(() => import('./features/notices/unsubscribe-page.tsx'), 'UnsubscribePage'),
});

const confirmEmail = createRoute({
  getParentRoute: () => root,
  path: '/email',
  component: lazyRouteComponent(() => import('./features/email-change/email-pages.tsx'), 'ConfirmEmailPage'),
});

const revertEmail = createRoute({
  getParentRoute: () => root,
  path: '/email-revert',
  component: lazyRouteComponent(() => import('./features/email-change/email-pages.tsx'), 'RevertEmailPage'),
});

const desk = createRoute({
  getParentRoute: () => root,
  path: '/desk',
  component: lazyRouteComponent(() => import('./features/event-day/desk-page.tsx'), 'DeskPage'),
});

const screen = createRoute({
  getParentRoute: () => root,
  path: '/show/$token',
  component: lazyRouteComponent(() => import('./features/event-day/screen/screen-page.tsx'), 'ScreenPage'),
});

const checkIn = createRoute({
  getParentRoute: () => signedIn,
  path: '/check-in/$pid/$place',
  component: lazyRouteComponent(() => import('./features/event-day/check-in-page.tsx'), 'CheckInPage'),
});

const apiAccess = createRoute({
  getParentRoute: () => signedIn,
  path: '/api-access',
  component: lazyRouteComponent(() => import('./features/tokens/api-access-page.tsx'), 'ApiAccessPage'),
});

/** The server gives a history with the address of the page. */
export const makeRouter = (queryClient: QueryClient, history?: RouterHistory) =>
  createRouter({
    routeTree: root.addChildren([
      home,
      signIn,
      ...helpRoutes,
      notMe,
      unsubscribe,
      confirmEmail,
      revertEmail,
      desk,
      screen,
      ...projectRoutes,
      signedIn.addChildren([apiAccess, checkIn, ...personRoutes, ...manageRoutes]),
    ]),
    context: { queryClient },
    defaultPreload: 'intent',
    defaultErrorComponent: ErrorPage,
    defaultPendingComponent: LoadingPage,
    // On the server it would write a script into the page.
    scrollRestoration: history === undefined,
    ...(history && { history }),
  });

export type Router = ReturnType<typeof makeRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: Router;
  }
  interface StaticDataRouteOption {
    /** Uses the width of the window, as pages with tables do. */
    wide?: boolean;
  }
}
