import type { FastifyRequest } from 'fastify';
import type { App } from '../../../http/app.ts';
import { actorOf, callerOf, requireFreshProof } from '../../../auth/gate.ts';
import { sendCsv } from '../../../http/csv.ts';
import { pageRequest } from '../../../http/paging.ts';
import { Ref, Type } from '../../../lib/schema.ts';
import type { Services } from '../../../services.ts';
import { FormParams } from '../forms.schema.ts';
import { PassedOnFilter, PassedOnPage, PassedOnQuery } from './disclosure.schema.ts';
import type { DisclosedKind } from './disclosure.schema.ts';
import { disclosureHeader, disclose, recordDisclosureExport, walkDisclosure } from './disclosure.service.ts';
import type { DisclosureView } from './disclosure.service.ts';

const seen =
  'For owners, in a browser with a sign-in or passkey confirmation within the last 15 minutes: otherwise 403 ' +
  '`sign_in_again`, or `browser_only` for an API token. The audit log records each person whose data is shown. ';

export function disclosureRoutes(app: App, services: Services): void {
  const viewOf = (request: FastifyRequest, form: string, kind: DisclosedKind): DisclosureView => {
    const actor = actorOf(request, services.clock);
    requireFreshProof(callerOf(request), actor.now);
    return { ...actor, form, kind };
  };

  app.get(
    '/api/projects/:pid/forms/:form/passed-on',
    {
      config: { access: 'project:finance', problems: ['not_passed_on', 'browser_only', 'sign_in_again'] },
      schema: {
        tags: ['Forms'],
        operationId: 'list_passed_on',
        summary: 'List the private data shared through a form',
        description: `${seen}Shows people's current data, as far as they agreed to share it.`,
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
      config: { access: 'project:finance', problems: ['not_passed_on', 'browser_only', 'sign_in_again'] },
      schema: {
        tags: ['Forms'],
        operationId: 'export_passed_on',
        summary: 'Export the private data shared through a form as CSV',
        description: `${seen}Travel money is included, in major units (500.00), so you can pay from this table.`,
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
