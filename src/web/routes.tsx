import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { meQuery } from './features/people/me.ts';
import { hasLinkToken } from './features/sign-in/link-token.ts';
import { safePath } from './features/sign-in/return-path.ts';
import { ErrorPage, LoadingPage, NotFoundPage } from './features/web/fallback-pages.tsx';
import { Shell } from './ui/shell.tsx';

type Context = { queryClient: QueryClient };
type SignInSearch = { next?: string | undefined; ended?: boolean | undefined };

const root = createRootRouteWithContext<Context>()({
  beforeLoad: async ({ context }) => ({ me: await context.queryClient.ensureQueryData(meQuery) }),
  component: Shell,
  notFoundComponent: NotFoundPage,
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('./features/web/home-page.tsx'), 'HomePage'),
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: ({ next, ended }: Record<string, unknown>): SignInSearch => ({
    next: safePath(next),
    ended: ended === true || undefined,
  }),
  beforeLoad: ({ context, search }) => {
    if (context.me !== null && !hasLinkToken()) throw redirect({ href: search.next ?? '/', replace: true });
  },
  component: lazyRouteComponent(() => import('./features/sign-in/sign-in-page.tsx'), 'SignInPage'),
});

/** Pages below this one are for signed-in people; everybody else signs in first and comes back. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: ({ context, location }) => {
    if (context.me === null) throw redirect({ to: '/sign-in', search: { next: location.href }, replace: true });
  },
});

const apiAccess = createRoute({
  getParentRoute: () => signedIn,
  path: '/api-access',
  component: lazyRouteComponent(() => import('./features/tokens/api-access-page.tsx'), 'ApiAccessPage'),
});

export const makeRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree: root.addChildren([home, signIn, signedIn.addChildren([apiAccess])]),
    context: { queryClient },
    defaultPreload: 'intent',
    defaultErrorComponent: ErrorPage,
    defaultPendingComponent: LoadingPage,
    scrollRestoration: true,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
