import type { App } from '../../../http/app.ts';
import { actorOf, projectRoleOf } from '../../../auth/gate.ts';
import type { Once } from '../../../auth/idempotency.ts';
import type { Db } from '../../../db/db.ts';
import { pageRequest } from '../../../http/paging.ts';
import { expectedRevision, withRevision } from '../../../http/revision.ts';
import type { Clock } from '../../../lib/clock.ts';
import { Empty, Ref } from '../../../lib/schema.ts';
import { countUses, selectPlaces, selectSkills } from './catalogue.queries.ts';
import {
  CatalogueItemParams,
  CatalogueParams,
  CatalogueQuery,
  CatalogueUses,
  NewPlace,
  NewSkill,
  Place,
  PlaceChanges,
  PlacePage,
  Skill,
  SkillChanges,
  SkillPage,
} from './catalogue.schema.ts';
import {
  changePlace,
  changeSkill,
  createPlace,
  createSkill,
  presentPlace,
  presentSkill,
  removeEntry,
} from './catalogue.service.ts';

type Services = { db: Db; clock: Clock; once: Once };

const order = { name: 'text', id: 'text' } as const;
const limit = 'At most 200 in a project.';

export function catalogueRoutes(app: App, services: Services): void {
  app.get(
    '/api/projects/:pid/catalogue-uses',
    {
      config: { access: 'project:owner', deputies: ['viewer'], scope: 'tasks:read' },
      schema: {
        tags: ['Planning'],
        operationId: 'list_catalogue_uses',
        summary: 'Count how often kinds, locations and skills are used',
        description: 'Tasks of each kind and at each location, and people with each skill.',
        params: CatalogueParams,
        response: { 200: Ref(CatalogueUses) },
      },
    },
    async (request) => ({ data: await countUses(services.db.read, projectRoleOf(request).scope) }),
  );
  placeRoutes(app, services);
  skillRoutes(app, services);
}

function placeRoutes(app: App, { db, clock, once }: Services): void {
  app.get(
    '/api/projects/:pid/places',
    {
      config: { access: 'project:signed_in', scope: 'tasks:read' },
      schema: {
        tags: ['Planning'],
        operationId: 'list_places',
        summary: 'List the locations of a project',
        description: 'Locations of tasks, sorted by name.',
        params: CatalogueParams,
        querystring: CatalogueQuery,
        response: { 200: Ref(PlacePage) },
      },
    },
    async (request) => {
      const { limit: rows, after, page } = pageRequest(request.query, order);
      const slice = { after, limit: rows + 1 };
      return page(await selectPlaces(db.read, projectRoleOf(request).scope, slice), presentPlace);
    },
  );

  app.post(
    '/api/projects/:pid/places',
    {
      config: {
        access: 'project:owner',
        scope: 'tasks:write',
        problems: ['already_exists', 'not_allowed', 'idempotency_key_reused'],
      },
      schema: {
        tags: ['Planning'],
        operationId: 'create_place',
        summary: 'Add a location',
        description: limit,
        params: CatalogueParams,
        body: NewPlace,
        response: { 201: Ref(Place) },
      },
    },
    async (request, reply) => {
      reply.code(201);
      return once(request, reply, (trx) => createPlace(trx, actorOf(request, clock), request.body));
    },
  );

  app.patch(
    '/api/projects/:pid/places/:id',
    {
      config: { access: 'project:owner', scope: 'tasks:write', problems: ['already_exists', 'stale'] },
      schema: {
        tags: ['Planning'],
        operationId: 'change_place',
        summary: 'Change a location',
        params: CatalogueItemParams,
        body: PlaceChanges,
        response: { 200: Ref(Place) },
      },
    },
    async (request, reply) => {
      const change = { ...actorOf(request, clock), id: request.params.id, expected: expectedRevision(request) };
      const row = await changePlace(db, change, request.body);
      return withRevision(reply, row.revision, presentPlace(row));
    },
  );

  app.delete(
    '/api/projects/:pid/places/:id',
    {
      config: { access: 'project:owner', scope: 'tasks:write' },
      schema: {
        tags: ['Planning'],
        operationId: 'delete_place',
        summary: 'Delete a location',
        description: 'Tasks there no longer have a location.',
        params: CatalogueItemParams,
        response: { 204: Empty('Location deleted.') },
      },
    },
    async (request, reply) => {
      await removeEntry(db, actorOf(request, clock), 'places', request.params.id);
      return reply.code(204).send();
    },
  );
}

function skillRoutes(app: App, { db, clock, once }: Services): void {
  app.get(
    '/api/projects/:pid/skills',
    {
      config: { access: 'project:signed_in', scope: 'tasks:read' },
      schema: {
        tags: ['Planning'],
        operationId: 'list_skills',
        summary: 'List the skills that tasks of a project can require',
        description: 'By name.',
        params: CatalogueParams,
        querystring: CatalogueQuery,
        response: { 200: Ref(SkillPage) },
      },
    },
    async (request) => {
      const { limit: rows, after, page } = pageRequest(request.query, order);
      const slice = { after, limit: rows + 1 };
      return page(await selectSkills(db.read, projectRoleOf(request).scope, slice), presentSkill);
    },
  );

  app.post(
    '/api/projects/:pid/skills',
    {
      config: {
        access: 'project:owner',
        scope: 'tasks:write',
        problems: ['already_exists', 'not_allowed', 'idempotency_key_reused'],
      },
      schema: {
        tags: ['Planning'],
        operationId: 'create_skill',
        summary: 'Add a skill',
        description: limit,
        params: CatalogueParams,
        body: NewSkill,
        response: { 201: Ref(Skill) },
      },
    },
    async (request, reply) => {
      reply.code(201);
      return once(request, reply, (trx) => createSkill(trx, actorOf(request, clock), request.body));
    },
  );

  app.patch(
    '/api/projects/:pid/skills/:id',
    {
      config: { access: 'project:owner', scope: 'tasks:write', problems: ['already_exists', 'stale'] },
      schema: {
        tags: ['Planning'],
        operationId: 'change_skill',
        summary: 'Change a skill',
        params: CatalogueItemParams,
        body: SkillChanges,
        response: { 200: Ref(Skill) },
      },
    },
    async (request, reply) => {
      const change = { ...actorOf(request, clock), id: request.params.id, expected: expectedRevision(request) };
      const row = await changeSkill(db, change, request.body);
      return withRevision(reply, row.revision, presentSkill(row));
    },
  );

  app.delete(
    '/api/projects/:pid/skills/:id',
    {
      config: { access: 'project:owner', scope: 'tasks:write' },
      schema: {
        tags: ['Planning'],
        operationId: 'delete_skill',
        summary: 'Delete a skill',
        description: 'It is removed from all people and kinds of tasks.',
        params: CatalogueItemParams,
        response: { 204: Empty('Skill deleted.') },
      },
    },
    async (request, reply) => {
      await removeEntry(db, actorOf(request, clock), 'skills', request.params.id);
      return reply.code(204).send();
    },
  );
}
