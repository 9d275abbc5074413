import type { App } from '../../../http/app.ts';
import { actorOf } from '../../../auth/gate.ts';
import type { Db } from '../../../db/db.ts';
import type { Clock } from '../../../lib/clock.ts';
import { sendCsv } from '../../../http/csv.ts';
import { batchesOf, pageRequest } from '../../../http/paging.ts';
import { Ref, Type } from '../../../lib/schema.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { FormParams } from '../forms.schema.ts';
import { getForm } from '../forms.service.ts';
import { selectMissing } from './totals.queries.ts';
import type { MissingRow } from './totals.queries.ts';
import { FormTotals, MissingPersonPage, MissingQuery } from './totals.schema.ts';
import { totalsOf } from './totals.service.ts';

type Services = { db: Db; clock: Clock; keys: Keyring };

export function totalsRoutes(app: App, { db, clock, keys }: Services): void {
  app.get(
    '/api/projects/:pid/forms/:form/totals',
    {
      config: { access: 'project:owner' },
      schema: {
        tags: ['Forms'],
        operationId: 'get_form_totals',
        summary: 'Totals of the answers to a form',
        description:
          'How many chose what, sums of numbers, travel money by currency, and how many have not answered. ' +
          'Private answers are counted, too; whose they are is not told.',
        params: FormParams,
        response: { 200: Ref(FormTotals) },
      },
    },
    async (request) => {
      const actor = actorOf(request, clock);
      return totalsOf(db.read, keys, actor, await getForm(db.read, actor, request.params.form));
    },
  );

  app.get(
    '/api/projects/:pid/forms/:form/missing',
    {
      config: { access: 'project:owner' },
      schema: {
        tags: ['Forms'],
        operationId: 'list_missing_responses',
        summary: 'List who has not answered a form',
        description: "By name. Of a form for everybody signed in: who of the project's people has not.",
        params: FormParams,
        querystring: MissingQuery,
        response: { 200: Ref(MissingPersonPage) },
      },
    },
    async (request) => {
      const { limit, after, page } = pageRequest(request.query, { sort_key: 'text', uid: 'text' });
      const actor = actorOf(request, clock);
      const form = await getForm(db.read, actor, request.params.form);
      const { scope } = actor.projectRole;
      const rows = await selectMissing(db.read, scope, form.audience, form.form, after, limit + 1).execute();
      return page(rows, ({ uid, name }) => ({ uid, name }));
    },
  );

  app.get(
    '/api/projects/:pid/forms/:form/missing.csv',
    {
      config: { access: 'project:owner' },
      schema: {
        tags: ['Forms'],
        operationId: 'export_missing_responses',
        summary: 'Who has not answered a form, as CSV',
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
          selectMissing(db.read, actor.projectRole.scope, form.audience, form.form, last, limit).execute(),
        );
        for await (const people of batches) for (const { uid, name } of people) yield [uid, name];
      }
      return sendCsv(reply, `${form.pid}-${form.form}-missing.csv`, ['uid', 'name'], lines());
    },
  );
}
