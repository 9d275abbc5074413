import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import type { Logger } from 'pino';
import { flushEveryMs } from './auth/caller.ts';
import { buildApp } from './app.ts';
import type { Muster } from './app.ts';
import type { Config } from './config.ts';
import { openDb } from './db/open.ts';
import { migrate, NewerDatabaseError } from './db/migrate.ts';
import { backUpBeforeMigrating } from './features/backups/backups.service.ts';
import { deleteOldMailFiles } from './features/mail/mail-files.service.ts';
import { createSetUpLink } from './features/sign-in/sign-in.service.ts';
import { isDbUnavailable } from './lib/db-unavailable.ts';
import { addSeconds, days, systemClock, timestamp } from './lib/clock.ts';
import type { Clock } from './lib/clock.ts';
import { connectionLimits } from './http/connections.ts';
import { errorFields } from './lib/error-fields.ts';
import { logDestination } from './lib/log.ts';
import { createMailer } from './lib/mailer.ts';
import type { Mail } from './lib/mailer.ts';
import { packageRoot } from './lib/package.ts';
import { isFirstWorker, isSupervisor, superviseWorkers } from './workers.ts';

const webRoot = fileURLToPath(new URL('dist/web', packageRoot));
const closeIdleEveryMs = 250;
const closeAllAfterMs = 7500;
const exitAfterMs = 9000;
const tidyEveryMs = 60_000;
const tidyMailEveryMs = 3_600_000;

export type Service = { muster: Muster; stop: () => Promise<void> };

/** Runs the service. Returns the reason when it cannot start. */
export async function start(config: Config, built?: Promise<void>): Promise<string | undefined> {
  try {
    const log = pino({ level: config.logLevel, base: null }, logDestination());
    if (isSupervisor(config.workers)) {
      await built;
      return await superviseWorkers(config.workers, log);
    }
    const service = await serve(config, log, { built });
    stopOnSignal(service);
    await announceStart(service.muster, config);
    return undefined;
  } catch (error) {
    return reasonOf(error, config);
  }
}

/** Answers requests and does all background work until it is stopped. */
export async function serve(
  config: Config,
  log: Logger,
  { clock = systemClock, built }: { clock?: Clock | undefined; built?: Promise<void> | undefined } = {},
): Promise<Service> {
  const sqlitePath = join(config.dataDir, 'muster.db');
  // Only a new database does not wait for the build: an older version could no longer use one that is migrated.
  if (config.databaseUrl !== undefined || existsSync(sqlitePath)) await built;
  const db = openDb({
    sqlitePath,
    databaseUrl: config.databaseUrl,
    onError: (error, hint) => log.error({ err: errorFields(error) }, hint),
    onRecovery: (seconds) => log.info({ seconds: Math.round(seconds) }, 'The database is available again.'),
  });
  try {
    await migrate(db, timestamp(clock.now()), {
      before: async () =>
        log.info({ file: await backUpBeforeMigrating({ db, config, clock }) }, 'backup before migrating'),
      onStep: (migration, ms) => log.info({ migration, ms }, 'migrated'),
    });
    const onFile = (mail: Mail, file: string) =>
      log.info({ file, link: /https?:\S+#token=\S+/.exec(mail.text)?.[0] }, 'mail written; no SMTP_URL is set');
    const mailer = createMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom, dataDir: config.dataDir, onFile });
    const muster = await buildApp({ db, config, clock, mailer, loggerInstance: log, webRoot, built });
    await muster.app.listen({ port: config.port, host: config.host, backlog: connectionLimits.openConnections });
    const stopBackground = runInBackground(muster);
    return { muster, stop: () => stop(muster, stopBackground, () => mailer.close()) };
  } catch (error) {
    await db.close().catch(() => {});
    throw error;
  }
}

async function announceStart({ app, services }: Muster, config: Config): Promise<void> {
  const setUpLink = isFirstWorker() ? await createSetUpLink(services) : null;
  app.log.info({ pid: process.pid, url: config.baseUrl, engine: services.db.engine }, 'Muster is ready');
  if (setUpLink !== null) app.log.info(`Set-up link: ${setUpLink}`);
}

/** Work beside requests: mail, webhooks, times of last use, removal of expired rows and mail files, scheduled jobs. */
function runInBackground({ app, services }: Muster): () => Promise<void> {
  const { outbox, messageSender, authenticator, scheduler, webhooks, draftRunner, config } = services;
  const logFailure = (error: unknown) => {
    if (!isDbUnavailable(error)) app.log.error({ err: errorFields(error) }, 'background work failed');
  };
  const flush = setInterval(() => void authenticator.flush().catch(logFailure), flushEveryMs);
  const tidy = setInterval(() => void services.runExpiry().catch(logFailure), tidyEveryMs);
  // Each process does it, not a scheduled job, because every machine has its own folder.
  const tidyMailFiles = () =>
    void deleteOldMailFiles(config.dataDir, addSeconds(systemClock.now(), -days(config.mailFileDays))).catch(
      logFailure,
    );
  const tidyMail = setInterval(tidyMailFiles, tidyMailEveryMs);
  tidyMailFiles();
  outbox.start();
  messageSender.start();
  scheduler.start();
  webhooks.start();
  draftRunner.start();
  return async () => {
    clearInterval(flush);
    clearInterval(tidy);
    clearInterval(tidyMail);
    await Promise.all([outbox.stop(), messageSender.stop(), scheduler.stop(), webhooks.stop(), draftRunner.stop()]);
    await authenticator.flush().catch(logFailure);
  };
}

function stopOnSignal({ muster, stop }: Service): void {
  let stopping = false;
  const stopOnce = async (signal: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    muster.app.log.info({ signal }, 'stopping');
    // Does not wait for a mail server or database that does not answer: unfinished work is done after the next start.
    setTimeout(() => {
      muster.app.log.warn('stopped before all work was finished; the rest is done after the next start');
      process.exit(0);
    }, exitAfterMs);
    await stop();
    process.exit(0);
  };
  process.on('SIGTERM', (signal) => void stopOnce(signal));
  process.on('SIGINT', (signal) => void stopOnce(signal));
}

/** Drains connections, finishes requests in progress, then closes every connection that is left. */
async function stop({ app, services }: Muster, stopBackground: () => Promise<void>, closeMailer: () => void) {
  const closeAll = setTimeout(() => app.server.closeAllConnections(), closeAllAfterMs);
  services.changeStreams.stop();
  await services.draining.drain(app.server);
  // Connections that are still sending an answer become idle later.
  const closeIdle = setInterval(() => app.server.closeIdleConnections(), closeIdleEveryMs);
  await Promise.all([app.close(), stopBackground()]);
  clearTimeout(closeAll);
  clearInterval(closeIdle);
  closeMailer();
  await services.db.close();
}

/** The error in one line. */
function reasonOf(error: unknown, { dataDir }: Config): string {
  if (error instanceof NewerDatabaseError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  const message = (error.message || code).replace(/\s+/g, ' ');
  if ('syscall' in error && error.syscall === 'listen') return listenReason(code, message);
  if (code === 'ERR_SQLITE_ERROR') return `the database in DATA_DIR ${dataDir} cannot be used: ${message}`;
  if (/^28|^3D000/.test(code)) return `PostgreSQL rejects DATABASE_URL: ${message}`;
  if (isUnreachable(code, message)) return `cannot connect to DATABASE_URL (${message}); is PostgreSQL running there?`;
  return message;
}

function listenReason(code: string, message: string): string {
  if (code === 'EADDRINUSE') return 'the port is in use by another program; set PORT to a free one';
  if (code === 'EACCES') return 'this user may not listen on that port; set PORT to one above 1023';
  return `this machine cannot listen at HOST (${message})`;
}

const isUnreachable = (code: string, message: string): boolean =>
  /^(?:ECONN[A-Z]+|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/.test(code) ||
  /^timeout|terminated/i.test(message);
