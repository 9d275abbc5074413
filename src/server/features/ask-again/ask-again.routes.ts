import type { FastifyReply, FastifyRequest } from 'fastify';
import { actorOf, callerOf, projectRoleOf } from '../../auth/gate.ts';
import { limits, personKey } from '../../auth/rate-limits.ts';
import type { App } from '../../http/app.ts';
import { expectedRevision, withRevision } from '../../http/revision.ts';
import { Ref } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import {
  AskAgainParams,
  AskAgainQuery,
  AskAnswer,
  AskInvitations,
  AskInvited,
  AskShare,
  AskShared,
  FormerPerson,
  FormerPersonPage,
  FormerPersonParams,
} from './ask-again.schema.ts';
import { formerPage, inviteFormer, noteAnswer, readFormer, shareOut } from './ask-again.service.ts';

export function askAgainRoutes(app: App, services: Services): void {
  const { db, clock, once, limiter } = services;
  const answer = async (request: FastifyRequest<{ Params: { uid: string } }>, reply: FastifyReply) => {
    const { scope } = projectRoleOf(request);
    const { person, revision } = await readFormer(db.read, scope, clock.now(), request.params.uid);
    return withRevision(reply, revision, person);
  };

  app.get(
    '/api/projects/:pid/ask-again',
    {
      config: { access: 'project:recruiting' },
      schema: {
        tags: ['Teams'],
        operationId: 'list_former_people',
        summary: 'List the people of earlier years, to ask them again',
        description:
          'Everybody who was in a project before this one in its series, by name, with what they did last and whether somebody ' +
          'has asked them. Without people who do not want to be asked again (`ask_again` of their profile).',
        params: AskAgainParams,
        querystring: AskAgainQuery,
        response: { 200: Ref(FormerPersonPage) },
      },
    },
    (request) => formerPage(services, projectRoleOf(request).scope, request.query),
  );

  app.get(
    '/api/projects/:pid/ask-again/:uid',
    {
      config: { access: 'project:recruiting' },
      schema: {
        tags: ['Teams'],
        operationId: 'get_former_person',
        summary: 'Read whether a person of an earlier year was asked again',
        params: FormerPersonParams,
        response: { 200: Ref(FormerPerson) },
      },
    },
    answer,
  );

  app.put(
    '/api/projects/:pid/ask-again/:uid',
    {
      config: { access: 'project:recruiting', problems: ['stale'] },
      schema: {
        tags: ['Teams'],
        operationId: 'set_former_person',
        summary: 'Note that a person of an earlier year was asked, or their answer',
        description: 'Send `If-Match`, so that two people who ask the same person notice each other.',
        params: FormerPersonParams,
        body: AskAnswer,
        response: { 200: Ref(FormerPerson) },
      },
    },
    async (request, reply) => {
      await noteAnswer(db, actorOf(request, clock), request.params.uid, request.body, expectedRevision(request));
      return answer(request, reply);
    },
  );

  app.post(
    '/api/projects/:pid/ask-again/shares',
    {
      config: { access: 'project:recruiting', problems: ['idempotency_key_reused'] },
      schema: {
        tags: ['Teams'],
        operationId: 'share_former_people',
        summary: 'Share out who asks which people of earlier years',
        description: 'Each asker gets every second person, every third and so on, by name.',
        params: AskAgainParams,
        body: AskShare,
        response: { 200: Ref(AskShared) },
      },
    },
    (request, reply) =>
      once(
        request,
        reply,
        async (trx) => ({ shared: await shareOut(trx, actorOf(request, clock), request.body) }),
        request.body.uids ?? [],
      ),
  );

  app.post(
    '/api/projects/:pid/ask-again/invitations',
    {
      config: {
        access: 'project:recruiting',
        problems: ['team_disabled', 'not_allowed', 'already_member', 'idempotency_key_reused'],
      },
      schema: {
        tags: ['Teams'],
        operationId: 'invite_former_people',
        summary: 'Invite people of earlier years to teams',
        description:
          'As members, by email. People who were asked already, said no, are in the project, or are asked by somebody else ' +
          'are left out, and `data` says why: nobody is asked twice.',
        params: AskAgainParams,
        body: AskInvitations,
        response: { 200: Ref(AskInvited) },
      },
    },
    async (request, reply) => {
      await limiter.shared(reply, limits.invitations, personKey(callerOf(request)));
      return once(
        request,
        reply,
        (trx, confirmed) => inviteFormer(trx, services, actorOf(request, clock), confirmed, request.body),
        request.body.people.map(({ uid }) => uid),
      );
    },
  );
}
