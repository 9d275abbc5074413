import { seesPrivate } from '../forms.policy.ts';
import type { ProjectScope } from '../../../auth/project-role.ts';
import { readableSince } from '../../../db/applications.ts';
import type { Reader } from '../../../db/db.ts';
import type { App } from '../../../http/app.ts';
import { actorOf, callerOf, requireFreshProof, requirePrivateScope } from '../../../auth/gate.ts';
import { sendCsv } from '../../../http/csv.ts';
import type { Cell } from '../../../http/csv.ts';
import { decimalAmount } from '../../../lib/money.ts';
import { byName, pageRequest } from '../../../http/paging.ts';
import { expectedRevision, withRevision } from '../../../http/revision.ts';
import { Empty, Ref, Type } from '../../../lib/schema.ts';
import type { Services } from '../../../services.ts';
import type { Answers, Field } from '../fields.schema.ts';
import { cellOf } from '../fields.service.ts';
import { FormParams } from '../forms.schema.ts';
import { getForm, hasPrivateFields, storedFields } from '../forms.service.ts';
import { listResponses, listResponsesByName } from './responses.queries.ts';
import { NewResponse, OwnResponse, ResponsePage, ResponseQuery } from './responses.schema.ts';
import type { Response } from './responses.schema.ts';
import {
  discloseResponses,
  ownResponse,
  recordExport,
  removeResponse,
  saveResponse,
  walkResponses,
} from './responses.service.ts';

export function responseRoutes(app: App, services: Services): void {
  ownRoutes(app, services);
  ownerRoutes(app, services);
}

function ownRoutes(app: App, services: Services): void {
  const { db, clock, keys } = services;

  app.get(
    '/api/projects/:pid/forms/:form/response',
    {
      config: { access: 'project:signed_in' },
      schema: {
        tags: ['Forms'],
        operationId: 'get_own_response',
        summary: "Read the caller's answer to a form",
        description:
          '`answers` is null before the first answer. Send its ETag as `If-Match` to save only if nothing has changed.',
        params: FormParams,
        response: { 200: Ref(OwnResponse) },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request, clock);
      const form = await getForm(db.read, actor, request.params.form);
      if (hasPrivateFields(form)) requirePrivateScope(actor.caller);
      const { revision, response } = await ownResponse(db.read, keys, actor, form);
      return withRevision(reply, revision, response);
    },
  );

  app.put(
    '/api/projects/:pid/forms/:form/response',
    {
      config: {
        access: 'project:signed_in',
        problems: ['form_closed', 'consent_differs', 'stale', 'browser_only', 'sign_in_again'],
      },
      schema: {
        tags: ['Forms'],
        operationId: 'save_own_response',
        summary: "Answer a form, or change the caller's answer",
        description:
          'Replaces the whole answer, which must match the `schema` of the form. Travel money is computed from ' +
          "the project's table when the answer is saved. 409 if the form is not open, 403 if it is for other " +
          'people. If the form shares private data, the answer must name exactly what the form shares: 409 ' +
          '`consent_differs` if something is missing, or if the form has changed in the meantime. To agree to ' +
          'more than before needs a browser with a sign-in or passkey confirmation within the last 15 minutes: ' +
          'otherwise 403 `sign_in_again`, or `browser_only` for an API token. The person gets an email.',
        params: FormParams,
        body: NewResponse,
        response: { 200: Ref(OwnResponse) },
      },
    },
    async (request, reply) => {
      const answering = {
        ...actorOf(request, clock),
        form: request.params.form,
        expected: expectedRevision(request),
      };
      const { revision, response } = await saveResponse(services, answering, request.body);
      return withRevision(reply, revision, response);
    },
  );

  app.delete(
    '/api/projects/:pid/forms/:form/response',
    {
      config: { access: 'project:signed_in', alsoArchived: true, problems: ['form_closed', 'stale'] },
      schema: {
        tags: ['Forms'],
        operationId: 'delete_own_response',
        summary: "Withdraw the caller's answer",
        description: 'Only while the form is open.',
        params: FormParams,
        response: { 204: Empty('Answer withdrawn.') },
      },
    },
    async (request) => {
      const answering = {
        ...actorOf(request, clock),
        form: request.params.form,
        expected: expectedRevision(request),
      };
      await removeResponse(services, answering);
    },
  );
}

async function responsePage(read: Reader, scope: ProjectScope, form: string, query: ResponseQuery, now: Date) {
  const applied = readableSince(now);
  if (query.sort === 'name') {
    const { limit, after, page } = pageRequest(query, byName);
    return page(await listResponsesByName(read, scope, { form, after, limit: limit + 1, applied }));
  }
  const { limit, after, page } = pageRequest(query, { uid: 'text' });
  return page(await listResponses(read, scope, { form, after: after?.uid, limit: limit + 1, applied }));
}

function ownerRoutes(app: App, services: Services): void {
  const { db, clock } = services;

  app.get(
    '/api/projects/:pid/forms/:form/responses',
    {
      config: {
        access: 'project:owner',
        deputies: ['viewer'],
        scope: 'forms:read',
        problems: ['browser_only', 'sign_in_again'],
      },
      schema: {
        tags: ['Forms'],
        operationId: 'list_responses',
        summary: 'List the answers to a form',
        description:
          'Answers of people who have left stay, marked `left`. The audit log records each person whose ' +
          'private answers are shown. A form with private fields requires a browser with a sign-in or passkey ' +
          'confirmation within the last 15 minutes: otherwise 403 `sign_in_again`, or `browser_only` for an ' +
          "API token. Service accounts and limited tokens get the answers that aren't private.",
        params: FormParams,
        querystring: ResponseQuery,
        response: { 200: Ref(ResponsePage) },
      },
    },
    async (request) => {
      const actor = actorOf(request, clock);
      const form = await getForm(db.read, actor, request.params.form);
      if (hasPrivateFields(form) && seesPrivate(actor.projectRole)) requireFreshProof(callerOf(request), actor.now);
      const { data, next } = await responsePage(db.read, actor.projectRole.scope, form.form, request.query, actor.now);
      return { data: await discloseResponses(services, actor, form, data), next };
    },
  );

  app.get(
    '/api/projects/:pid/forms/:form/responses.csv',
    {
      config: { access: 'project:owner', scope: 'forms:read', problems: ['browser_only', 'sign_in_again'] },
      schema: {
        tags: ['Forms'],
        operationId: 'export_responses',
        summary: 'Export the answers to a form as CSV',
        description:
          'All answers, with the columns of the list. Several choices are separated by semicolons; amounts are ' +
          'in major units (500.00). The audit log records the export and each person whose private answers are ' +
          'in it. Private fields follow the same rules as in the list.',
        produces: ['text/csv'],
        params: FormParams,
        response: { 200: Type.String({ description: 'CSV in UTF-8 with a header line.' }) },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request, clock);
      const form = await getForm(db.read, actor, request.params.form);
      if (hasPrivateFields(form) && seesPrivate(actor.projectRole)) requireFreshProof(callerOf(request), actor.now);
      await recordExport(db, actor, form);
      const fields = storedFields(form);
      async function* rows() {
        for await (const batch of walkResponses(db.read, actor, form)) {
          for (const one of await discloseResponses(services, actor, form, batch)) yield cellsOf(one, fields);
        }
      }
      const header = ['uid', 'name', 'left', 'created_at', 'updated_at', ...fields.map(({ key }) => `answers.${key}`)];
      return sendCsv(reply, `${form.pid}-${form.form}.csv`, header, rows());
    },
  );
}

const cellsOf = ({ uid, name, left, created_at, updated_at, answers }: Response, fields: readonly Field[]) => [
  uid,
  name,
  left,
  created_at,
  updated_at,
  ...fields.map((field) => answerCell(field, answers)),
];

/** People make payments from this table, so amounts are in units of the currency, not in minor units. */
function answerCell({ key, type, computed }: Field, answers: Answers): Cell {
  const value = Object.hasOwn(answers, key) ? answers[key] : undefined;
  const { currency } = answers;
  const isAmount = computed && type === 'number' && typeof value === 'number' && typeof currency === 'string';
  return isAmount ? decimalAmount(value, currency) : cellOf(value);
}
