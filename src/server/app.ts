import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { LogController } from 'fastify';
import type { FastifyBaseLogger } from 'fastify';
import { setServerFormats } from '../locales/server-texts.ts';
import { requireAccess } from './auth/access.ts';
import type { RouteAccess } from './auth/access.ts';
import { explainRefusal, gate } from './auth/gate.ts';
import { answerProblem } from './errors.ts';
import type { Base, Feature, Scope } from './feature.ts';
import { administrators } from './features/administrators/administrators.feature.ts';
import { allocations } from './features/allocations/allocations.feature.ts';
import { availability } from './features/availability/availability.feature.ts';
import { announcements } from './features/announcements/announcements.feature.ts';
import { audit } from './features/audit/audit.feature.ts';
import { backups } from './features/backups/backups.feature.ts';
import { changes } from './features/changes/changes.feature.ts';
import { calendar } from './features/calendar/calendar.feature.ts';
import { dashboard } from './features/dashboard/dashboard.feature.ts';
import { chat } from './features/chat/chat.feature.ts';
import { checklist } from './features/checklist/checklist.feature.ts';
import { docs } from './features/docs/docs.feature.ts';
import { documents } from './features/documents/documents.feature.ts';
import { openApi } from './features/docs/docs.service.ts';
import { eventDay } from './features/event-day/event-day.feature.ts';
import { erasure } from './features/erasure/erasure.feature.ts';
import { forms } from './features/forms/forms.feature.ts';
import { guardians } from './features/guardians/guardians.feature.ts';
import { hours } from './features/hours/hours.feature.ts';
import { imports } from './features/imports/imports.feature.ts';
import { health } from './features/health/health.feature.ts';
import { mail } from './features/mail/mail.feature.ts';
import { money } from './features/money/money.feature.ts';
import { me } from './features/me/me.feature.ts';
import { listingFastPath } from './features/members/members-fast-path.service.ts';
import { members } from './features/members/members.feature.ts';
import { messages } from './features/messages/messages.feature.ts';
import { notices } from './features/notices/notices.feature.ts';
import { offers } from './features/offers/offers.feature.ts';
import { oidc } from './features/oidc/oidc.feature.ts';
import { outbox } from './features/outbox/outbox.feature.ts';
import { passkeys } from './features/passkeys/passkeys.feature.ts';
import { privateData } from './features/private-data/private-data.feature.ts';
import { emailChange } from './features/email-change/email-change.feature.ts';
import { profile } from './features/profile/profile.feature.ts';
import { projects } from './features/projects/projects.feature.ts';
import { push } from './features/push/push.feature.ts';
import { retention } from './features/retention/retention.feature.ts';
import { groupSync } from './features/group-sync/group-sync.feature.ts';
import { rooms } from './features/rooms/rooms.feature.ts';
import { roster } from './features/roster/roster.feature.ts';
import { search } from './features/search/search.feature.ts';
import { sessions } from './features/sessions/sessions.feature.ts';
import { serviceAccounts } from './features/service-accounts/service-accounts.feature.ts';
import { signIn } from './features/sign-in/sign-in.feature.ts';
import { subsidies } from './features/subsidies/subsidies.feature.ts';
import { exchange } from './features/tasks/exchange.feature.ts';
import { tags } from './features/tags/tags.feature.ts';
import { askAgain } from './features/ask-again/ask-again.feature.ts';
import { tasks } from './features/tasks/tasks.feature.ts';
import { teams } from './features/teams/teams.feature.ts';
import { thanks } from './features/thanks/thanks.feature.ts';
import { tokens } from './features/tokens/tokens.feature.ts';
import { webhooks } from './features/webhooks/webhooks.feature.ts';
import { translations } from './features/translations/translations.feature.ts';
import { addTranslations } from './features/translations/translations.service.ts';
import { users } from './features/users/users.feature.ts';
import { web } from './features/web/web.feature.ts';
import { answerUnknown, clientErrorHandler, maxParameterLength } from './features/web/web.service.ts';
import type { Instance } from './http/app.ts';
import { connectionLimits } from './http/connections.ts';
import { acceptEmptyJson } from './http/empty-json.ts';
import { acceptFiles } from './http/uploads.ts';
import { newRequestId } from './http/request-id.ts';
import { createHttpServer } from './http/server.ts';
import { addRevisionTags } from './http/revision.ts';
import { setSuccessStatus } from './http/success-status.ts';
import { validatorCompiler } from './http/validation.ts';
import { apiHeaders, pageHeaders, transportHeaders } from './lib/security-headers.ts';
import { createServices } from './services.ts';
import type { Services } from './services.ts';

/** In this order the OpenAPI document lists their schemas and routes. */
const features: readonly Feature<Services>[] = [
  docs,
  web,
  members,
  signIn,
  oidc,
  passkeys,
  tokens,
  me,
  checklist,
  projects,
  roster,
  tags,
  search,
  teams,
  askAgain,
  offers,
  subsidies,
  tasks,
  exchange,
  availability,
  allocations,
  eventDay,
  rooms,
  hours,
  thanks,
  chat,
  calendar,
  announcements,
  documents,
  guardians,
  forms,
  translations,
  money,
  imports,
  emailChange,
  profile,
  privateData,
  notices,
  messages,
  push,
  sessions,
  users,
  administrators,
  audit,
  changes,
  dashboard,
  webhooks,
  groupSync,
  serviceAccounts,
  erasure,
  retention,
  backups,
  outbox,
  mail,
  health,
];

export type Dependencies = Base & {
  loggerInstance: FastifyBaseLogger;
  webRoot: string;
  /** When the web app is in `webRoot`, if it is being built. */
  built?: Promise<void> | undefined;
};
export type Muster = { app: Instance; routes: RouteAccess[]; services: Services };

/** Tests build the same app that main.ts runs. */
export async function buildApp(dependencies: Dependencies): Promise<Muster> {
  const { config, clock, loggerInstance } = dependencies;
  setServerFormats(() => clock.now());
  const services = createServices(dependencies, loggerInstance, features);
  const app = createInstance(dependencies, services);
  const routes = requireAccess(app);
  setSuccessStatus(app);
  app.setValidatorCompiler(validatorCompiler);
  // Presenters build answers field by field, so a serialiser has nothing to filter.
  app.setSerializerCompiler(() => (value) => JSON.stringify(value));
  // Before any routes: a scope that adds schemas of its own would lose the two compilers above.
  for (const { schemas = [] } of features) for (const schema of schemas) app.addSchema(schema);
  // No route takes plain text, which Fastify would parse by default.
  app.removeContentTypeParser('text/plain');
  acceptEmptyJson(app);
  app.setErrorHandler((error, request, reply) => answerProblem(explainRefusal(error, request), request, reply));
  app.setNotFoundHandler(answerUnknown(routes));
  app.decorateRequest('caller', null);
  app.decorateRequest('device', null);
  app.decorateRequest('projectRole', null);
  app.decorateRequest('confirmAccess', null);
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
  await registerRoutes(app, services, dependencies.built);
  await app.ready();
  return { app, routes, services };
}

function createInstance({ config, loggerInstance }: Dependencies, services: Services): Instance {
  return fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    bodyLimit: connectionLimits.bodyBytes,
    // Forwarded addresses are believed only as far as our own proxies added them.
    trustProxy: (_address: string, hop: number) => hop < config.trustProxy,
    genReqId: newRequestId,
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    // While stopping, requests on open connections are still answered; the answer closes the connection.
    return503OnClosing: false,
    serverFactory: (handler) => createHttpServer(handler, { ...services, fastPath: listingFastPath(services) }),
    routerOptions: { maxParamLength: maxParameterLength },
    // No hook runs for these errors, so the request is logged here.
    frameworkErrors: (error, request, reply) => {
      reply.raw.once('finish', () => services.metrics.observe(request, reply));
      answerProblem(error, request, reply);
    },
    clientErrorHandler,
  }).withTypeProvider<TypeBoxTypeProvider>();
}

/** Each scope is a Fastify context of its own: hooks and parsers of one do not apply to the others. */
async function registerRoutes(app: Instance, services: Services, built?: Promise<void>): Promise<void> {
  const transport = transportHeaders(services.config.baseUrl);
  for (const feature of features) {
    if (feature.routes?.public !== undefined)
      await inScope(app, (scope) => addRoutes(scope, feature, 'public', services));
  }
  await inScope(app, async (api) => {
    addHeaders(api, { ...apiHeaders, ...transport, 'cache-control': 'no-store' });
    const { onRequest, preHandler } = gate(services);
    api.addHook('onRequest', onRequest);
    api.addHook('preHandler', preHandler);
    addRevisionTags(api);
    addTranslations(api, services);
    for (const feature of features) {
      await addRoutes(api, feature, 'api', services);
      if (feature.routes?.form !== undefined) await inScope(api, (scope) => addFormRoutes(scope, feature, services));
      if (feature.routes?.upload !== undefined)
        await inScope(api, async (scope) => {
          acceptFiles(scope, services.spool);
          await addRoutes(scope, feature, 'upload', services);
        });
    }
  });
  // Last, because they read files of the web app.
  await built;
  await inScope(app, async (pages) => {
    addHeaders(pages, { ...pageHeaders, ...transport });
    for (const feature of features) await addRoutes(pages, feature, 'page', services);
  });
}

/** A page of another site can send form-encoded requests, so only OAuth 2 clients get routes that accept them. */
async function addFormRoutes(scope: Instance, feature: Feature<Services>, services: Services): Promise<void> {
  await scope.register(formbody, { bodyLimit: connectionLimits.bodyBytes });
  await addRoutes(scope, feature, 'form', services);
}

async function inScope(app: Instance, register: (scope: Instance) => Promise<void>): Promise<void> {
  await app.register(async (scope) => register(scope.withTypeProvider<TypeBoxTypeProvider>()));
}

async function addRoutes(app: Instance, { routes }: Feature<Services>, scope: Scope, services: Services) {
  for (const register of routes?.[scope] ?? []) await register(app, services);
}

function addHeaders(app: Instance, headers: Record<string, string>): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id);
  });
}
