import type { FastifyRequest } from 'fastify';
import type { App } from '../../../http/app.ts';
import { actorOf, callerOf, requireFreshProof } from '../../../auth/gate.ts';
import type { Db } from '../../../db/db.ts';
import type { Clock } from '../../../lib/clock.ts';
import { sendCsv } from '../../../http/csv.ts';
import { pageRequest } from '../../../http/paging.ts';
import { Ref, Type } from '../../../lib/schema.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { FormParams } from '../forms.schema.ts';
import { PassedOnFilter, PassedOnPage, PassedOnQuery } from './disclosure.schema.ts';
import type { DisclosedKind } from './disclosure.schema.ts';
import { disclosureHeader, disclose, recordDisclosureExport, walkDisclosure } from './disclosure.service.ts';
import type { DisclosureView } from './disclosure.service.ts';

type Services = { db: Db; clock: Clock; keys: Keyring };

const seen =
  'Only to an owner, in a browser in which they have proved who they are within the last 15 minutes: 403 ' +
  '`sign_in_again`, and `browser_only` for an API token. Each person whose data is shown gets an entry in the audit log. ';

export function disclosureRoutes(app: App, services: Services): void {
  const viewOf = (request: FastifyRequest, form: string, kind: DisclosedKind): DisclosureView => {
    const actor = actorOf(request, services.clock);
    requireFreshProof(callerOf(request), actor.now);
    return { ...actor, form, kind };
  };

  app.get(
    '/api/projects/:pid/forms/:form/passed-on',
    {
      config: { access: 'project:owner', problems: ['not_passed_on', 'browser_only', 'sign_in_again'] },
      schema: {
        tags: ['Forms'],
        operationId: 'list_passed_on',
        summary: 'List what those who answered a form let its owners see',
        description: `${seen}It is what the people have on file now, as far as they agreed when they answered.`,
        params: FormParams,
        querystring: PassedOnQuery,
        response: { 200: Ref(PassedOnPage) },
      },
    },
    async (request) => {
      const view = viewOf(request, request.params.form, request.query.kind);
      return disclose(services, view, pageRequest(request.query, { uid: 'text' }));
    },
  );

  app.get(
    '/api/projects/:pid/forms/:form/passed-on.csv',
    {
      config: { access: 'project:owner', problems: ['not_passed_on', 'browser_only', 'sign_in_again'] },
      schema: {
        tags: ['Forms'],
        operationId: 'export_passed_on',
        summary: 'What those who answered a form let its owners see, as CSV',
        description:
          `${seen}Travel money stands beside it, in units of the currency (500.00), so that it can be paid by this ` +
          'table.',
        produces: ['text/csv'],
        params: FormParams,
        querystring: PassedOnFilter,
        response: { 200: Type.String({ description: 'CSV in UTF-8 with a header line.' }) },
      },
    },
    async (request, reply) => {
      const { form } = request.params;
      const { kind } = request.query;
      const view = viewOf(request, form, kind);
      await recordDisclosureExport(services, view);
      const file = `${view.projectRole.scope.pid}-${form}-${kind}.csv`;
      return sendCsv(reply, file, disclosureHeader(kind), walkDisclosure(services, view));
    },
  );
}
