import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router';
import type { i18n } from 'i18next';
import { loading } from '../loading.ts';
import type { Me } from '../../client/client.ts';
import { meQuery } from '../features/people/queries.ts';
import { NotFoundPage } from '../features/web/fallback-pages.tsx';
import { loadShell, Shell } from '../features/web/shell.tsx';

type Context = { queryClient: QueryClient; i18n: i18n };

export const root = createRootRouteWithContext<Context>()({
  beforeLoad: async ({ context }) => ({ me: await context.queryClient.query({ ...meQuery, staleTime: 'static' }) }),
  loader: loading(loadShell),
  component: Shell,
  notFoundComponent: NotFoundPage,
});

type Navigation = { context: { me: Me | null }; location: { href: string } };

/** Sends visitors to the sign-in page, and back afterwards. */
export function requireSignIn({ context, location }: Navigation): void {
  if (context.me === null) throw redirect({ to: '/sign-in', search: { next: location.href }, replace: true });
}

/** Pages below this one are for signed-in people. */
export const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', beforeLoad: requireSignIn });
