import type { App } from '../../../http/app.ts';
import { callerOf, projectRoleOf, teamOf } from '../../../auth/gate.ts';
import type { MailboxLimits } from '../../../auth/mailbox-limits.ts';
import { limits, personKey } from '../../../auth/rate-limits.ts';
import type { Limiter } from '../../../auth/rate-limits.ts';
import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Config } from '../../../config.ts';
import type { Db } from '../../../db/db.ts';
import { fail } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import { pageRequest } from '../../../http/paging.ts';
import type { PageQuery } from '../../../http/paging.ts';
import { expectedRevision, withRevision } from '../../../http/revision.ts';
import { Empty, Ref } from '../../../lib/schema.ts';
import type { MailQueue } from '../../mail/mail.service.ts';
import { findOwnApplication, listApplications, listOwnApplications } from './applications.queries.ts';
import type { OwnRow } from './applications.queries.ts';
import {
  ApplicationPage,
  ApplicationParams,
  ApplicationQuery,
  ApplicationsParams,
  NewApplication,
  OwnApplication,
  OwnApplicationPage,
  ProjectApplicationsParams,
} from './applications.schema.ts';
import { acceptApplication, applyToTeam, declineApplication, withdrawApplication } from './applications.service.ts';

type Services = {
  db: Db;
  clock: Clock;
  config: Config;
  mailQueue: MailQueue;
  limiter: Limiter;
  mailboxes: MailboxLimits;
};

export function applicationRoutes(app: App, services: Services): void {
  ownRoutes(app, services);
  listRoutes(app, services);
  decidingRoutes(app, services);
}

function presentOwn(row: OwnRow) {
  const { revision: _, ...application } = row;
  return application;
}

function ownRoutes(app: App, services: Services): void {
  const { db, clock, limiter } = services;

  app.get(
    '/api/me/applications',
    {
      config: { access: 'signed_in' },
      schema: {
        tags: ['Me'],
        operationId: 'list_own_applications',
        summary: "List the caller's open applications",
        querystring: ApplicationQuery,
        response: { 200: Ref(OwnApplicationPage) },
      },
    },
    async (request) => {
      const { limit, after, page } = pageRequest(request.query, { pid: 'text', tid: 'text' });
      const wanted = { now: timestamp(clock.now()), limit, after };
      const rows = await listOwnApplications(db.read, callerOf(request).uid, wanted);
      return page(rows, presentOwn);
    },
  );

  app.get(
    '/api/projects/:pid/teams/:tid/application',
    {
      config: { access: 'team:signed_in' },
      schema: {
        tags: ['Teams'],
        operationId: 'get_own_application',
        summary: "Read the caller's application to a team",
        description: '404 if there is no open application.',
        params: ApplicationsParams,
        response: { 200: Ref(OwnApplication) },
      },
    },
    async (request, reply) => {
      const { uid } = callerOf(request);
      const row = await findOwnApplication(db.read, teamOf(request), uid, timestamp(clock.now()));
      if (row === undefined) return fail('not_found', { detail: 'You have not applied to this team' });
      return withRevision(reply, row.revision, presentOwn(row));
    },
  );

  app.put(
    '/api/projects/:pid/teams/:tid/application',
    {
      config: {
        access: 'team:signed_in',
        problems: ['applications_closed', 'team_disabled', 'too_many_applications', 'conflict', 'stale'],
      },
      schema: {
        tags: ['Teams'],
        operationId: 'apply_to_team',
        summary: "Apply to a team, or change the caller's application",
        description:
          "Shows the caller's name and email address to the chiefs of the team and the owners of the project, " +
          'until they decide or 90 days have passed. The chiefs, or the owners if there are none, get an ' +
          "email; changing the message doesn't send another. 409 if the team doesn't accept applications, if " +
          'the caller is already in it, or if the caller has 20 open applications.',
        params: ApplicationsParams,
        body: NewApplication,
        response: { 200: Ref(OwnApplication) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { body } = request;
      const expected = expectedRevision(request);
      await limiter.shared(reply, limits.applications, personKey(caller));
      const row = await applyToTeam(services, caller, teamOf(request), body, expected);
      return withRevision(reply, row.revision, presentOwn(row));
    },
  );

  app.delete(
    '/api/projects/:pid/teams/:tid/application',
    {
      config: { access: 'team:signed_in', alsoArchived: true },
      schema: {
        tags: ['Teams'],
        operationId: 'withdraw_application',
        summary: "Withdraw the caller's application",
        params: ApplicationsParams,
        response: { 204: Empty('Application withdrawn.') },
      },
    },
    async (request, reply) => {
      await withdrawApplication(services, callerOf(request), teamOf(request));
      return reply.code(204).send();
    },
  );
}

function listRoutes(app: App, { db, clock }: Services): void {
  const list = async (scope: ProjectScope & { tid?: string }, query: PageQuery) => {
    const { limit, after, page } = pageRequest(query, { applied_at: 'time', tid: 'text', uid: 'text' });
    return page(await listApplications(db.read, scope, { now: timestamp(clock.now()), limit, after }));
  };

  app.get(
    '/api/projects/:pid/applications',
    {
      config: { access: 'project:owner' },
      schema: {
        tags: ['Teams'],
        operationId: 'list_project_applications',
        summary: 'List the open applications to all teams of a project',
        params: ProjectApplicationsParams,
        querystring: ApplicationQuery,
        response: { 200: Ref(ApplicationPage) },
      },
    },
    (request) => list(projectRoleOf(request).scope, request.query),
  );

  app.get(
    '/api/projects/:pid/teams/:tid/applications',
    {
      config: { access: 'team:chief' },
      schema: {
        tags: ['Teams'],
        operationId: 'list_applications',
        summary: 'List the open applications to a team',
        description: 'Oldest first, without suspended people.',
        params: ApplicationsParams,
        querystring: ApplicationQuery,
        response: { 200: Ref(ApplicationPage) },
      },
    },
    (request) => list(teamOf(request), request.query),
  );
}

function decidingRoutes(app: App, services: Services): void {
  app.put(
    '/api/projects/:pid/teams/:tid/applications/:uid/acceptance',
    {
      config: { access: 'team:chief', problems: ['team_full', 'team_disabled'] },
      schema: {
        tags: ['Teams'],
        operationId: 'accept_application',
        summary: 'Accept an application: the person becomes a member',
        description: 'Takes a place in the team and notifies the person by email. 409 if the team is full.',
        params: ApplicationParams,
        response: { 204: Empty('The person is now in the team.') },
      },
    },
    async (request, reply) => {
      await acceptApplication(services, callerOf(request), teamOf(request), request.params.uid);
      return reply.code(204).send();
    },
  );

  app.delete(
    '/api/projects/:pid/teams/:tid/applications/:uid',
    {
      config: { access: 'team:chief' },
      schema: {
        tags: ['Teams'],
        operationId: 'decline_application',
        summary: 'Decline an application',
        description: 'The person gets an email. They can apply again.',
        params: ApplicationParams,
        response: { 204: Empty('Application declined.') },
      },
    },
    async (request, reply) => {
      await declineApplication(services, callerOf(request), teamOf(request), request.params.uid);
      return reply.code(204).send();
    },
  );
}
