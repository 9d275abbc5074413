import { maxForms } from '../../../shared/limits.ts';
import type { App } from '../../http/app.ts';
import { actorOf } from '../../auth/gate.ts';
import { timestamp } from '../../lib/clock.ts';
import { pageRequest } from '../../http/paging.ts';
import { expectedRevision, withRevision } from '../../http/revision.ts';
import { Empty, Ref } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import { seesAllForms } from './forms.policy.ts';
import { listForms } from './forms.queries.ts';
import {
  DeleteFormQuery,
  Form,
  FormChanges,
  FormPage,
  FormParams,
  FormQuery,
  FormsParams,
  NewForm,
} from './forms.schema.ts';
import { changeForm, createForm, getForm, presentEntry, presentForm, removeForm } from './forms.service.ts';

export function formRoutes(app: App, services: Services): void {
  readRoutes(app, services);
  writeRoutes(app, services);
}

function readRoutes(app: App, { db, clock }: Services): void {
  app.get(
    '/api/projects/:pid/forms',
    {
      config: { translates: 'form', access: 'project:signed_in', scope: 'forms:read' },
      schema: {
        tags: ['Forms'],
        operationId: 'list_forms',
        summary: 'List the forms that are open to the caller',
        description:
          'Owners see all forms of the project, also those that are off, closed or for other people. With `totals`, a page can ' +
          'have fewer forms than `limit`.',
        params: FormsParams,
        querystring: FormQuery,
        response: { 200: Ref(FormPage) },
      },
    },
    async (request) => {
      const { limit, after, page } = pageRequest(request.query, { form: 'text' });
      const actor = actorOf(request, clock);
      const { projectRole, uid, now } = actor;
      const { totals = false } = request.query;
      const openAt = totals || seesAllForms(projectRole) ? undefined : timestamp(now);
      const rows = await listForms(db.read, projectRole.scope, uid, openAt, after?.form, limit + 1);
      const shown = page(rows, (row) => presentEntry(actor, row));
      return totals ? { ...shown, data: shown.data.filter(({ rights }) => rights.see_totals) } : shown;
    },
  );

  app.get(
    '/api/projects/:pid/forms/:form',
    {
      config: { translates: 'form', access: 'project:signed_in', scope: 'forms:read' },
      schema: {
        tags: ['Forms'],
        operationId: 'get_form',
        summary: 'Read a form with its fields',
        description:
          '`schema` is the JSON Schema that answers must match. A form that is switched off is 404 for ' +
          'everyone except owners and people who have answered it; a form for other people is 403.',
        params: FormParams,
        response: { 200: Ref(Form) },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request, clock);
      const row = await getForm(db.read, actor, request.params.form);
      return withRevision(reply, row.revision, await presentForm(db.read, actor, row));
    },
  );
}

function writeRoutes(app: App, { db, clock, once }: Services): void {
  app.post(
    '/api/projects/:pid/forms',
    {
      config: {
        access: 'project:owner',
        problems: ['already_exists', 'no_subsidies', 'not_allowed', 'idempotency_key_reused'],
      },
      schema: {
        tags: ['Forms'],
        operationId: 'create_form',
        summary: 'Create a form',
        description:
          'Choose a built-in kind, or `custom` with your own `fields`. People can answer once the form is `enabled`. ' +
          `A project has at most ${maxForms} forms.`,
        params: FormsParams,
        body: NewForm,
        response: { 201: Ref(Form) },
      },
    },
    (request, reply) => once(request, reply, (trx) => createForm(trx, actorOf(request, clock), request.body)),
  );

  app.patch(
    '/api/projects/:pid/forms/:form',
    {
      config: { access: 'project:owner', problems: ['form_has_responses', 'no_subsidies', 'not_allowed', 'stale'] },
      schema: {
        tags: ['Forms'],
        operationId: 'change_form',
        summary: 'Change a form, switch it on or off',
        description:
          'Changes only the fields in the request. Once people have answered, questions can be changed only in ' +
          'ways that keep every answer valid.',
        params: FormParams,
        body: FormChanges,
        response: { 200: Ref(Form) },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request, clock);
      const { form } = request.params;
      await changeForm(db, { ...actor, form, expected: expectedRevision(request) }, request.body);
      const row = await getForm(db.read, actor, form);
      return withRevision(reply, row.revision, await presentForm(db.read, actor, row));
    },
  );

  app.delete(
    '/api/projects/:pid/forms/:form',
    {
      config: { access: 'project:owner', problems: ['form_has_responses', 'stale'] },
      schema: {
        tags: ['Forms'],
        operationId: 'delete_form',
        summary: 'Delete a form',
        description: 'A form with answers is deleted, with its answers, only with `force=true`.',
        params: FormParams,
        querystring: DeleteFormQuery,
        response: { 204: Empty('Form deleted.') },
      },
    },
    async (request) => {
      const change = { ...actorOf(request, clock), form: request.params.form, expected: expectedRevision(request) };
      await removeForm(db, change, request.query.force === true);
    },
  );
}
