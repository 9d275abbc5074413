import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router';
import { meQuery } from '../features/people/me.ts';
import { NotFoundPage } from '../features/web/fallback-pages.tsx';
import { Shell } from '../ui/shell.tsx';

type Context = { queryClient: QueryClient };

export const root = createRootRouteWithContext<Context>()({
  beforeLoad: async ({ context }) => ({ me: await context.queryClient.ensureQueryData(meQuery) }),
  component: Shell,
  notFoundComponent: NotFoundPage,
});

/** Pages below this one are for signed-in people; everybody else signs in first and comes back. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: ({ context, location }) => {
    if (context.me === null) throw redirect({ to: '/sign-in', search: { next: location.href }, replace: true });
  },
});
