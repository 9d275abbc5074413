import { useInfiniteQuery } from '@tanstack/react-query';
import type { PlaceOffer, Task } from '../../../../client/client.ts';
import { lazyPart } from '../../../lazy-part.tsx';
import type { Organiser } from '../../dashboard/overseen.ts';
import { useRows } from '../../../ui/paging.ts';
import type { More } from '../../../ui/paging.ts';
import { offersQuery, taskOffersQuery } from './queries.ts';

/** Loaded only by people who are offered something. */
const Offers = lazyPart('offers', async () => (await import('./offers.tsx')).Offers);
const OfferBesideJoin = lazyPart('offer-beside-join', async () => (await import('./offers.tsx')).OfferBesideJoin);

type OpenOffersProps = {
  pid?: string;
  /** Places that people want to give up are listed on the same page. */
  organiser?: Organiser;
};

/** Places that others want to hand over to the person or to anyone, of one project or all. */
export function OpenOffers({ pid, organiser }: OpenOffersProps) {
  const { rows, more } = useRows(useInfiniteQuery(offersQuery));
  const offers = rows.filter((offer) => pid === undefined || offer.pid === pid);
  return offers.length === 0 ? null : <Offers {...{ offers, organiser, more }} />;
}

const useTaskOffers = (task: Task): { offers: readonly PlaceOffer[]; more: More | undefined } => {
  const { rows, more } = useRows(useInfiniteQuery({ ...taskOffersQuery(task.pid, task.id), enabled: !task.joined }));
  return task.joined ? { offers: [], more: undefined } : { offers: rows, more };
};

/** Whether joining does as well: nobody else has to agree, and nobody asked for this person. */
const isBesideJoin = (task: Task, { to, for: wanted, refusal }: PlaceOffer): boolean =>
  task.rights.join && to === null && wanted === null && refusal === null;

/** Shows the same on the page of a task. */
export function TaskOffers({ task }: { task: Task }) {
  const { offers: all, more } = useTaskOffers(task);
  const offers = all.filter((offer) => !isBesideJoin(task, offer));
  return offers.length === 0 ? null : <Offers {...{ offers, more }} showsClashes />;
}

/** Below the button that joins a task with free places: who would like to give up theirs. */
export function OffersBesideJoin({ task }: { task: Task }) {
  const offers = useTaskOffers(task).offers.filter((offer) => isBesideJoin(task, offer));
  return offers.map((offer) => <OfferBesideJoin key={offer.from.uid} offer={offer} />);
}
