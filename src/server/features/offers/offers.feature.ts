import type { Feature } from '../../feature.ts';
import { offerRoutes } from './offers.routes.ts';
import { offerSchemas } from './offers.schema.ts';
import { endOffers } from './offers.service.ts';

export const offers = {
  schemas: offerSchemas,
  routes: { api: [offerRoutes] },
  lapses: [endOffers],
} satisfies Feature;
