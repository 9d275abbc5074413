import type { App } from '../../../http/app.ts';
import { actorOf, projectRoleOf } from '../../../auth/gate.ts';
import type { Db } from '../../../db/db.ts';
import type { Clock } from '../../../lib/clock.ts';
import { Empty, Ref } from '../../../lib/schema.ts';
import { CatalogueParams } from './catalogue.schema.ts';
import { DeclaredSkills, PersonParams, PersonSkillParams, PersonSkills } from './person-skills.schema.ts';
import { declareSkills, grantSkill, requireKnown, skillsOf, withdrawSkill } from './person-skills.service.ts';

type Services = { db: Db; clock: Clock };

export function personSkillRoutes(app: App, services: Services): void {
  ownRoutes(app, services);
  planningRoutes(app, services);
}

function ownRoutes(app: App, { db, clock }: Services): void {
  app.get(
    '/api/projects/:pid/my-skills',
    {
      config: { access: 'project:signed_in' },
      schema: {
        tags: ['Planning'],
        operationId: 'list_own_skills',
        summary: "List the caller's skills in a project",
        params: CatalogueParams,
        response: { 200: Ref(PersonSkills) },
      },
    },
    async (request) => {
      const { projectRole, uid } = actorOf(request, clock);
      return { data: await skillsOf(db.read, projectRole.scope, uid) };
    },
  );

  app.put(
    '/api/projects/:pid/my-skills',
    {
      config: { access: 'project:signed_in', problems: ['not_allowed'] },
      schema: {
        tags: ['Planning'],
        operationId: 'declare_skills',
        summary: "Set the caller's own skills",
        description:
          'Skills that only owners and chiefs can give are rejected. Skills they gave stay. For people and ' +
          'helpers of the project, and for everyone while there are upcoming tasks that are open to everyone ' +
          '(otherwise 403).',
        params: CatalogueParams,
        body: DeclaredSkills,
        response: { 200: Ref(PersonSkills) },
      },
    },
    async (request) => ({ data: await declareSkills(db, actorOf(request, clock), request.body.skills) }),
  );
}

function planningRoutes(app: App, { db, clock }: Services): void {
  app.get(
    '/api/projects/:pid/people/:uid/skills',
    {
      config: { access: 'project:planner', scope: 'people:read' },
      schema: {
        tags: ['Planning'],
        operationId: 'list_person_skills',
        summary: 'List the skills of a person',
        description: 'For owners, and for chiefs about people in their teams.',
        params: PersonParams,
        response: { 200: Ref(PersonSkills) },
      },
    },
    async (request) => {
      const projectRole = projectRoleOf(request);
      await requireKnown(db.read, projectRole.scope, projectRole, request.params.uid);
      return { data: await skillsOf(db.read, projectRole.scope, request.params.uid) };
    },
  );

  app.put(
    '/api/projects/:pid/people/:uid/skills/:id',
    {
      config: { access: 'project:planner' },
      schema: {
        tags: ['Planning'],
        operationId: 'grant_skill',
        summary: 'Give a person a skill',
        description: 'For owners, and for chiefs about people in their teams.',
        params: PersonSkillParams,
        response: { 204: Empty('The person now has the skill.') },
      },
    },
    async (request, reply) => {
      const { uid: person, id: skill } = request.params;
      await grantSkill(db, { ...actorOf(request, clock), person, skill });
      return reply.code(204).send();
    },
  );

  app.delete(
    '/api/projects/:pid/people/:uid/skills/:id',
    {
      config: { access: 'project:planner' },
      schema: {
        tags: ['Planning'],
        operationId: 'withdraw_skill',
        summary: 'Remove a skill from a person',
        description: 'Including one they added themselves. They keep their places in tasks.',
        params: PersonSkillParams,
        response: { 204: Empty('Skill removed.') },
      },
    },
    async (request, reply) => {
      const { uid: person, id: skill } = request.params;
      await withdrawSkill(db, { ...actorOf(request, clock), person, skill });
      return reply.code(204).send();
    },
  );
}
