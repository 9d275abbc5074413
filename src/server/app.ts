import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { LogController } from 'fastify';
import type { FastifyBaseLogger } from 'fastify';
import { requireAccess } from './auth/access.ts';
import type { RouteAccess } from './auth/access.ts';
import { authenticator } from './auth/caller.ts';
import { explainRefusal, gate } from './auth/gate.ts';
import { once } from './auth/idempotency.ts';
import { limiter } from './auth/rate-limits.ts';
import { projectRoles } from './auth/project-role.ts';
import type { Config } from './config.ts';
import type { Db } from './db/db.ts';
import { answerProblem } from './errors.ts';
import { auditRoutes } from './features/audit/audit.routes.ts';
import { auditSchemas } from './features/audit/audit.schema.ts';
import { privateReadRoutes } from './features/audit/private-reads.routes.ts';
import { privateReadSchemas } from './features/audit/private-reads.schema.ts';
import { backupJobs } from './features/backups/backups.service.ts';
import { chores } from './features/jobs/jobs.service.ts';
import { docsRoutes } from './features/docs/docs.routes.ts';
import { openApi } from './features/docs/docs.service.ts';
import { docsSchemas } from './features/docs/docs.schema.ts';
import { erasureRoutes } from './features/erasure/erasure.routes.ts';
import { erasureSchemas } from './features/erasure/erasure.schema.ts';
import { fieldSchemas } from './features/forms/fields.schema.ts';
import { formRoutes } from './features/forms/forms.routes.ts';
import { formSchemas } from './features/forms/forms.schema.ts';
import { disclosureRoutes } from './features/forms/disclosure/disclosure.routes.ts';
import { disclosureSchemas } from './features/forms/disclosure/disclosure.schema.ts';
import { responseRoutes } from './features/forms/answers/responses.routes.ts';
import { responseSchemas } from './features/forms/answers/responses.schema.ts';
import { totalsRoutes } from './features/forms/answers/totals.routes.ts';
import { totalsSchemas } from './features/forms/answers/totals.schema.ts';
import { healthRoutes, serviceStateRoutes } from './features/health/health.routes.ts';
import { healthSchemas } from './features/health/health.schema.ts';
import { metrics, readiness } from './features/health/health.service.ts';
import { listingFastPath } from './features/members/members-fast-path.service.ts';
import { memberRoutes } from './features/members/members.routes.ts';
import { memberSchemas } from './features/members/members.schema.ts';
import { emailHasher, listings } from './features/members/members.service.ts';
import { oidcRoutes } from './features/oidc/oidc.routes.ts';
import { oidcSchemas } from './features/oidc/oidc.schema.ts';
import { outbox } from './features/outbox/outbox.service.ts';
import { passkeyRoutes } from './features/passkeys/passkeys.routes.ts';
import { passkeySchemas } from './features/passkeys/passkeys.schema.ts';
import { signInRuleRoutes } from './features/passkeys/rules.routes.ts';
import { peopleRoutes } from './features/people/people.routes.ts';
import { peopleSchemas } from './features/people/people.schema.ts';
import { dietarySchemas } from './features/profile/dietary-habits.schema.ts';
import { privateRoutes } from './features/private-data/private.routes.ts';
import { privateSchemas } from './features/private-data/private.schema.ts';
import { profileRoutes } from './features/profile/profile.routes.ts';
import { profileSchemas } from './features/profile/profile.schema.ts';
import { sessionRoutes } from './features/sessions/sessions.routes.ts';
import { sessionSchemas } from './features/sessions/sessions.schema.ts';
import { ownerRoutes } from './features/projects/owners.routes.ts';
import { ownerSchemas } from './features/projects/owners.schema.ts';
import { projectRoutes } from './features/projects/projects.routes.ts';
import { projectSchemas } from './features/projects/projects.schema.ts';
import { rosterRoutes } from './features/roster/roster.routes.ts';
import { rosterSchemas } from './features/roster/roster.schema.ts';
import { retentionRoutes } from './features/retention/retention.routes.ts';
import { retentionSchemas } from './features/retention/retention.schema.ts';
import { retentionJobs } from './features/retention/retention.service.ts';
import { signInRoutes } from './features/sign-in/sign-in.routes.ts';
import { signInSchemas } from './features/sign-in/sign-in.schema.ts';
import { attendanceRoutes } from './features/tasks/attendance/attendance.routes.ts';
import { attendanceSchemas } from './features/tasks/attendance/attendance.schema.ts';
import { planRoutes } from './features/tasks/plan.routes.ts';
import { planSchemas } from './features/tasks/plan.schema.ts';
import { taskRoutes } from './features/tasks/tasks.routes.ts';
import { taskSchemas } from './features/tasks/tasks.schema.ts';
import { subsidyRoutes } from './features/subsidies/subsidies.routes.ts';
import { subsidySchemas } from './features/subsidies/subsidies.schema.ts';
import { applicationRoutes } from './features/teams/applications/applications.routes.ts';
import { applicationSchemas } from './features/teams/applications/applications.schema.ts';
import { invitationRoutes } from './features/teams/invitations/invitations.routes.ts';
import { invitationSchemas } from './features/teams/invitations/invitations.schema.ts';
import { membershipRoutes } from './features/teams/memberships/memberships.routes.ts';
import { membershipSchemas } from './features/teams/memberships/memberships.schema.ts';
import { teamRoutes } from './features/teams/teams.routes.ts';
import { teamSchemas } from './features/teams/teams.schema.ts';
import { tokenRoutes } from './features/tokens/tokens.routes.ts';
import { tokenSchemas } from './features/tokens/tokens.schema.ts';
import { userRoutes } from './features/users/users.routes.ts';
import { userSchemas } from './features/users/users.schema.ts';
import { answerUnknown, clientErrorHandler, longestParameter } from './features/web/web.service.ts';
import { webRoutes } from './features/web/web.routes.ts';
import { admissionControl } from './http/admission.ts';
import type { App } from './http/app.ts';
import type { Clock } from './lib/clock.ts';
import { connectionLimits } from './http/connections.ts';
import { draining } from './http/draining.ts';
import type { Mailer } from './lib/mailer.ts';
import { newRequestId } from './http/request-id.ts';
import { createHttpServer } from './http/server.ts';
import { keyring } from './lib/seal.ts';
import { addRevisionTags } from './http/revision.ts';
import { apiHeaders, transportHeaders } from './lib/security-headers.ts';
import { validatorCompiler } from './http/validation.ts';

export type Dependencies = {
  db: Db;
  config: Config;
  clock: Clock;
  mailer: Mailer;
  loggerInstance: FastifyBaseLogger;
  webRoot: string;
};

const schemas = [
  ...docsSchemas,
  ...memberSchemas,
  ...signInSchemas,
  ...passkeySchemas,
  ...oidcSchemas,
  ...tokenSchemas,
  ...peopleSchemas,
  ...projectSchemas,
  ...ownerSchemas,
  ...rosterSchemas,
  ...teamSchemas,
  ...membershipSchemas,
  ...invitationSchemas,
  ...applicationSchemas,
  ...subsidySchemas,
  ...profileSchemas,
  ...privateSchemas,
  ...dietarySchemas,
  ...sessionSchemas,
  ...userSchemas,
  ...auditSchemas,
  ...privateReadSchemas,
  ...erasureSchemas,
  ...taskSchemas,
  ...attendanceSchemas,
  ...planSchemas,
  ...fieldSchemas,
  ...formSchemas,
  ...responseSchemas,
  ...disclosureSchemas,
  ...totalsSchemas,
  ...healthSchemas,
  ...retentionSchemas,
];
const bodyLimit = connectionLimits.bodyBytes;

export type Muster = { app: App; routes: RouteAccess[]; services: Services };
type Services = ReturnType<typeof createServices>;

/** Every part is registered by name, in order. Tests build the same app that main.ts runs. */
export async function buildApp(dependencies: Dependencies): Promise<Muster> {
  const { config } = dependencies;
  const services = createServices(dependencies);
  const app: App = fastify({
    loggerInstance: dependencies.loggerInstance,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    bodyLimit,
    // So many proxies of our own stand in front; what an address beyond them claims is not believed.
    trustProxy: (_address: string, hop: number) => hop < config.trustProxy,
    genReqId: newRequestId,
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    // While stopping, a request on a connection that is already open is answered; the answer then closes it.
    return503OnClosing: false,
    serverFactory: (handler) => createHttpServer(handler, { ...services, fastPath: listingFastPath(services) }),
    routerOptions: { maxParamLength: longestParameter },
    // Answered before any hook runs, so the line in the log is asked for here.
    frameworkErrors: (error, request, reply) => {
      reply.raw.once('finish', () => services.metrics.observe(request, reply));
      answerProblem(error, request, reply);
    },
    clientErrorHandler,
  }).withTypeProvider<TypeBoxTypeProvider>();

  const routes = requireAccess(app);
  app.setValidatorCompiler(validatorCompiler());
  // Answers are put together field by field in presenters: there is nothing for a serialiser to filter.
  app.setSerializerCompiler(() => (value) => JSON.stringify(value));
  // All of them here, before any part is registered: a part that adds its own would lose the two compilers above.
  for (const schema of schemas) app.addSchema(schema);
  // The framework would hand over plain text as it is; no route takes it, so it is of the wrong type.
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler((error, request, reply) => answerProblem(explainRefusal(error, request), request, reply));
  app.setNotFoundHandler(answerUnknown(routes));
  app.decorateRequest('caller', null);
  app.decorateRequest('standing', null);
  await app.register(cookie);
  await openApi(app, config);
  app.addHook('onSend', (_request, reply, payload, done) => {
    services.admission.releaseSlot(reply.raw);
    done(null, payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    services.metrics.observe(request, reply);
    done();
  });

  await app.register(async (open) => memberRoutes(open.withTypeProvider<TypeBoxTypeProvider>(), services));
  await app.register(async (open) => healthRoutes(open.withTypeProvider<TypeBoxTypeProvider>(), services));
  await app.register(async (pages) => {
    await docsRoutes(pages.withTypeProvider<TypeBoxTypeProvider>(), services);
    await webRoutes(pages.withTypeProvider<TypeBoxTypeProvider>(), dependencies);
  });
  await app.register(async (api) => apiRoutes(api.withTypeProvider<TypeBoxTypeProvider>(), services));
  await app.ready();
  return { app, routes, services };
}

function createServices({ db, config, clock, mailer, loggerInstance: log }: Dependencies) {
  const keys = keyring(config.secrets);
  const hash = emailHasher(config, keys);
  const list = [...backupJobs({ db, config, clock }), ...retentionJobs({ db, config, clock })];
  const admission = admissionControl({ log, databaseQueue: db.waiting });
  return {
    db,
    config,
    clock,
    keys,
    hash,
    log,
    authenticator: authenticator(db, config, clock),
    limiter: limiter(db, clock, config.rateLimitScale),
    projectRoles: projectRoles(db),
    once: once(db, clock, keys),
    listings: listings(db, hash, clock),
    outbox: outbox({ db, mailer, clock, keys, log }),
    chores: chores({ db, clock, log, list }),
    jobList: list,
    admission,
    draining: draining(),
    metrics: metrics(db, log, list, admission.refusedSoFar),
    isReady: readiness(db, clock),
  };
}

/** Everything behind the gate: callers are identified, counted and admitted before a route runs. */
async function apiRoutes(app: App, services: Services): Promise<void> {
  const headers = { ...apiHeaders, ...transportHeaders(services.config.baseUrl), 'cache-control': 'no-store' };
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id);
  });
  app.addHook('onRequest', gate(services));
  addRevisionTags(app);
  signInRoutes(app, services);
  oidcRoutes(app, services);
  passkeyRoutes(app, services);
  signInRuleRoutes(app, services);
  // Forms are for OAuth 2 clients alone: elsewhere they are of the wrong type, as a page of another site may send them.
  await app.register(async (forms) => {
    await forms.register(formbody, { bodyLimit });
    tokenRoutes(forms.withTypeProvider<TypeBoxTypeProvider>(), services);
  });
  peopleRoutes(app, services);
  projectRoutes(app, services);
  ownerRoutes(app, services);
  rosterRoutes(app, services);
  teamRoutes(app, services);
  membershipRoutes(app, services);
  invitationRoutes(app, services);
  applicationRoutes(app, services);
  subsidyRoutes(app, services);
  taskRoutes(app, services);
  attendanceRoutes(app, services);
  planRoutes(app, services);
  formRoutes(app, services);
  responseRoutes(app, services);
  disclosureRoutes(app, services);
  totalsRoutes(app, services);
  profileRoutes(app, services);
  privateRoutes(app, services);
  sessionRoutes(app, services);
  userRoutes(app, services);
  auditRoutes(app, services);
  privateReadRoutes(app, services);
  erasureRoutes(app, services);
  retentionRoutes(app, services);
  serviceStateRoutes(app, services);
}
