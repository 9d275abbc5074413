import { actorOf, callerOf, projectRoleOf } from '../../auth/gate.ts';
import { limits, personKey } from '../../auth/rate-limits.ts';
import type { App } from '../../http/app.ts';
import { Empty, Ref } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import { FormParams } from '../forms/forms.schema.ts';
import { ImportedAnswers, PastedAnswers } from './answers/answers.schema.ts';
import { importAnswers, previewAnswers } from './answers/answers-import.service.ts';
import {
  Import,
  ImportedPeople,
  ImportParams,
  ImportQuery,
  Imports,
  ImportsParams,
  PastedPeople,
  tableBodyBytes,
} from './imports.schema.ts';
import { readImport, readImports, undoImport } from './imports.service.ts';
import { importPeople, previewPeople } from './people/people-import.service.ts';

export function importRoutes(app: App, services: Services): void {
  peopleRoute(app, services);
  answersRoute(app, services);
  stateRoutes(app, services);
}

function peopleRoute(app: App, services: Services): void {
  const { clock, limiter, once } = services;

  app.post(
    '/api/projects/:pid/people/import',
    {
      bodyLimit: tableBodyBytes,
      config: {
        access: 'project:owner',
        problems: ['browser_only', 'sign_in_again', 'idempotency_key_reused', 'not_allowed'],
      },
      schema: {
        tags: ['Imports'],
        operationId: 'import_people',
        summary: 'Invite the people of a pasted table',
        description:
          'Nobody is added without their consent: each person gets an invitation to their team, with the name, role and ' +
          'language of their line. Two lines invite the same person to two teams. All or nothing: each wrong line is an entry ' +
          'in `errors`. `dry_run=true` returns what would happen and changes nothing. The invitations are created in ' +
          'batches after the response: `GET …/imports/{id}` says how far it is. Importing the same table again invites ' +
          'nobody twice. At most 20,000 people in a day for each project.',
        params: ImportsParams,
        querystring: ImportQuery,
        body: PastedPeople,
        response: { 200: Ref(ImportedPeople), 201: Ref(ImportedPeople) },
      },
    },
    async (request, reply) => {
      await limiter.shared(reply, limits.imports, personKey(callerOf(request)));
      const actor = actorOf(request, clock);
      if (request.query.dry_run === true) return previewPeople(services, actor, request.body);
      reply.code(201);
      return once(request, reply, (trx, { roles }) => importPeople(trx, services, actor, roles, request.body));
    },
  );
}

function answersRoute(app: App, services: Services): void {
  const { clock, limiter, once, db } = services;

  app.post(
    '/api/projects/:pid/forms/:form/responses/import',
    {
      bodyLimit: tableBodyBytes,
      config: {
        access: 'project:owner',
        problems: ['browser_only', 'sign_in_again', 'idempotency_key_reused', 'not_allowed'],
      },
      schema: {
        tags: ['Imports'],
        operationId: 'import_responses',
        summary: 'Import answers to a form from a table',
        description:
          'For answers that people gave elsewhere, such as in Google Forms. Each line belongs to the person of the project ' +
          'with that email address. Answers that people gave here are never replaced; those who get one are notified and can change ' +
          'it. Forms that share private data or need private answers, travel money and applications cannot be imported. All ' +
          'or nothing, as for people.',
        params: FormParams,
        querystring: ImportQuery,
        body: PastedAnswers,
        response: { 200: Ref(ImportedAnswers), 201: Ref(ImportedAnswers) },
      },
    },
    async (request, reply) => {
      await limiter.shared(reply, limits.imports, personKey(callerOf(request)));
      const actor = actorOf(request, clock);
      const { form } = request.params;
      if (request.query.dry_run === true) return previewAnswers(db.read, actor, form, request.body);
      reply.code(201);
      return once(request, reply, (trx, { roles }) =>
        importAnswers(trx, services, actor, roles, { form, pasted: request.body }),
      );
    },
  );
}

function stateRoutes(app: App, { db, clock }: Services): void {
  app.get(
    '/api/projects/:pid/imports',
    {
      config: { access: 'project:owner' },
      schema: {
        tags: ['Imports'],
        operationId: 'list_imports',
        summary: 'List the imports of the last 7 days',
        description: 'Newest first, at most 20.',
        params: ImportsParams,
        response: { 200: Ref(Imports) },
      },
    },
    async (request) => ({ data: await readImports(db.read, projectRoleOf(request).scope) }),
  );

  app.get(
    '/api/projects/:pid/imports/:id',
    {
      config: { access: 'project:owner' },
      schema: {
        tags: ['Imports'],
        operationId: 'get_import',
        summary: 'Read how far an import is',
        params: ImportParams,
        response: { 200: Ref(Import) },
      },
    },
    (request) => readImport(db.read, projectRoleOf(request).scope, request.params.id),
  );

  app.post(
    '/api/projects/:pid/imports/:id/undo',
    {
      config: { access: 'project:owner', problems: ['step_undone'] },
      schema: {
        tags: ['Imports'],
        operationId: 'undo_import',
        summary: 'Undo an import',
        description:
          'Within 7 days. Revokes the invitations that nobody has answered, and disables teams that the import created and nobody ' +
          'is in; or deletes the answers that their people have not changed. Emails that were sent cannot be taken back. An ' +
          'import that is running ends.',
        params: ImportParams,
        response: { 204: Empty('Import undone.') },
      },
    },
    async (request, reply) => {
      await undoImport(db, { ...actorOf(request, clock), id: request.params.id });
      return reply.code(204).send();
    },
  );
}
