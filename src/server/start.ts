import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { deleteExpired } from './auth/auth.queries.ts';
import { flushEveryMs } from './auth/caller.ts';
import { buildApp } from './app.ts';
import type { Muster } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import type { Config } from './config.ts';
import { openDb } from './db/db.ts';
import type { Db } from './db/db.ts';
import { migrate, NewerDatabaseError } from './db/migrate.ts';
import { createSetUpLink } from './features/sign-in/sign-in.service.ts';
import { systemClock, timestamp } from './lib/clock.ts';
import { errorFields } from './lib/error-fields.ts';
import { bufferedOutput } from './lib/log.ts';
import { createMailer } from './lib/mailer.ts';
import type { Mail } from './lib/mailer.ts';
import { packageRoot } from './lib/package.ts';

const webRoot = fileURLToPath(new URL('dist/web', packageRoot));
const stopWithinMs = 8000;
const tidyEveryMs = 60_000;

/** Runs the service. Answers with a reason when it cannot start. */
export async function start(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  let db: Db | undefined;
  try {
    const config = readConfig(env);
    const log = pino({ level: config.logLevel, base: null }, bufferedOutput());
    db = openDb({
      sqlitePath: join(config.dataDir, 'muster.db'),
      databaseUrl: config.databaseUrl,
      onError: (error) => log.error({ err: errorFields(error) }, 'database connection lost'),
    });
    await migrate(db, timestamp(systemClock.now()));
    const onFile = (mail: Mail) =>
      log.info({ link: /https?:\S+#token=\S+/.exec(mail.text)?.[0] }, 'mail written; no SMTP_URL is set');
    const mailer = createMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom, dataDir: config.dataDir, onFile });
    const muster = await buildApp({ db, config, clock: systemClock, mailer, loggerInstance: log, webRoot });
    await muster.app.listen({ port: config.port, host: config.host });
    await announceStart(muster, config);
    stopOnSignal(muster, runInBackground(muster), () => mailer.close());
    return undefined;
  } catch (error) {
    await db?.close().catch(() => {});
    return reasonOf(error);
  }
}

async function announceStart({ app, services }: Muster, config: Config): Promise<void> {
  const setUpLink = await createSetUpLink(services);
  app.log.info({ url: config.baseUrl, engine: services.db.engine }, 'Muster is ready');
  if (setUpLink !== null) app.log.info(`Set-up link: ${setUpLink}`);
}

/** What runs beside requests: mail, times of last use, and the removal of what has expired. */
function runInBackground({ app, services }: Muster): () => Promise<void> {
  const { db, clock, outbox, authenticator } = services;
  const complain = (error: unknown) => app.log.error({ err: errorFields(error) }, 'background work failed');
  const flush = setInterval(() => void authenticator.flush().catch(complain), flushEveryMs);
  const tidyUp = async () => {
    await db.transaction((trx) => deleteExpired(trx, timestamp(clock.now())));
    await outbox.forget();
  };
  const tidy = setInterval(() => void tidyUp().catch(complain), tidyEveryMs);
  outbox.start();
  return async () => {
    clearInterval(flush);
    clearInterval(tidy);
    await outbox.stop();
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
    const impatience = setTimeout(() => app.server.closeAllConnections(), stopWithinMs);
    await app.close();
    await stopBackground();
    closeMailer();
    await services.db.close();
    clearTimeout(impatience);
    process.exit(0);
  };
  process.on('SIGTERM', (signal) => void stop(signal));
  process.on('SIGINT', (signal) => void stop(signal));
}

function reasonOf(error: unknown): string {
  if (error instanceof ConfigError || error instanceof NewerDatabaseError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE') return 'the port is taken by another program; set PORT to a free one';
  if (code === 'EACCES') return 'this user may not listen on that port; set PORT to one above 1023';
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `the address in HOST or DATABASE_URL cannot be found (${error.message})`;
  if (code === 'ECONNREFUSED') return 'nobody answers at DATABASE_URL; is PostgreSQL running there?';
  if (/^28|^3D000/.test(code)) return `PostgreSQL refuses DATABASE_URL: ${error.message}`;
  return error.message;
}
