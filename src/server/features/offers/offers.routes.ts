import type { FastifyReply, FastifyRequest } from 'fastify';
import { actorOf, callerOf, teamOf } from '../../auth/gate.ts';
import { limits, personKey } from '../../auth/rate-limits.ts';
import type { App } from '../../http/app.ts';
import { expectedRevision, withRevision } from '../../http/revision.ts';
import { Empty, Ref } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import {
  OfferInvitations,
  OfferInvitationsParams,
  OfferPage,
  OffersInvited,
  OffersParams,
  OffersQuery,
  OwnOffer,
} from './offers.schema.ts';
import { inviteOffering, offerPage, readOwn, removeOwn, saveOwn } from './offers.service.ts';

export function offerRoutes(app: App, services: Services): void {
  ownRoutes(app, services);
  organiserRoutes(app, services);
}

function ownRoutes(app: App, services: Services): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const { revision, offer } = await readOwn(services.db.read, callerOf(request).uid);
    return withRevision(reply, revision, offer);
  };

  app.get(
    '/api/me/offer',
    {
      config: { access: 'signed_in' },
      schema: {
        tags: ['Me'],
        operationId: 'get_help_offer',
        summary: 'Read what the caller offers to help with',
        description: 'Empty, and not `ready`, if there is none.',
        response: { 200: Ref(OwnOffer) },
      },
    },
    answer,
  );

  app.put(
    '/api/me/offer',
    {
      config: { access: 'signed_in', problems: ['stale', 'not_allowed'] },
      schema: {
        tags: ['Me'],
        operationId: 'put_help_offer',
        summary: 'Offer to help with events',
        description:
          'While it is `ready`, owners, chiefs and deputies who recruit of the chosen projects, and of the years after them, find ' +
          'the offer with the name of the caller, and can invite them. They see the address only once the caller has accepted. ' +
          '`until` is at most 12 months ahead; the offer is then deleted. `new_tasks` turns on the emails about `task.opened`, until ' +
          'the offer ends.',
        body: OwnOffer,
        response: { 200: Ref(OwnOffer) },
      },
    },
    async (request, reply) => {
      await saveOwn(services, callerOf(request), request.body, expectedRevision(request));
      return answer(request, reply);
    },
  );

  app.delete(
    '/api/me/offer',
    {
      config: { access: 'signed_in' },
      schema: {
        tags: ['Me'],
        operationId: 'delete_help_offer',
        summary: "Delete the caller's offer to help",
        description: 'Invitations that it led to stay.',
        response: { 204: Empty('Offer deleted.') },
      },
    },
    (request) => removeOwn(services, callerOf(request)),
  );
}

function organiserRoutes(app: App, services: Services): void {
  const { clock, once, limiter } = services;

  app.get(
    '/api/projects/:pid/help-offers',
    {
      config: { access: 'project:planner', deputies: ['recruiting'] },
      schema: {
        tags: ['Teams'],
        operationId: 'list_help_offers',
        summary: 'Find people who offer to help',
        description:
          'People who offer help to this project, or to a year of the event before it, and are not in it, by name. Empty unless ' +
          'the project is public and not over. Addresses are not shown.',
        params: OffersParams,
        querystring: OffersQuery,
        response: { 200: Ref(OfferPage) },
      },
    },
    (request) => offerPage(services, actorOf(request, clock), request.query),
  );

  app.post(
    '/api/projects/:pid/teams/:tid/offer-invitations',
    {
      config: {
        access: 'team:chief',
        deputies: ['recruiting'],
        problems: ['team_disabled', 'already_member', 'not_allowed', 'idempotency_key_reused'],
      },
      schema: {
        tags: ['Teams'],
        operationId: 'invite_help_offers',
        summary: 'Invite people who offer to help to a team',
        description:
          'As members, by email. The list of invitations has their name; `email` is empty until they accept. Who is invited to the ' +
          'team, or declined in the last 12 months, is left out, and `data` says so.',
        params: OfferInvitationsParams,
        body: OfferInvitations,
        response: { 200: Ref(OffersInvited) },
      },
    },
    async (request, reply) => {
      await limiter.shared(reply, limits.invitations, personKey(callerOf(request)));
      return once(
        request,
        reply,
        (trx, confirmed) =>
          inviteOffering(trx, services, actorOf(request, clock), confirmed, teamOf(request), request.body),
        request.body.uids,
      );
    },
  );
}
