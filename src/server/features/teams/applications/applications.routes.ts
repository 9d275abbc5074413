import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../../http/app.ts';
import { actorOf, callerOf, projectRoleOf, teamOf } from '../../../auth/gate.ts';
import { limits, personKey } from '../../../auth/rate-limits.ts';
import type { Actor } from '../../../auth/project-role.ts';
import { fail } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import { sendCsv } from '../../../http/csv.ts';
import { pageRequest, totalOnFirst } from '../../../http/paging.ts';
import type { PageQuery } from '../../../http/paging.ts';
import { expectedRevision, withRevision } from '../../../http/revision.ts';
import { Empty, Ref, Type } from '../../../lib/schema.ts';
import type { Services } from '../../../services.ts';
import { applicationForms } from '../../forms/answers/application-answers.service.ts';
import {
  countApplications,
  findCall,
  findOwnApplication,
  listApplications,
  listOwnApplications,
} from './applications.queries.ts';
import type { ListedState, OwnRow } from './applications.queries.ts';
import {
  ApplicationPage,
  ApplicationParams,
  ApplicationQuery,
  ApplicationsParams,
  Call,
  EarlierApplications,
  MyApplication,
  NewApplication,
  NewMyApplication,
  OwnApplication,
  OwnApplicationPage,
  PersonApplicationsParams,
  ProjectApplicationsParams,
} from './applications.schema.ts';
import { applyToTeam, myApplication, saveMyApplication, withdrawApplication } from './applications.service.ts';
import { expiryOf, isCallOpen } from './call.policy.ts';
import {
  ApplicationExportQuery,
  DecisionResults,
  Decisions,
  NewPublication,
  ProjectApplicationQuery,
  Publication,
} from './decisions.schema.ts';
import { decideApplications, decideOne } from './decisions.service.ts';
import { earlierApplications } from './earlier.service.ts';
import { applicationTable, presentApplications, recordApplicationExport, selectionOf } from './listing.service.ts';
import { publishDecisions } from './publication.service.ts';

export function applicationRoutes(app: App, services: Services): void {
  callRoutes(app, services);
  ownRoutes(app, services);
  listRoutes(app, services);
  decidingRoutes(app, services);
}

function presentOwn(row: OwnRow) {
  const { revision: _, ...application } = row;
  return { ...application, state: row.state === 'waiting' ? row.state : ('sent' as const) };
}

function ownRoutes(app: App, services: Services): void {
  const { db, clock, limiter } = services;

  app.get(
    '/api/me/applications',
    {
      config: { translates: 'names', access: 'signed_in' },
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
        problems: [
          'call_closed',
          'applications_closed',
          'team_disabled',
          'too_many_applications',
          'document_missing',
          'conflict',
          'stale',
        ],
      },
      schema: {
        tags: ['Teams'],
        operationId: 'apply_to_team',
        summary: "Apply to a team, or change the caller's application",
        description:
          "Shows the caller's name and email address to the chiefs of the team and the owners of the project, " +
          'until the caller withdraws it or leaves the team, or 90 days after it was declined or got no answer. The chiefs, ' +
          "or the owners if there are none, get an email; changing the message doesn't send another. 409 if the team " +
          "doesn't accept applications, if the caller is already in it, or if the caller has 20 open applications.",
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
    (request) => withdrawApplication(services, callerOf(request), teamOf(request), teamOf(request).tid),
  );
}

type Listed = { state?: ListedState | undefined; tid?: string | undefined; q?: string | undefined };

function listRoutes(app: App, services: Services): void {
  const { db, clock } = services;
  const list = async (actor: Actor, query: PageQuery & Listed) => {
    const { projectRole: role, now } = actor;
    const { limit, after, page } = pageRequest(query, { applied_at: 'time', tid: 'text', uid: 'text' });
    const selection = selectionOf(actor, query);
    const found = page(await listApplications(db.read, role.scope, selection, { limit, after }));
    return {
      data: await presentApplications(db.read, role, now, found.data),
      next: found.next,
      ...(await totalOnFirst(after, () => countApplications(db.read, role.scope, selection))),
    };
  };

  app.get(
    '/api/projects/:pid/applications',
    {
      config: { access: 'project:planner', deputies: ['recruiting'] },
      schema: {
        tags: ['Teams'],
        operationId: 'list_project_applications',
        summary: 'List the applications to the teams of a project',
        description:
          'Oldest first, without suspended people; one item for each team of an application. Owners see all, chiefs ' +
          'those to their teams, and nobody but owners their own. Of people who have withdrawn or left the team, and 90 days after somebody was declined, ' +
          'removed from the team or got no answer, ' +
          'only the name, the state and the decision are shown: `email`, `message`, `note` and `answers` are empty.',
        params: ProjectApplicationsParams,
        querystring: ProjectApplicationQuery,
        response: { 200: Ref(ApplicationPage) },
      },
    },
    (request) => list(actorOf(request, clock), request.query),
  );

  app.get(
    '/api/projects/:pid/applications/:uid/earlier',
    {
      config: { access: 'project:planner', deputies: ['recruiting'] },
      schema: {
        tags: ['Teams'],
        operationId: 'get_earlier_applications',
        summary: "Read an applicant's applications of the years before",
        description:
          'Newest first, from the projects of the series, as far as the caller may read the applications there. 404 if the ' +
          'person does not apply to a team of the caller.',
        params: PersonApplicationsParams,
        response: { 200: Ref(EarlierApplications) },
      },
    },
    (request) => earlierApplications(services, callerOf(request), projectRoleOf(request), request.params.uid),
  );

  app.get(
    '/api/projects/:pid/applications.csv',
    {
      config: { access: 'project:planner', deputies: ['recruiting'] },
      schema: {
        tags: ['Teams'],
        operationId: 'export_applications',
        summary: 'Export the applications as CSV',
        description:
          'The same applications as in the list, all of them unless `state` is given, with a column for each question.',
        params: ProjectApplicationsParams,
        querystring: ApplicationExportQuery,
        response: { 200: Type.String({ description: 'CSV, UTF-8 with a byte order mark.' }) },
        produces: ['text/csv'],
      },
    },
    async (request, reply) => {
      const actor = actorOf(request, clock);
      const { projectRole: role, uid, now } = actor;
      const selection = selectionOf(actor, { state: 'all', ...request.query });
      await recordApplicationExport(db, uid, role, now, selection);
      const { header, rows } = await applicationTable(db.read, role, now, selection);
      return sendCsv(reply, `${role.scope.pid}-applications.csv`, header, rows);
    },
  );

  app.get(
    '/api/projects/:pid/teams/:tid/applications',
    {
      config: { access: 'team:chief', deputies: ['recruiting'] },
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
    (request) => list(actorOf(request, clock), { ...request.query, tid: teamOf(request).tid }),
  );
}

function callRoutes(app: App, services: Services): void {
  const { db, clock, limiter } = services;
  const own = async (request: FastifyRequest, reply: FastifyReply) => {
    const { scope, state } = projectRoleOf(request);
    const { uid } = callerOf(request);
    const seen = { scope, uid, now: clock.now(), archived: state === 'archived' };
    const { revision, application } = await myApplication(db.read, seen);
    return withRevision(reply, revision, application);
  };

  app.get(
    '/api/projects/:pid/call',
    {
      config: { translates: 'form', access: 'project:anyone' },
      schema: {
        tags: ['Projects'],
        operationId: 'get_call',
        summary: 'Read the call for volunteers',
        description: 'Until when people can apply, to how many teams, and what they are asked.',
        params: ProjectApplicationsParams,
        response: { 200: Ref(Call) },
      },
    },
    async (request) => {
      const { scope, state } = projectRoleOf(request);
      const call = await findCall(db.read, scope);
      const now = clock.now();
      return {
        opens_at: call.call_opens_at,
        closes_at: call.call_closes_at,
        open: state !== 'archived' && isCallOpen(call, timestamp(now)) && expiryOf(call, now) > timestamp(now),
        wishes: call.wishes,
        decisions: call.decisions,
        forms: await applicationForms(db.read, scope),
      };
    },
  );

  app.get(
    '/api/projects/:pid/my-application',
    {
      config: { translates: 'names', access: 'project:signed_in' },
      schema: {
        tags: ['Projects'],
        operationId: 'get_my_application',
        summary: "Read the caller's application",
        description: '`state` is null if the caller has not applied.',
        params: ProjectApplicationsParams,
        response: { 200: Ref(MyApplication) },
      },
    },
    own,
  );

  app.put(
    '/api/projects/:pid/my-application',
    {
      config: {
        access: 'project:signed_in',
        problems: [
          'call_closed',
          'applications_closed',
          'team_disabled',
          'too_many_applications',
          'document_missing',
          'conflict',
          'stale',
        ],
      },
      schema: {
        tags: ['Projects'],
        operationId: 'save_my_application',
        summary: "Apply, or change the caller's application",
        description:
          "Replaces the whole application. Shows the caller's name, email address, message and answers to the chiefs of " +
          'the teams and the owners of the project, until the caller withdraws it or leaves the team, or 90 days after it was ' +
          'declined or got no answer. 409 `call_closed` before the call opens and after it has closed.',
        params: ProjectApplicationsParams,
        body: NewMyApplication,
        response: { 200: Ref(MyApplication) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { body } = request;
      const expected = expectedRevision(request);
      await limiter.shared(reply, limits.applications, personKey(caller));
      await saveMyApplication(services, caller, projectRoleOf(request).scope, body, expected);
      return own(request, reply);
    },
  );

  app.delete(
    '/api/projects/:pid/my-application',
    {
      config: { access: 'project:signed_in', alsoArchived: true },
      schema: {
        tags: ['Projects'],
        operationId: 'withdraw_my_application',
        summary: "Withdraw the caller's application",
        description: 'From all teams that have not accepted or declined it. Also after the call has closed.',
        params: ProjectApplicationsParams,
        response: { 204: Empty('Application withdrawn.') },
      },
    },
    (request) => withdrawApplication(services, callerOf(request), projectRoleOf(request).scope),
  );
}

function decidingRoutes(app: App, services: Services): void {
  app.post(
    '/api/projects/:pid/applications/decisions',
    {
      config: { access: 'project:planner', deputies: ['recruiting'] },
      schema: {
        tags: ['Teams'],
        operationId: 'decide_applications',
        summary: 'Accept, decline or put on the waiting list',
        description:
          'At most 200 decisions, each with its own result. If the project publishes decisions `together`, the ' +
          'applicants learn nothing until then. Somebody whose outcome is published learns of a new decision at once.',
        params: ProjectApplicationsParams,
        body: Decisions,
        response: { 200: Ref(DecisionResults) },
      },
    },
    async (request) => ({
      results: await decideApplications(
        services,
        callerOf(request),
        projectRoleOf(request).scope,
        request.body.decisions,
      ),
    }),
  );

  app.post(
    '/api/projects/:pid/applications/publication',
    {
      config: { access: 'project:recruiting' },
      schema: {
        tags: ['Teams'],
        operationId: 'publish_decisions',
        summary: 'Publish the decisions',
        description:
          'Everybody with a decision gets one mail with the text of their outcome, and accepted people become members. ' +
          'People whom one team declines while another has not decided are left out until it has, and people whose ' +
          'decision was made by somebody who may no longer decide until somebody decides again. A second call ' +
          'publishes only what was decided since.',
        params: ProjectApplicationsParams,
        body: NewPublication,
        response: { 200: Ref(Publication) },
      },
    },
    (request) => publishDecisions(services, callerOf(request), projectRoleOf(request).scope, request.body),
  );

  app.put(
    '/api/projects/:pid/teams/:tid/applications/:uid/acceptance',
    {
      config: { access: 'team:chief', deputies: ['recruiting'], problems: ['team_full', 'team_disabled', 'conflict'] },
      schema: {
        tags: ['Teams'],
        operationId: 'accept_application',
        summary: 'Accept an application: the person becomes a member',
        description:
          'Takes a place in the team and notifies the person by email, or when decisions are published if that happens ' +
          '`together`. 409 if the team is full.',
        params: ApplicationParams,
        response: { 204: Empty('The person is now in the team.') },
      },
    },
    (request) => decideOne(services, callerOf(request), teamOf(request), request.params.uid, 'accept'),
  );

  app.delete(
    '/api/projects/:pid/teams/:tid/applications/:uid',
    {
      config: { access: 'team:chief', deputies: ['recruiting'], problems: ['conflict'] },
      schema: {
        tags: ['Teams'],
        operationId: 'decline_application',
        summary: 'Decline an application',
        description: 'The person gets an email, or when decisions are published. They can apply again.',
        params: ApplicationParams,
        response: { 204: Empty('Application declined.') },
      },
    },
    (request) => decideOne(services, callerOf(request), teamOf(request), request.params.uid, 'decline'),
  );
}
