import { useQuery } from '@tanstack/react-query';
import { lazyPart } from '../../../lazy-part.tsx';
import type { GivenListProps } from './offers.tsx';
import { givenPlacesQuery } from './queries.ts';

const GivenList = lazyPart('given-list', async () => (await import('./offers.tsx')).GivenList);

/** For owners and chiefs: who wants to give up a place, and nobody has taken it. Nothing while nobody does. */
export function GivenPlaces(props: Omit<GivenListProps, 'places'>) {
  const places = useQuery(givenPlacesQuery(props.pid)).data ?? [];
  return places.length === 0 ? null : <GivenList places={places} {...props} />;
}
