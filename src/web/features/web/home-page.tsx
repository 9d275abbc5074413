import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Me } from '../../../client/client.ts';
import { lazyPart } from '../../lazy-part.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { LoadingPlaceholder } from '../../ui/page-state.tsx';
import { Home, loadHome } from '../dashboard/home.tsx';
import { meQuery } from '../people/queries.ts';
import { freshMs } from '../../query-client.ts';
import type { Loading } from '../../loading.ts';

const Front = lazyPart('front', async () => (await import('./front.tsx')).Front, LoadingPlaceholder);

export const loadHomePage = async ({ me, ...loading }: Loading) =>
  me === null ? (await import('./front.tsx')).loadFront(loading.load) : loadHome(me, loading);

export function HomePage() {
  // It is as fresh as the rest of the page: an accepted application leaves one part and appears in another.
  const me = useQuery({ ...meQuery, staleTime: freshMs }).data ?? null;
  return me === null ? <Front /> : <OwnHome me={me} />;
}

function OwnHome({ me }: { me: Me }) {
  const { t } = useTranslation();
  usePageTitle(t('home.title'));
  return <Home me={me} />;
}
