import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { page } from '../loading.ts';
import { root } from './root.tsx';

const help = createRoute({
  getParentRoute: () => root,
  path: '/help',
  ...page(() => import('../features/web/help/help-page.tsx'), 'HelpPage'),
});

const verify = createRoute({
  getParentRoute: () => root,
  path: '/verify/$number',
  ...page(() => import('../features/hours/verify-page.tsx'), 'VerifyPage'),
});

const verifyNumber = createRoute({
  getParentRoute: () => root,
  path: '/verify',
  component: lazyRouteComponent(() => import('../features/hours/verify-number-page.tsx'), 'VerifyNumberPage'),
});

const helpGuide = createRoute({
  getParentRoute: () => root,
  path: '/help/$guide',
  beforeLoad: ({ params }) => {
    if (!/^(?:volunteers|desk|chiefs|owners)$/.test(params.guide)) throw notFound();
  },
  ...page(() => import('../features/web/help/help-page.tsx'), 'GuidePage'),
});

export const helpRoutes = [help, helpGuide, verify, verifyNumber];
