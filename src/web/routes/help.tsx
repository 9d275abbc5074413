import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { root } from './root.tsx';

const help = createRoute({
  getParentRoute: () => root,
  path: '/help',
  component: lazyRouteComponent(() => import('../features/web/help/help-page.tsx'), 'HelpPage'),
});

const verify = createRoute({
  getParentRoute: () => root,
  path: '/verify/$number',
  component: lazyRouteComponent(() => import('../features/hours/verify-page.tsx'), 'VerifyPage'),
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
  component: lazyRouteComponent(() => import('../features/web/help/help-page.tsx'), 'HelpPage'),
});

export const helpRoutes = [help, helpGuide, verify, verifyNumber];
