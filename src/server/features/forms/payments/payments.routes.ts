import type { App } from '../../../http/app.ts';
import { actorOf } from '../../../auth/gate.ts';
import { byName, pageRequest } from '../../../http/paging.ts';
import { Empty, Ref } from '../../../lib/schema.ts';
import type { Services } from '../../../services.ts';
import { getForm } from '../forms.service.ts';
import { listPayments } from './payments.queries.ts';
import {
  MadePayments,
  NewPayments,
  PaymentPage,
  PaymentParams,
  PaymentsParams,
  PaymentsQuery,
  PaymentTotals,
  TravelPayments,
  TravelPaymentsParams,
} from './payments.schema.ts';
import { pay, paymentTotals, presentPayments, requirePaying, takeBack, travelPayments } from './payments.service.ts';

export function paymentRoutes(app: App, { db, clock, once }: Services): void {
  app.get(
    '/api/projects/:pid/travel-payments',
    {
      config: { access: 'project:finance' },
      schema: {
        tags: ['Forms'],
        operationId: 'get_travel_payments',
        summary: 'Read how much travel money of each form is open and paid without receipts',
        params: TravelPaymentsParams,
        response: { 200: Ref(TravelPayments) },
      },
    },
    (request) => travelPayments(db.read, actorOf(request, clock)),
  );

  app.get(
    '/api/projects/:pid/forms/:form/payments',
    {
      config: { access: 'project:finance', problems: ['not_allowed'] },
      schema: {
        tags: ['Forms'],
        operationId: 'list_payments',
        summary: 'List travel money and payments',
        description:
          'Sorted by name: everyone whose answer has an amount, and everyone who was paid. Bank accounts are ' +
          'in `passed-on`.',
        params: PaymentsParams,
        querystring: PaymentsQuery,
        response: { 200: Ref(PaymentPage) },
      },
    },
    async (request) => {
      const { limit, after, page } = pageRequest(request.query, byName);
      const actor = actorOf(request, clock);
      const form = await getForm(db.read, actor, request.params.form);
      requirePaying(form);
      const rows = await listPayments(db.read, actor.projectRole.scope, form.form, after, limit + 1);
      const { data, next } = page(rows);
      return { data: await presentPayments(db.read, actor, form, data), next };
    },
  );

  app.get(
    '/api/projects/:pid/forms/:form/payment-totals',
    {
      config: { access: 'project:finance', deputies: ['viewer'], problems: ['not_allowed'] },
      schema: {
        tags: ['Forms'],
        operationId: 'get_payment_totals',
        summary: 'Read how much travel money is open and paid',
        params: PaymentsParams,
        response: { 200: Ref(PaymentTotals) },
      },
    },
    async (request) => {
      const actor = actorOf(request, clock);
      const form = await getForm(db.read, actor, request.params.form);
      requirePaying(form);
      return paymentTotals(db.read, actor, form);
    },
  );

  app.post(
    '/api/projects/:pid/forms/:form/payments',
    {
      config: { access: 'project:finance', problems: ['not_allowed', 'idempotency_key_reused'] },
      schema: {
        tags: ['Forms'],
        operationId: 'make_payments',
        summary: 'Mark up to 200 people as paid',
        description:
          'Each person is marked only once, even if several owners do it at the same time. People whose amount ' +
          'differs from the one given are skipped.',
        params: PaymentsParams,
        body: NewPayments,
        response: { 200: Ref(MadePayments) },
      },
    },
    (request, reply) =>
      once(request, reply, (trx) => pay(trx, actorOf(request, clock), request.params.form, request.body)),
  );

  app.delete(
    '/api/projects/:pid/forms/:form/payments/:uid',
    {
      config: { access: 'project:finance', problems: ['not_allowed'] },
      schema: {
        tags: ['Forms'],
        operationId: 'undo_payment',
        summary: 'Undo marking a person as paid',
        description: 'The audit log keeps both entries.',
        params: PaymentParams,
        response: { 204: Empty('Payment unmarked.') },
      },
    },
    (request) => takeBack(db, actorOf(request, clock), request.params.form, request.params.uid),
  );
}
