import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from './root.tsx';

/** The frame of the pages for organisers. */
export const manage = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$pid/manage',
  staticData: { wide: true },
  component: lazyRouteComponent(() => import('../features/projects/manage-layout.tsx'), 'ManageLayout'),
});
