import { actorOf, projectRoleOf } from '../../../auth/gate.ts';
import { fail } from '../../../errors.ts';
import type { App } from '../../../http/app.ts';
import { expectedRevision, withRevision } from '../../../http/revision.ts';
import { Empty, Ref } from '../../../lib/schema.ts';
import type { Services } from '../../../services.ts';
import { canClaim, handlesMoney, seesMoney } from '../money.policy.ts';
import { Budget, BudgetParams, Budgets, BudgetsParams, BudgetValues, NewBudgets } from './budgets.schema.ts';
import { changeBudget, putBudgets, readBudget, readBudgets, removeBudget } from './budgets.service.ts';

export function budgetRoutes(app: App, { db, clock, once }: Services): void {
  app.get(
    '/api/projects/:pid/budgets',
    {
      config: { access: 'project:signed_in' },
      schema: {
        tags: ['Money'],
        operationId: 'list_budgets',
        summary: 'List budgets',
        description:
          'By code, at most 500: those of the whole project and of the own teams, from which the caller can claim; all for ' +
          'those who handle the money. Chiefs see what those of their own teams were spent on.',
        params: BudgetsParams,
        response: { 200: Ref(Budgets) },
      },
    },
    async (request) => {
      const projectRole = projectRoleOf(request);
      if (!canClaim(projectRole) && !seesMoney(projectRole)) fail('forbidden');
      return { data: await readBudgets(db.read, projectRole), rights: { edit: handlesMoney(projectRole) } };
    },
  );

  app.post(
    '/api/projects/:pid/budgets',
    {
      config: { access: 'project:finance', problems: ['not_allowed', 'idempotency_key_reused'] },
      schema: {
        tags: ['Money'],
        operationId: 'put_budgets',
        summary: 'Add and change budgets',
        description:
          'New codes are added, known ones changed: all of them, or none. At most 500 in a project. Only owners add budgets and ' +
          'raise their amounts, because what is over budget is for them to approve.',
        params: BudgetsParams,
        body: NewBudgets,
        response: { 204: Empty('Budgets saved.') },
      },
    },
    (request, reply) =>
      once(request, reply, (trx, { roles }) => putBudgets(trx, actorOf(request, clock), roles, request.body)),
  );

  app.get(
    '/api/projects/:pid/budgets/:code',
    {
      config: { access: 'project:finance' },
      schema: {
        tags: ['Money'],
        operationId: 'get_budget',
        summary: 'Read a budget',
        params: BudgetParams,
        response: { 200: Ref(Budget) },
      },
    },
    async (request, reply) => {
      const { revision, budget } = await readBudget(db.read, projectRoleOf(request), request.params.code);
      return withRevision(reply, revision, budget);
    },
  );

  const changeOf = (request: Parameters<typeof actorOf>[0] & { params: { code: string } }) => ({
    ...actorOf(request, clock),
    code: request.params.code,
    expected: expectedRevision(request),
  });

  app.put(
    '/api/projects/:pid/budgets/:code',
    {
      config: { access: 'project:finance', problems: ['stale'] },
      schema: {
        tags: ['Money'],
        operationId: 'change_budget',
        summary: 'Change a budget',
        description: 'The currency stays once something was claimed. Only owners raise the amount.',
        params: BudgetParams,
        body: BudgetValues,
        response: { 204: Empty('Budget changed.') },
      },
    },
    (request) => changeBudget(db, changeOf(request), request.body),
  );

  app.delete(
    '/api/projects/:pid/budgets/:code',
    {
      config: { access: 'project:finance', problems: ['not_allowed', 'stale'] },
      schema: {
        tags: ['Money'],
        operationId: 'delete_budget',
        summary: 'Delete a budget that nobody has claimed from',
        params: BudgetParams,
        response: { 204: Empty('Budget deleted.') },
      },
    },
    (request) => removeBudget(db, changeOf(request)),
  );
}
