import { useInfiniteQuery } from '@tanstack/react-query';
import { lazyPart } from '../../../lazy-part.tsx';
import { useRows } from '../../../ui/paging.ts';
import type { GivenListProps } from './offers.tsx';
import { givenPlacesQuery } from './queries.ts';

const GivenList = lazyPart('given-list', async () => (await import('./offers.tsx')).GivenList);

/** For owners and chiefs: who wants to give up a place, and nobody has taken it. Nothing while nobody does. */
export function GivenPlaces(props: Omit<GivenListProps, 'places' | 'more'>) {
  const { rows: places, more } = useRows(useInfiniteQuery(givenPlacesQuery(props.pid)));
  return places.length === 0 ? null : <GivenList {...{ places, more }} {...props} />;
}
