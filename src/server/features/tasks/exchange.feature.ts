import type { Feature, JobBase } from '../../feature.ts';
import { confirmationRoutes } from './confirmation/confirmation.routes.ts';
import { confirmationSchemas } from './confirmation/confirmation.schema.ts';
import { requestConfirmations } from './confirmation/confirmation.service.ts';
import { deleteOldRequests } from './help/help.queries.ts';
import { helpRoutes } from './help/help.routes.ts';
import { helpSchemas } from './help/help.schema.ts';
import { helpRequestsKeptSince } from './help/help.service.ts';
import { deletePastOffers } from './offers/offers.queries.ts';
import { offerRoutes } from './offers/offers.routes.ts';
import { offerSchemas } from './offers/offers.schema.ts';
import { deletePastWaiting } from './waiting/waiting.queries.ts';
import { waitingRoutes } from './waiting/waiting.routes.ts';
import { waitingSchemas } from './waiting/waiting.schema.ts';
import { fillWaiting, lapseOffers } from './waiting/waiting.service.ts';

const everySeconds = 30;

const jobs = (services: JobBase) => [
  {
    name: 'places',
    schedule: { every: everySeconds },
    run: async (signal: AbortSignal) => {
      const lapsed = await lapseOffers(services, signal);
      const filled = await fillWaiting(services, signal);
      const asked = await requestConfirmations(services, signal);
      return lapsed + filled + asked === 0 ? undefined : { lapsed, filled, asked };
    },
  },
];

/** How people get and give places: waiting lists, offers, requests for help, and the question whether they come. */
export const exchange = {
  schemas: [...waitingSchemas, ...offerSchemas, ...helpSchemas, ...confirmationSchemas],
  routes: { api: [waitingRoutes, offerRoutes, helpRoutes, confirmationRoutes] },
  jobs,
  expiry: [deletePastWaiting, deletePastOffers, (trx, now) => deleteOldRequests(trx, helpRequestsKeptSince(now))],
} satisfies Feature;
