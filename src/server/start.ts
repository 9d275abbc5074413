import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pino from 'pino';
import { flushEveryMs } from './auth/caller.ts';
import { buildApp } from './app.ts';
import type { Muster } from './app.ts';
import type { Config } from './config.ts';
import { openDb } from './db/open.ts';
import type { Db } from './db/db.ts';
import { migrate, NewerDatabaseError } from './db/migrate.ts';
import { createSetUpLink } from './features/sign-in/sign-in.service.ts';
import { isDbUnavailable } from './lib/db-unavailable.ts';
import { systemClock, timestamp } from './lib/clock.ts';
import { connectionLimits } from './http/connections.ts';
import { errorFields } from './lib/error-fields.ts';
import { bufferedOutput } from './lib/log.ts';
import { createMailer } from './lib/mailer.ts';
import type { Mail } from './lib/mailer.ts';
import { packageRoot } from './lib/package.ts';
import { isFirstWorker, isSupervisor, superviseWorkers } from './workers.ts';

const webRoot = fileURLToPath(new URL('dist/web', packageRoot));
const quietMs = 1000;
const letGoMs = 5000;
const closeEveryMs = 250;
const patienceMs = 7500;
const stopWithinMs = 9000;
const tidyEveryMs = 60_000;

/** Runs the service. Answers with a reason when it cannot start. */
export async function start(config: Config): Promise<string | undefined> {
  let db: Db | undefined;
  try {
    const log = pino({ level: config.logLevel, base: null }, bufferedOutput());
    if (isSupervisor(config.workers)) return await superviseWorkers(config.workers, log);
    db = openDb({
      sqlitePath: join(config.dataDir, 'muster.db'),
      databaseUrl: config.databaseUrl,
      onError: (error, hint) => log.error({ err: errorFields(error) }, hint),
      onRecovery: (seconds) => log.info({ seconds: Math.round(seconds) }, 'The database is available again.'),
    });
    await migrate(db, timestamp(systemClock.now()));
    const onFile = (mail: Mail, file: string) =>
      log.info({ file, link: /https?:\S+#token=\S+/.exec(mail.text)?.[0] }, 'mail written; no SMTP_URL is set');
    const mailer = createMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom, dataDir: config.dataDir, onFile });
    const muster = await buildApp({ db, config, clock: systemClock, mailer, loggerInstance: log, webRoot });
    await muster.app.listen({ port: config.port, host: config.host, backlog: connectionLimits.openConnections });
    stopOnSignal(muster, runInBackground(muster), () => mailer.close());
    await announceStart(muster, config);
    return undefined;
  } catch (error) {
    await db?.close().catch(() => {});
    return reasonOf(error, config);
  }
}

async function announceStart({ app, services }: Muster, config: Config): Promise<void> {
  const setUpLink = isFirstWorker() ? await createSetUpLink(services) : null;
  app.log.info({ pid: process.pid, url: config.baseUrl, engine: services.db.engine }, 'Muster is ready');
  if (setUpLink !== null) app.log.info(`Set-up link: ${setUpLink}`);
}

/** What runs beside requests: mail, times of last use, removal of what has expired, what one does for all. */
function runInBackground({ app, services }: Muster): () => Promise<void> {
  const { outbox, authenticator, scheduler } = services;
  const complain = (error: unknown) => {
    if (!isDbUnavailable(error)) app.log.error({ err: errorFields(error) }, 'background work failed');
  };
  const flush = setInterval(() => void authenticator.flush().catch(complain), flushEveryMs);
  const tidy = setInterval(() => void services.deleteExpired().catch(complain), tidyEveryMs);
  outbox.start();
  scheduler.start();
  return async () => {
    clearInterval(flush);
    clearInterval(tidy);
    await Promise.all([outbox.stop(), scheduler.stop()]);
    await authenticator.flush().catch(complain);
  };
}

/** Finishes the requests under way; whoever still holds a connection after that is let go. */
function stopOnSignal({ app, services }: Muster, stopBackground: () => Promise<void>, closeMailer: () => void): void {
  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    app.log.info({ signal }, 'stopping');
    setTimeout(() => app.server.closeAllConnections(), patienceMs);
    // A mail server or a database that does not answer holds nobody up: what is not done is done after the next start.
    setTimeout(() => process.exit(0), stopWithinMs);
    await letGo(app.server);
    // Whoever was still reading an answer rests when they have it.
    setInterval(() => app.server.closeIdleConnections(), closeEveryMs);
    await Promise.all([app.close(), stopBackground()]);
    closeMailer();
    await services.db.close();
    process.exit(0);
  };
  process.on('SIGTERM', (signal) => void stop(signal));
  process.on('SIGINT', (signal) => void stop(signal));
}

/**
 * A connection that is closed while its next request is on the way loses that request. So callers are first told, with
 * their next answer, to come back on another connection, until none that was open has asked for anything for a while.
 */
async function letGo(server: Server): Promise<void> {
  const began = performance.now();
  const fresh = new WeakSet<Socket>();
  const told = new WeakSet<Socket>();
  let askedAt = began;
  server.on('connection', (socket) => void fresh.add(socket));
  const handlers = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    // What was sent after it without waiting would be done and never answered, so it is not done.
    if (told.has(socket)) return;
    told.add(socket);
    response.shouldKeepAlive = false;
    if (!fresh.has(socket)) askedAt = performance.now();
    for (const handler of handlers) handler.call(server, request, response);
  });
  const connections = promisify(server.getConnections.bind(server));
  const isQuiet = (): boolean => performance.now() - askedAt > quietMs || performance.now() - began > letGoMs;
  while ((await connections()) > 0 && !isQuiet()) await sleep(50);
  // Right after everything that has arrived was read.
  await immediate();
  server.closeIdleConnections();
}

/** One line, whatever went wrong. */
function reasonOf(error: unknown, { dataDir }: Config): string {
  if (error instanceof NewerDatabaseError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  const message = (error.message || code).replace(/\s+/g, ' ');
  if ('syscall' in error && error.syscall === 'listen') return listenReason(code, message);
  if (code === 'ERR_SQLITE_ERROR') return `the database in DATA_DIR ${dataDir} cannot be used: ${message}`;
  if (/^28|^3D000/.test(code)) return `PostgreSQL refuses DATABASE_URL: ${message}`;
  if (isUnreachable(code, message)) return `nobody answers at DATABASE_URL (${message}); is PostgreSQL running there?`;
  return message;
}

function listenReason(code: string, message: string): string {
  if (code === 'EADDRINUSE') return 'the port is taken by another program; set PORT to a free one';
  if (code === 'EACCES') return 'this user may not listen on that port; set PORT to one above 1023';
  return `this machine cannot listen at HOST (${message})`;
}

const isUnreachable = (code: string, message: string): boolean =>
  /^(?:ECONN[A-Z]+|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/.test(code) ||
  /^timeout|terminated/i.test(message);
