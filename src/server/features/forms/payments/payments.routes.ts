import type { App } from '../../../http/app.ts';
import { actorOf } from '../../../auth/gate.ts';
import type { Once } from '../../../auth/idempotency.ts';
import type { Db } from '../../../db/db.ts';
import type { Clock } from '../../../lib/clock.ts';
import { byName, pageRequest } from '../../../http/paging.ts';
import { Empty, Ref } from '../../../lib/schema.ts';
import { getForm } from '../forms.service.ts';
import { listPayments } from './payments.queries.ts';
import {
  MadePayments,
  NewPayments,
  PaymentPage,
  PaymentParams,
  PaymentsParams,
  PaymentsQuery,
} from './payments.schema.ts';
import { pay, presentPayments, requirePaying, takeBack } from './payments.service.ts';

type Services = { db: Db; clock: Clock; once: Once };

export function paymentRoutes(app: App, { db, clock, once }: Services): void {
  app.get(
    '/api/projects/:pid/forms/:form/payments',
    {
      config: { access: 'project:owner', problems: ['not_allowed'] },
      schema: {
        tags: ['Forms'],
        operationId: 'list_payments',
        summary: 'List who gets travel money, and what was paid',
        description:
          'By name: everybody whose answer has an amount, and everybody who was paid. Without bank accounts, which ' +
          '`passed-on` shows.',
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

  app.post(
    '/api/projects/:pid/forms/:form/payments',
    {
      config: { access: 'project:owner', problems: ['not_allowed', 'idempotency_key_reused'] },
      schema: {
        tags: ['Forms'],
        operationId: 'make_payments',
        summary: 'Mark up to 200 people as paid',
        description:
          'Each person is marked at most once, also when several owners do it at the same time. A person whose answer ' +
          'comes to another amount than given is left out.',
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
      config: { access: 'project:owner', problems: ['not_allowed'] },
      schema: {
        tags: ['Forms'],
        operationId: 'undo_payment',
        summary: 'Undo marking a person as paid',
        description: 'The audit log keeps that it was marked.',
        params: PaymentParams,
        response: { 204: Empty('The person is not marked as paid.') },
      },
    },
    async (request, reply) => {
      await takeBack(db, actorOf(request, clock), request.params.form, request.params.uid);
      return reply.code(204).send();
    },
  );
}
