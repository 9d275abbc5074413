import type { App } from '../../http/app.ts';
import { actorOf, projectRoleOf } from '../../auth/gate.ts';
import { pageRequest } from '../../http/paging.ts';
import { expectedRevision, withRevision } from '../../http/revision.ts';
import { Empty, Ref } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import { maySeeDraft } from './allocations.policy.ts';
import { listAllocations } from './allocations.queries.ts';
import {
  Allocation,
  AllocationDetails,
  AllocationPage,
  AllocationParams,
  AllocationQuery,
  AllocationsParams,
  AppliedAllocation,
  NewAllocation,
} from './allocations.schema.ts';
import {
  createAllocation,
  discardAllocation,
  presentAllocation,
  presentDetails,
  requireAllocation,
  draftRequestOf,
} from './allocations.service.ts';
import { applyAllocation } from './apply-draft.service.ts';
import { undoAllocation } from './undo-draft.service.ts';

export function allocationRoutes(app: App, services: Services): void {
  readRoutes(app, services);
  writeRoutes(app, services);
  appliedRoutes(app, services);
}

function readRoutes(app: App, { db }: Services): void {
  app.get(
    '/api/projects/:pid/allocations',
    {
      config: { access: 'project:planner' },
      schema: {
        tags: ['Draft plans'],
        operationId: 'list_allocations',
        summary: 'List the draft plans of a project',
        description:
          'Newest first. Chiefs see drafts that chiefs of their teams requested. Drafts are deleted after 30 days.',
        params: AllocationsParams,
        querystring: AllocationQuery,
        response: { 200: Ref(AllocationPage) },
      },
    },
    async (request) => {
      const { limit, after, page } = pageRequest(request.query, { id: 'text' });
      const projectRole = projectRoleOf(request);
      const { data, next } = page(await listAllocations(db.read, projectRole.scope, after?.id, limit + 1));
      return { data: data.filter((row) => maySeeDraft(projectRole, draftRequestOf(row))).map(presentAllocation), next };
    },
  );

  app.get(
    '/api/projects/:pid/allocations/:id',
    {
      config: { access: 'project:planner' },
      schema: {
        tags: ['Draft plans'],
        operationId: 'get_allocation',
        summary: 'Read a draft plan',
        description:
          "Who would get which place and why, which places stay empty and what would help, and people's hours. " +
          'Reasons are shown as counts only, those about age and others about the person as one; people are named if asking them would help.',
        params: AllocationParams,
        response: { 200: Ref(AllocationDetails) },
      },
    },
    async (request, reply) => {
      const projectRole = projectRoleOf(request);
      const row = await requireAllocation(db.read, projectRole, request.params.id);
      return withRevision(reply, row.revision, await presentDetails(db.read, projectRole, row));
    },
  );
}

function writeRoutes(app: App, { db, clock, once, draftRunner }: Services): void {
  app.post(
    '/api/projects/:pid/allocations',
    {
      config: { access: 'project:planner', problems: ['not_allowed', 'draft_running', 'idempotency_key_reused'] },
      schema: {
        tags: ['Draft plans'],
        operationId: 'create_allocation',
        summary: 'Create a draft plan',
        description:
          "Fills free places of tasks that haven't begun, by the rules for joining and people's availability. " +
          'Nobody gets a place until the draft is applied. Only one draft per project can be in progress.',
        params: AllocationsParams,
        body: NewAllocation,
        response: { 202: Ref(Allocation) },
      },
    },
    async (request, reply) => {
      const input = request.body;
      return once(request, reply, (trx, { roles }) =>
        createAllocation(trx, actorOf(request, clock), roles, { input, wake: draftRunner.wake }),
      );
    },
  );

  app.delete(
    '/api/projects/:pid/allocations/:id',
    {
      config: { access: 'project:planner', problems: ['draft_not_ready', 'stale'] },
      schema: {
        tags: ['Draft plans'],
        operationId: 'discard_allocation',
        summary: 'Discard a draft plan',
        description: 'Also while it is being generated.',
        params: AllocationParams,
        response: { 204: Empty('Draft discarded.') },
      },
    },
    async (request) => {
      const discarding = { id: request.params.id, expected: expectedRevision(request) };
      await discardAllocation(db, actorOf(request, clock), discarding);
    },
  );
}

function appliedRoutes(app: App, { db, clock, keys }: Services): void {
  app.put(
    '/api/projects/:pid/allocations/:id/applied',
    {
      config: { access: 'project:planner', problems: ['draft_not_ready', 'not_allowed', 'stale'] },
      schema: {
        tags: ['Draft plans'],
        operationId: 'apply_allocation',
        summary: 'Apply a draft plan',
        description:
          'Assigns everything that still fits, or only `assignments`, by the rules for joining. What no longer ' +
          'fits is listed in `skipped`. People are notified. After a part of a draft was applied, name the ' +
          'rest in `assignments`.',
        params: AllocationParams,
        body: AppliedAllocation,
        response: { 200: Ref(AllocationDetails) },
      },
    },
    async (request, reply) => {
      const only = request.body?.assignments;
      const applying = { id: request.params.id, expected: expectedRevision(request), only };
      const row = await applyAllocation({ db, keys }, actorOf(request, clock), applying);
      return withRevision(reply, row.revision, await presentDetails(db.read, projectRoleOf(request), row));
    },
  );

  app.delete(
    '/api/projects/:pid/allocations/:id/applied',
    {
      config: { access: 'project:planner', problems: ['draft_not_ready', 'stale'] },
      schema: {
        tags: ['Draft plans'],
        operationId: 'undo_allocation',
        summary: 'Undo applying a draft plan',
        description:
          "Removes people from the places they got, and gives back the places they lost, on tasks that haven't " +
          "begun. The draft is ready again. What can't be undone is listed in `skipped`. People are notified.",
        params: AllocationParams,
        response: { 200: Ref(AllocationDetails) },
      },
    },
    async (request, reply) => {
      const undoing = { id: request.params.id, expected: expectedRevision(request) };
      const row = await undoAllocation({ db, keys }, actorOf(request, clock), undoing);
      return withRevision(reply, row.revision, await presentDetails(db.read, projectRoleOf(request), row));
    },
  );
}
