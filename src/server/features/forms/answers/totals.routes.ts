import type { App } from '../../../http/app.ts';
import { actorOf, callerOf, requireFreshProof } from '../../../auth/gate.ts';
import type { Person } from '../../../auth/caller.ts';
import { sendCsv } from '../../../http/csv.ts';
import { batchesOf, byName, pageRequest } from '../../../http/paging.ts';
import { Ref, Type } from '../../../lib/schema.ts';
import type { Services } from '../../../services.ts';
import { audienceOf } from '../audience/audience.policy.ts';
import { FormParams } from '../forms.schema.ts';
import { getCountedForm, getForm, hasPrivateFields, storedFields } from '../forms.service.ts';
import { crossedFields } from './cross-totals.policy.ts';
import { orderSheet } from './order.service.ts';
import { selectMissing } from './totals.queries.ts';
import type { MissingRow } from './totals.queries.ts';
import { FormTotals, MissingPersonPage, MissingQuery, OrderQuery, TotalsQuery } from './totals.schema.ts';
import { recordTotals, totalsOf } from './totals.service.ts';
import type { PrivateTotals } from './totals.service.ts';

export function totalsRoutes(app: App, { db, clock, keys }: Services): void {
  app.get(
    '/api/projects/:pid/forms/:form/totals',
    {
      config: {
        access: 'project:planner',
        deputies: ['viewer'],
        scope: 'forms:read',
        problems: ['browser_only', 'sign_in_again'],
      },
      schema: {
        tags: ['Forms'],
        operationId: 'get_form_totals',
        summary: 'Read totals of the answers to a form',
        description:
          "Counts of choices, sums of numbers, travel money by currency, and how many people haven't answered. " +
          'With `rows` and `columns`, also counts for each pair of answers to two questions (size by cut, diet ' +
          'by day). Totals of private fields require a browser with a sign-in or passkey confirmation within ' +
          'the last 15 minutes (otherwise 403 `sign_in_again`), and the audit log records that they were read. ' +
          'For an API token, numbers below five, and all numbers that would reveal them, are null, and so is a ' +
          'table with a private field. Service accounts and limited tokens get no totals of private fields. Chiefs, for forms ' +
          'that ask their team, and deputies get the totals of the other fields only, and no number below five nor one from ' +
          'which it could be computed.',
        params: FormParams,
        querystring: TotalsQuery,
        response: { 200: Ref(FormTotals) },
      },
    },
    async (request) => {
      const actor = actorOf(request, clock);
      const form = await getCountedForm(db.read, actor, request.params.form);
      const cross = crossedFields(storedFields(form), request.query);
      const { owner } = actor.projectRole;
      const isPrivateWanted = owner && hasPrivateFields(form) && request.query.private !== false;
      const shown = privateTotalsFor(callerOf(request), actor.now, isPrivateWanted);
      if (shown !== 'none') await recordTotals(db, actor, form);
      return totalsOf(db.read, keys, actor, form, { shown, hidesSmall: !owner, cross });
    },
  );

  app.get(
    '/api/projects/:pid/forms/:form/order.csv',
    {
      config: { access: 'project:owner', scope: 'forms:read' },
      schema: {
        tags: ['Forms'],
        operationId: 'export_order_sheet',
        summary: 'Export how many to order as CSV',
        description:
          'A line for each answer to each question with choices, without private ones; with `rows` and `columns`, for each pair ' +
          'of answers; for forms about shirts, size by cut. The columns are the certain number, the expected one, and a range ' +
          'that it is in with a probability of 90 %, if those who have not answered choose as the others did.',
        produces: ['text/csv'],
        params: FormParams,
        querystring: OrderQuery,
        response: { 200: Type.String({ description: 'CSV in UTF-8 with a header line.' }) },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request, clock);
      const form = await getForm(db.read, actor, request.params.form);
      const { language = 'en', ...query } = request.query;
      const { header, lines } = await orderSheet(db.read, keys, actor, form, { ...query, language });
      return sendCsv(reply, `${form.pid}-${form.form}-order.csv`, header, lines);
    },
  );

  app.get(
    '/api/projects/:pid/forms/:form/missing',
    {
      config: { access: 'project:owner', deputies: ['viewer'], scope: 'forms:read' },
      schema: {
        tags: ['Forms'],
        operationId: 'list_missing_responses',
        summary: 'List who has not answered a form',
        description: "Sorted by name. For a form for everyone signed in: the people in the project who haven't.",
        params: FormParams,
        querystring: MissingQuery,
        response: { 200: Ref(MissingPersonPage) },
      },
    },
    async (request) => {
      const { limit, after, page } = pageRequest(request.query, byName);
      const actor = actorOf(request, clock);
      const form = await getForm(db.read, actor, request.params.form);
      const { scope } = actor.projectRole;
      const rows = await selectMissing(db.read, scope, audienceOf(form), form.form, after, limit + 1).execute();
      return page(rows, ({ uid, name }) => ({ uid, name }));
    },
  );

  app.get(
    '/api/projects/:pid/forms/:form/missing.csv',
    {
      config: { access: 'project:owner', scope: 'forms:read' },
      schema: {
        tags: ['Forms'],
        operationId: 'export_missing_responses',
        summary: 'Export who has not answered a form as CSV',
        description: 'The same people and columns as the list.',
        produces: ['text/csv'],
        params: FormParams,
        response: { 200: Type.String({ description: 'CSV in UTF-8 with a header line.' }) },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request, clock);
      const form = await getForm(db.read, actor, request.params.form);
      async function* lines() {
        const batches = batchesOf<MissingRow>((last, limit) =>
          selectMissing(db.read, actor.projectRole.scope, audienceOf(form), form.form, last, limit).execute(),
        );
        for await (const people of batches) for (const { uid, name } of people) yield [uid, name];
      }
      return sendCsv(reply, `${form.pid}-${form.form}-missing.csv`, ['uid', 'name'], lines());
    },
  );
}

function privateTotalsFor(caller: Person, now: Date, wanted: boolean): PrivateTotals {
  if (!wanted || caller.credential.limit !== null) return 'none';
  if (caller.credential.kind !== 'session') return 'suppressed';
  requireFreshProof(caller, now);
  return 'exact';
}
