import type { FastifyRequest } from 'fastify';
import type { App } from '../../http/app.ts';
import { limits, visitorKey } from '../../auth/rate-limits.ts';
import type { Config } from '../../config.ts';
import { fail } from '../../errors.ts';
import { mailWay } from '../../lib/mailer.ts';
import { readPackage } from '../../lib/package.ts';
import { Ref } from '../../lib/schema.ts';
import { sameDigest, sha256 } from '../../lib/secrets.ts';
import { apiHeaders } from '../../lib/security-headers.ts';
import type { Services } from '../../services.ts';
import { jobStates } from '../jobs/jobs.service.ts';
import { failedJobs, jobCounts } from './health.queries.ts';
import { Alive, Health, ServiceState } from './health.schema.ts';

const tags = ['Operation'];

export function healthRoutes(app: App, { config, metrics, limiter, isReady }: Services): void {
  const { version } = readPackage();
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(apiHeaders).headers({ 'cache-control': 'no-store', 'x-request-id': request.id });
  });

  app.get(
    '/healthz',
    {
      config: { access: 'public' },
      schema: {
        tags,
        operationId: 'get_health',
        summary: 'Check that the process is alive',
        response: { 200: Alive },
      },
    },
    async () => ({ status: 'ok' as const, version }),
  );

  app.get(
    '/readyz',
    {
      config: { access: 'public' },
      schema: {
        tags,
        operationId: 'get_readiness',
        summary: 'Check that the service is ready: database reachable, migrations done',
        response: { 200: Health },
      },
    },
    async () => {
      if (!(await isReady())) fail('unavailable', { headers: { 'retry-after': '5' } });
      return { status: 'ok' as const };
    },
  );

  app.get(
    '/metrics',
    {
      config: { access: 'metrics' },
      schema: {
        tags,
        operationId: 'get_metrics',
        summary: 'Metrics in the Prometheus format',
        description:
          'Available from the machine itself, or with `Authorization: Bearer` and the value of METRICS_TOKEN.',
        response: { 200: { type: 'string', description: 'Prometheus text format' } },
      },
      serializerCompiler: () => String,
    },
    async (request, reply) => {
      // Counted before it is checked: past the limit nobody can find out whether a token is the right one.
      if (request.headers.authorization !== undefined) limiter.perProcess(reply, limits.token, visitorKey(request));
      if (!mayReadMetrics(request, config)) fail('not_signed_in', { detail: 'Metrics need the METRICS_TOKEN' });
      return reply.type(metrics.contentType).send(await metrics.text());
    },
  );
}

/** Only administrators may call it, unlike the probes above. */
export function serviceStateRoutes(app: App, { db, config, clock, jobList }: Services): void {
  const { version } = readPackage();

  app.get(
    '/api/admin/health',
    {
      config: { access: 'administrator' },
      schema: {
        tags,
        operationId: 'get_service_state',
        summary: 'Read the state of the service: version, queue, failed emails, backups',
        description: 'Contains no addresses and no email texts.',
        response: { 200: Ref(ServiceState) },
      },
    },
    async () => {
      const [jobs, failed, scheduledJobs] = await Promise.all([
        jobCounts(db.read),
        failedJobs(db.read),
        jobStates(db.read, jobList, clock.now()),
      ]);
      return {
        version,
        database: config.databaseUrl === undefined ? 'sqlite' : 'postgresql',
        mail: mailWay(config),
        jobs,
        failures: failed.map(({ kind, attempts, last_error, created_at, due_at, dead_at }) => ({
          kind,
          attempts,
          reason: last_error,
          created_at,
          next_at: dead_at === null ? due_at : null,
        })),
        chores: scheduledJobs,
      } satisfies ServiceState;
    },
  );
}

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const ownName = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

/**
 * Behind a proxy on the same machine all requests come from loopback, so a forwarded request does not count as local. Nor
 * does one for another host name: some proxies add no header, and a website may point its own name at this machine.
 */
function mayReadMetrics({ headers, socket }: FastifyRequest, { metricsToken }: Config): boolean {
  const given = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1];
  if (given !== undefined && metricsToken !== undefined) return sameDigest(sha256(given), sha256(metricsToken));
  const forwarded = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'].some((name) => name in headers);
  return !forwarded && ownName.test(headers.host ?? '') && loopback.has(socket.remoteAddress ?? '');
}
