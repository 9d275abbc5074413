import type { App } from '../../../http/app.ts';
import { actorOf, callerOf, projectRoleOf } from '../../../auth/gate.ts';
import { limits, personKey } from '../../../auth/rate-limits.ts';
import type { Limiter } from '../../../auth/rate-limits.ts';
import type { Db } from '../../../db/db.ts';
import type { Clock } from '../../../lib/clock.ts';
import { Empty, Ref } from '../../../lib/schema.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { ruleProblems } from '../attendance/attendance.routes.ts';
import { personalRules } from '../attendance/placement.policy.ts';
import { ProjectParams, TaskParams } from '../tasks.schema.ts';
import { givenPlaces, offersFor } from './offer-lists.service.ts';
import { GivenPlacePage, GivenQuery, NewPlaceOffer, OfferParams, OfferQuery, PlaceOfferPage } from './offers.schema.ts';
import { declineOffer, offerPlace, takeOffer, withdrawOffer } from './offers.service.ts';

type Services = { db: Db; clock: Clock; keys: Keyring; limiter: Limiter };

export function offerRoutes(app: App, services: Services): void {
  const { db, clock, limiter } = services;
  app.get(
    '/api/me/offers',
    {
      config: { translates: 'names', access: 'signed_in' },
      schema: {
        tags: ['Me'],
        operationId: 'list_offers',
        summary: 'List places that others want to hand over',
        description:
          'Ordered by start time of the tasks. Lists offers to anyone if the caller can take them now, and all ' +
          "offers to the caller, with the reason if they can't be taken.",
        querystring: OfferQuery,
        response: { 200: Ref(PlaceOfferPage) },
      },
    },
    (request) => offersFor(db.read, services, { uid: callerOf(request).uid, query: request.query }),
  );

  app.get(
    '/api/projects/:pid/offers',
    {
      config: { access: 'project:planner', deputies: ['viewer'], scope: 'tasks:read' },
      schema: {
        tags: ['Tasks'],
        operationId: 'list_given_places',
        summary: 'List places that people want to give up',
        description:
          'Ordered by start time of the tasks, without swaps. Owners see places on all tasks, chiefs those on the ' +
          'tasks of their teams.',
        params: ProjectParams,
        querystring: GivenQuery,
        response: { 200: Ref(GivenPlacePage) },
      },
    },
    (request) => {
      const looking = { role: projectRoleOf(request), uid: callerOf(request).uid };
      return givenPlaces(services, looking, request.query);
    },
  );

  app.put(
    '/api/projects/:pid/tasks/:id/attendance/offer',
    {
      config: { access: 'project:signed_in', problems: ['not_allowed', ...personalRules] },
      schema: {
        tags: ['Tasks'],
        operationId: 'offer_place',
        summary: 'Offer your place to somebody else',
        description:
          'To one person (`to`) or to anyone who can take it, for nothing or in return for one of their tasks ' +
          '(`for`). The person, or with `for` alone everybody on that task who can swap, is notified. You keep the ' +
          'place until somebody takes it. 422 if the task has started, if organisers decide who is on it, or if the ' +
          "other person can't see it. 409 if you could not take the task that you want in return. You can make such " +
          'offers up to 10 times an hour; offers to anyone for nothing are not limited.',
        params: TaskParams,
        body: NewPlaceOffer,
        response: { 204: Empty('Place offered.') },
      },
    },
    async (request, reply) => {
      const { to, for: forTask } = request.body;
      if (to !== undefined || forTask !== undefined)
        await limiter.shared(reply, limits.placeOffers, personKey(callerOf(request)));
      await offerPlace(services, { ...actorOf(request, clock), id: request.params.id }, request.body);
      return reply.code(204).send();
    },
  );

  app.delete(
    '/api/projects/:pid/tasks/:id/attendance/offer',
    {
      config: { access: 'project:signed_in' },
      schema: {
        tags: ['Tasks'],
        operationId: 'withdraw_offer',
        summary: 'Withdraw the offer of your place',
        params: TaskParams,
        response: { 204: Empty('Offer withdrawn.') },
      },
    },
    async (request, reply) => {
      await withdrawOffer(services, { ...actorOf(request, clock), id: request.params.id });
      return reply.code(204).send();
    },
  );

  app.put(
    '/api/projects/:pid/tasks/:id/offers/:uid/taken',
    {
      config: { access: 'project:signed_in', problems: [...ruleProblems, 'planners_only', 'swap_impossible'] },
      schema: {
        tags: ['Tasks'],
        operationId: 'take_offer',
        summary: 'Take a place that somebody offers',
        description:
          'For a swap, the other person gets your place on the other task. The rules for joining apply to both ' +
          'of you, with the plans you would have afterwards. 404 if somebody else was faster.',
        params: OfferParams,
        response: { 204: Empty('The caller now has the place.') },
      },
    },
    async (request, reply) => {
      const { id, uid: giver } = request.params;
      await takeOffer(services, { ...actorOf(request, clock), id, giver });
      return reply.code(204).send();
    },
  );

  app.delete(
    '/api/projects/:pid/tasks/:id/offers/:uid',
    {
      config: { access: 'project:signed_in' },
      schema: {
        tags: ['Tasks'],
        operationId: 'decline_offer',
        summary: 'Decline a place that somebody offers to you',
        description: 'Only for offers to the caller; the other person keeps the place and is notified.',
        params: OfferParams,
        response: { 204: Empty('Offer declined.') },
      },
    },
    async (request, reply) => {
      const { id, uid: giver } = request.params;
      await declineOffer(services, { ...actorOf(request, clock), id, giver });
      return reply.code(204).send();
    },
  );
}
