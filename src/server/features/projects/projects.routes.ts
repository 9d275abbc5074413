import type { App } from '../../http/app.ts';
import { callerOf, projectRoleOf, requireFreshProof } from '../../auth/gate.ts';
import { noRoles } from '../../auth/project-role.ts';
import { fail } from '../../errors.ts';
import { timestamp } from '../../lib/clock.ts';
import { pageRequest } from '../../http/paging.ts';
import { expectedRevision, withRevision } from '../../http/revision.ts';
import { Empty, Ref } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import { canChooseLeading, canCreateProjects } from './projects.policy.ts';
import { findProject, listProjects } from './projects.queries.ts';
import {
  LeadingProject,
  NewProject,
  Project,
  ProjectChange,
  ProjectPage,
  ProjectParams,
  ProjectQuery,
  ProjectRemoval,
} from './projects.schema.ts';
import {
  chooseLeading,
  createProject,
  draftReader,
  presentProject,
  removeProject,
  rolesFor,
  updateProject,
} from './projects.service.ts';

export function projectRoutes(app: App, services: Services): void {
  const { db, clock, once, copiers } = services;

  app.get(
    '/api/projects',
    {
      config: { translates: 'project', access: 'public' },
      schema: {
        tags: ['Projects'],
        operationId: 'list_projects',
        summary: 'List the projects',
        description:
          'Sorted by `pid`, descending: newest first if the pid is the year. Drafts only for their owners and administrators.',
        querystring: ProjectQuery,
        response: { 200: Ref(ProjectPage) },
      },
    },
    async (request) => {
      const { limit, after, page } = pageRequest(request.query, { pid: 'text' });
      const rows = await listProjects(db.read, {
        drafts: draftReader(request.caller),
        now: timestamp(clock.now()),
        limit,
        before: after?.pid,
      });
      const roleOf = await rolesFor(db.read, clock.now(), request.caller, rows);
      const shown = page(rows, ({ open_tasks: open, ...row }) => ({
        ...presentProject(row, roleOf(row)),
        open_tasks: Boolean(open),
      }));
      const { caller } = request;
      return {
        ...shown,
        rights: {
          create: caller !== null && canCreateProjects(caller),
          lead: caller !== null && canChooseLeading(caller),
        },
      };
    },
  );

  app.post(
    '/api/projects',
    {
      config: {
        access: 'administrator',
        problems: [
          'already_exists',
          'unknown_person',
          'not_allowed',
          'idempotency_key_reused',
          'browser_only',
          'sign_in_again',
        ],
      },
      schema: {
        tags: ['Projects'],
        operationId: 'create_project',
        summary: 'Create a project',
        description:
          '`copy_from` copies from another project: its front page, its teams (except disabled ones), its ' +
          'forms (switched off, without dates and answers), its subsidy table, kinds of tasks, locations, ' +
          'skills (with who has them, if organisers gave them and they are valid), hand-outs, certificate settings, and its series and tasks (on the same weekdays, ' +
          'nobody assigned; `GET /api/projects/{pid}/plan-copy` says how many). Members are not copied; chiefs ' +
          'only with `copy_chiefs`. Naming other owners requires a browser with a sign-in or passkey ' +
          'confirmation within the last 15 minutes: otherwise 403 `sign_in_again`, or `browser_only` for an ' +
          'API token.',
        body: NewProject,
        response: { 201: Ref(Project) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { body } = request;
      // Like appointing an owner later: a leaked token must not make somebody an owner.
      if (body.owners?.some((uid) => uid !== caller.uid) === true) requireFreshProof(caller, clock.now());
      const row = await once(request, reply, (trx) => createProject(trx, clock.now(), caller, body, copiers));
      const owner = (body.owners ?? [caller.uid]).includes(caller.uid);
      reply.header('location', `/api/projects/${row.pid}`);
      return withRevision(
        reply,
        row.revision,
        presentProject(row, { ...noRoles, owner, administrator: caller.administrator }),
      );
    },
  );

  app.put(
    '/api/admin/leading-project',
    {
      config: { access: 'administrator', problems: ['not_allowed'] },
      schema: {
        tags: ['Projects'],
        operationId: 'choose_leading_project',
        summary: 'Show a project on the home page',
        description:
          'The home page, the head of all pages and the sign-in show the public project that was chosen last. Without a ' +
          'choice it is the one that is running or comes next. A copy for next year takes over when it is published ' +
          'after the end of the event.',
        body: LeadingProject,
        response: { 204: Empty('The project is on the home page.') },
      },
    },
    (request) => chooseLeading(services, callerOf(request), request.body.pid),
  );

  app.get(
    '/api/projects/:pid',
    {
      config: { translates: 'project', access: 'project:anyone', scope: 'project:read' },
      schema: {
        tags: ['Projects'],
        operationId: 'get_project',
        summary: 'Read a project',
        description: 'Includes what the caller can do in it.',
        params: ProjectParams,
        response: { 200: Ref(Project) },
      },
    },
    async (request, reply) => {
      const projectRole = projectRoleOf(request);
      const row = (await findProject(db.read, projectRole.scope.pid)) ?? fail('not_found');
      return withRevision(reply, row.revision, presentProject(row, projectRole));
    },
  );

  app.patch(
    '/api/projects/:pid',
    {
      config: { access: 'project:owner', alsoArchived: true, problems: ['project_archived', 'not_allowed', 'stale'] },
      schema: {
        tags: ['Projects'],
        operationId: 'update_project',
        summary: 'Change a project',
        description:
          'Changes the fields that are named and leaves the others as they are. Of an archived project only `state` ' +
          'can be changed.',
        params: ProjectParams,
        body: ProjectChange,
        response: { 200: Ref(Project) },
      },
    },
    async (request, reply) => {
      const { revision, project } = await updateProject(
        services,
        callerOf(request),
        projectRoleOf(request),
        request.body,
        expectedRevision(request),
      );
      return withRevision(reply, revision, project);
    },
  );

  app.delete(
    '/api/projects/:pid',
    {
      config: {
        access: 'project:appointer',
        alsoArchived: true,
        problems: ['project_not_draft', 'project_has_data', 'stale'],
      },
      schema: {
        tags: ['Projects'],
        operationId: 'delete_project',
        summary: 'Delete a draft',
        description: 'Also deletes its teams, tasks and forms. Only drafts can be deleted; the audit log stays.',
        params: ProjectParams,
        querystring: ProjectRemoval,
        response: { 204: Empty('Project deleted.') },
      },
    },
    async (request) => {
      const choice = { force: request.query.force === true, expected: expectedRevision(request) };
      await removeProject(services, callerOf(request), projectRoleOf(request), choice);
    },
  );
}
