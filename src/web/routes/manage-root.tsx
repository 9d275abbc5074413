import { createRoute } from '@tanstack/react-router';
import { page } from '../loading.ts';
import { signedIn } from './root.tsx';

/** The frame of the pages for organisers. */
export const manage = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$pid/manage',
  ssr: false,
  staticData: { wide: true },
  ...page(() => import('../features/projects/manage/manage-layout.tsx'), 'ManageLayout'),
});
