import type { FastifyReply, FastifyRequest } from 'fastify';
import { actorOf, projectRoleOf } from '../../auth/gate.ts';
import type { App } from '../../http/app.ts';
import { expectedRevision, withRevision } from '../../http/revision.ts';
import { Empty, Ref } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import {
  OwnThanks,
  OwnThanksInput,
  ThanksNameChange,
  ThanksNamePage,
  ThanksNameParams,
  ThanksNameQuery,
  ThanksPage,
  ThanksPageInput,
  ThanksParams,
} from './thanks.schema.ts';
import { agree, hideName, namePage, readOwn, readPage, savePage, withdraw } from './thanks.service.ts';

export function thanksRoutes(app: App, services: Services): void {
  pageRoutes(app, services);
  ownRoutes(app, services);
}

function pageRoutes(app: App, services: Services): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const { revision, page } = await readPage(services, projectRoleOf(request));
    return withRevision(reply, revision, page);
  };

  app.get(
    '/api/projects/:pid/thanks',
    {
      config: { translates: 'project', access: 'project:anyone', scope: 'project:read' },
      schema: {
        tags: ['Projects'],
        operationId: 'get_thanks_page',
        summary: 'Read the page that thanks the people of an event',
        description:
          'Everybody sees it after the event, once an owner has published it. Until then it is empty, except for owners, who ' +
          'see what it would say.',
        params: ThanksParams,
        response: { 200: Ref(ThanksPage) },
      },
    },
    answer,
  );

  app.put(
    '/api/projects/:pid/thanks',
    {
      config: { access: 'project:owner', alsoArchived: true, problems: ['stale', 'not_allowed'] },
      schema: {
        tags: ['Projects'],
        operationId: 'set_thanks_page',
        summary: 'Write the page that thanks the people of an event, and publish it',
        description:
          'It can be published once the event is over (422 before). Everybody who is named is then notified, and can withdraw.',
        params: ThanksParams,
        body: ThanksPageInput,
        response: { 200: Ref(ThanksPage) },
      },
    },
    async (request, reply) => {
      await savePage(services, actorOf(request, services.clock), request.body, expectedRevision(request));
      return answer(request, reply);
    },
  );

  app.get(
    '/api/projects/:pid/thanks/names',
    {
      config: { access: 'project:anyone', scope: 'project:read' },
      schema: {
        tags: ['Projects'],
        operationId: 'list_thanks_names',
        summary: 'List the names on the page that thanks the people of an event',
        description:
          'Only of people who agreed, in the order of names. Without people who are below the age of adults of the project ' +
          '(`adult_age`), or of whom that is not known, and without suspended ones. Empty as long as the page is not shown, ' +
          'except for owners.',
        params: ThanksParams,
        querystring: ThanksNameQuery,
        response: { 200: Ref(ThanksNamePage) },
      },
    },
    (request) => namePage(services, projectRoleOf(request), request.query),
  );

  app.put(
    '/api/projects/:pid/thanks/names/:uid',
    {
      config: { access: 'project:owner', alsoArchived: true },
      schema: {
        tags: ['Projects'],
        operationId: 'change_thanks_name',
        summary: 'Hide a name on the page that thanks the people of an event, or show it again',
        description: 'The person is notified when it is hidden.',
        params: ThanksNameParams,
        body: ThanksNameChange,
        response: { 204: Empty('Saved.') },
      },
    },
    (request) => hideName(services, actorOf(request, services.clock), request.params.uid, request.body.hidden),
  );
}

function ownRoutes(app: App, services: Services): void {
  const { clock } = services;

  app.get(
    '/api/projects/:pid/my-thanks',
    {
      config: { access: 'project:signed_in' },
      schema: {
        tags: ['Me'],
        operationId: 'get_own_thanks',
        summary: 'Read whether the caller is thanked by name in public',
        params: ThanksParams,
        response: { 200: Ref(OwnThanks) },
      },
    },
    (request) => readOwn(services, actorOf(request, clock)),
  );

  app.put(
    '/api/projects/:pid/my-thanks',
    {
      config: { access: 'project:signed_in', alsoArchived: true },
      schema: {
        tags: ['Me'],
        operationId: 'set_own_thanks',
        summary: 'Agree to be thanked by name in public',
        description:
          'The page of the event shows the name after the event, until the caller withdraws. A yes in a form of the kind ' +
          '`appreciation` does the same.',
        params: ThanksParams,
        body: OwnThanksInput,
        response: { 200: Ref(OwnThanks) },
      },
    },
    async (request) => {
      await agree(services, actorOf(request, clock), request.body.name);
      return readOwn(services, actorOf(request, clock));
    },
  );

  app.delete(
    '/api/projects/:pid/my-thanks',
    {
      config: { access: 'project:signed_in', alsoArchived: true },
      schema: {
        tags: ['Me'],
        operationId: 'delete_own_thanks',
        summary: 'Withdraw from being thanked by name in public',
        description: 'The name is gone at once. A yes in forms of the kind `appreciation` becomes a no.',
        params: ThanksParams,
        response: { 204: Empty('Withdrawn.') },
      },
    },
    (request) => withdraw(services, actorOf(request, clock)),
  );
}
