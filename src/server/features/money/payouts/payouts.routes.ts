import type { FastifyRequest } from 'fastify';
import { actorOf, callerOf } from '../../../auth/gate.ts';
import type { App } from '../../../http/app.ts';
import { sendCsv } from '../../../http/csv.ts';
import { pageRequest, totalOnFirst } from '../../../http/paging.ts';
import { expectedRevision, withRevision } from '../../../http/revision.ts';
import { Empty, Ref, Type } from '../../../lib/schema.ts';
import { dayAt } from '../../../lib/time.ts';
import type { Services } from '../../../services.ts';
import { findTimezone } from '../claims/claims.queries.ts';
import { columnsOf, openPayout, payoutAsSepa, payoutRows } from './files.service.ts';
import { claimantsOf, countPayouts, listPayouts } from './payouts.queries.ts';
import {
  DuePayments,
  NewPayout,
  PaymentReminder,
  Payout,
  PayoutFileQuery,
  PayoutPage,
  PayoutParams,
  PayoutsParams,
  PayoutsQuery,
  RemindedPeople,
} from './payouts.schema.ts';
import {
  createPayout,
  markPaid,
  presentPayout,
  readDue,
  readPayout,
  remindOfAccounts,
  removePayout,
} from './payouts.service.ts';

type WithId = FastifyRequest & { params: { id: string } };

export function payoutRoutes(app: App, services: Services): void {
  const { db, clock, once } = services;

  app.get(
    '/api/projects/:pid/due-payments',
    {
      config: { access: 'project:finance' },
      schema: {
        tags: ['Money'],
        operationId: 'list_due_payments',
        summary: 'List what is approved and not in a payout, by person',
        description:
          'By currency and name, from the oldest 2000 claims, with whether each can be paid to the bank account of the person. ' +
          'The accounts themselves are only in the file of a payout.',
        params: PayoutsParams,
        response: { 200: Ref(DuePayments) },
      },
    },
    (request) => readDue(db.read, actorOf(request, clock)),
  );

  app.post(
    '/api/projects/:pid/due-payments/reminders',
    {
      config: { access: 'project:finance', problems: ['idempotency_key_reused'] },
      schema: {
        tags: ['Money'],
        operationId: 'remind_of_accounts',
        summary: 'Remind those who cannot be paid by transfer',
        description:
          'Everybody in `due-payments` with a claim whose `bank` is not `given` is notified, each at most once a day, with what ' +
          'they have to do and your note.',
        params: PayoutsParams,
        body: PaymentReminder,
        response: { 200: Ref(RemindedPeople) },
      },
    },
    (request, reply) =>
      once(request, reply, (trx) => remindOfAccounts(trx, actorOf(request, clock), (request.body.note ?? '').trim())),
  );

  app.get(
    '/api/projects/:pid/payouts',
    {
      config: { access: 'project:finance' },
      schema: {
        tags: ['Money'],
        operationId: 'list_payouts',
        summary: 'List payouts',
        description: 'Newest first.',
        params: PayoutsParams,
        querystring: PayoutsQuery,
        response: { 200: Ref(PayoutPage) },
      },
    },
    async (request) => {
      const { scope } = actorOf(request, clock).projectRole;
      const { limit, after, page } = pageRequest(request.query, { number: 'text' });
      const number = after === undefined ? undefined : Number(after.number) || 0;
      const rows = await listPayouts(db.read, scope, number, limit + 1);
      const keyed = rows.map((row) => ({ ...row, number: String(row.number) }));
      const { data, next } = page(keyed, (row) => presentPayout({ ...row, number: Number(row.number) }));
      return { data, next, ...(await totalOnFirst(after, () => countPayouts(db.read, scope))) };
    },
  );

  app.post(
    '/api/projects/:pid/payouts',
    {
      config: {
        access: 'project:finance',
        stepUp: true,
        problems: ['not_allowed', 'stale', 'idempotency_key_reused'],
      },
      schema: {
        tags: ['Money'],
        operationId: 'create_payout',
        summary: 'Collect approved claims for one payment',
        description:
          'One transfer for each person, with the bank account as it is now, stored encrypted: later changes of an account do not ' +
          'change the payout. All claims, or none: 422 names those that cannot be paid. Only owners pay to the account of somebody ' +
          'who has approved one of them.',
        params: PayoutsParams,
        body: NewPayout,
        response: { 201: Ref(Payout) },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request, clock);
      const { scope } = actor.projectRole;
      const others = await claimantsOf(db.read, scope, request.body.claims);
      const work = async (...[trx, { roles }]: Parameters<Parameters<typeof once>[2]>) => {
        const how = { locked: new Set([...others, callerOf(request).uid]), isOwner: roles.owner };
        const id = await createPayout(trx, services, actor, request.body, how);
        return (await readPayout(trx, scope, id)).payout;
      };
      return once(request, reply, work, others);
    },
  );

  app.get(
    '/api/projects/:pid/payouts/:id',
    {
      config: { access: 'project:finance' },
      schema: {
        tags: ['Money'],
        operationId: 'get_payout',
        summary: 'Read a payout',
        params: PayoutParams,
        response: { 200: Ref(Payout) },
      },
    },
    async (request, reply) => {
      const { scope } = actorOf(request, clock).projectRole;
      const { revision, payout } = await readPayout(db.read, scope, request.params.id);
      return withRevision(reply, revision, payout);
    },
  );

  changeRoutes(app, services);
  fileRoute(app, services);
}

function changeRoutes(app: App, { db, clock }: Services): void {
  const changeOf = (request: WithId) => ({
    ...actorOf(request, clock),
    id: request.params.id,
    expected: expectedRevision(request),
  });

  app.put(
    '/api/projects/:pid/payouts/:id/paid',
    {
      config: { access: 'project:finance', problems: ['stale'] },
      schema: {
        tags: ['Money'],
        operationId: 'mark_payout_paid',
        summary: 'Mark a payout as paid',
        description: 'Everybody in it is notified, once.',
        params: PayoutParams,
        response: { 204: Empty('Marked as paid.') },
      },
    },
    (request) => markPaid(db, changeOf(request), true),
  );

  app.delete(
    '/api/projects/:pid/payouts/:id/paid',
    {
      config: { access: 'project:finance', problems: ['stale', 'not_allowed'] },
      schema: {
        tags: ['Money'],
        operationId: 'unmark_payout_paid',
        summary: 'Undo marking a payout as paid',
        description: 'Everybody in it is notified. Not after its bank accounts were erased, three months later.',
        params: PayoutParams,
        response: { 204: Empty('No longer marked as paid.') },
      },
    },
    (request) => markPaid(db, changeOf(request), false),
  );

  app.delete(
    '/api/projects/:pid/payouts/:id',
    {
      config: { access: 'project:finance', problems: ['stale', 'not_allowed'] },
      schema: {
        tags: ['Money'],
        operationId: 'delete_payout',
        summary: 'Undo a payout that is not paid',
        description: 'Its claims are approved again and can be put into another payout.',
        params: PayoutParams,
        response: { 204: Empty('Payout undone.') },
      },
    },
    (request) => removePayout(db, changeOf(request)),
  );
}

function fileRoute(app: App, services: Services): void {
  const { db, clock } = services;
  app.get(
    '/api/projects/:pid/payouts/:id/file',
    {
      config: {
        access: 'project:finance',
        problems: ['not_allowed', 'payer_missing', 'not_sepa', 'browser_only', 'sign_in_again'],
      },
      schema: {
        tags: ['Money'],
        operationId: 'export_payout',
        summary: 'Download a payout for the bank',
        description:
          'In a browser with a sign-in or passkey confirmation within the last 15 minutes: otherwise 403 `sign_in_again`, or ' +
          '`browser_only` for an API token. The audit log records each person whose account it has. The accounts are those of ' +
          'when the payout was made. `not_sepa` names those whom `pain001` cannot pay: use the table for them.',
        produces: ['text/csv', 'application/xml'],
        params: PayoutParams,
        querystring: PayoutFileQuery,
        response: { 200: Type.String({ description: 'CSV in UTF-8 with a header line, or XML.' }) },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request, clock);
      const { format, columns } = request.query;
      const payout = await openPayout(services, actor, { id: request.params.id, format });
      const name = `${payout.pid}-payout-${payout.number}`;
      if (format === 'csv') {
        const chosen = columnsOf(columns);
        return sendCsv(reply, `${name}.csv`, chosen, payoutRows(payout, chosen));
      }
      const today = dayAt(actor.now, await findTimezone(db.read, actor.projectRole.scope));
      const xml = payoutAsSepa(payout, today);
      return reply
        .type('application/xml; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name.replace(/[^\w.-]/g, '_')}.xml"`)
        .send(xml);
    },
  );
}
