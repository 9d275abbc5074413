import type { FastifyBaseLogger } from 'fastify';
import { deleteExpiredAuth } from './auth/auth.queries.ts';
import { authenticator } from './auth/caller.ts';
import { devices } from './auth/devices.ts';
import { once } from './auth/idempotency.ts';
import { ownProjects, projectRoles } from './auth/project-role.ts';
import { mailboxLimits } from './auth/mailbox-limits.ts';
import { limiter } from './auth/rate-limits.ts';
import type { Base, Feature } from './feature.ts';
import { draftRunner } from './features/allocations/runner.service.ts';
import { changeStreams } from './features/changes/streams.service.ts';
import { metrics, readiness } from './features/health/health.service.ts';
import { scheduler } from './features/jobs/jobs.service.ts';
import { mailQueue } from './features/mail/mail.service.ts';
import { emailHasher, listings } from './features/members/members.service.ts';
import { messageSender } from './features/messages/sending/sender.service.ts';
import { knownKeys, outbox } from './features/outbox/outbox.service.ts';
import type { JobHandlers } from './features/outbox/outbox.service.ts';
import { roomDrafts } from './features/rooms/drafts.service.ts';
import { webhookWorker } from './features/webhooks/deliveries/worker.service.ts';
import { pushQueue } from './features/push/delivery.service.ts';
import { fail } from './errors.ts';
import { admissionControl } from './http/admission.ts';
import { draining } from './http/draining.ts';
import { timestamp } from './lib/clock.ts';
import { createPrinter } from './lib/pdf/printer.ts';
import { createPictures } from './lib/pictures.ts';
import { createSpool } from './lib/spool.ts';
import { createGuardedFetch } from './lib/outgoing/guarded-fetch.ts';
import { keyring } from './lib/seal.ts';

/** At 5 MB each they take 250 MB of the disk. */
const maxUploads = 50;
/** The rest of the body is not waited for. */
const onTooLarge = () => fail('too_large', { headers: { connection: 'close' } });

export type Services = ReturnType<typeof createServices>;
type Dependencies = Base & { webRoot: string };

/** What routes and background work share. Made once per app. */
export function createServices(dependencies: Dependencies, log: FastifyBaseLogger, features: readonly Feature[]) {
  const { db, config, clock, webRoot } = dependencies;
  const keys = keyring(config.secrets);
  const hash = emailHasher(config, keys);
  const guardedFetch = createGuardedFetch({ internalHosts: config.internalHosts });
  const onFull = () => fail('overloaded', { headers: { 'retry-after': '5' } });
  const printer = createPrinter(onFull);
  const mailboxes = mailboxLimits(clock, config.rateLimitScale);
  // Jobs of the outbox add mails to it themselves.
  const mail = mailQueue({ add: (trx, jobs) => jobQueue.add(trx, jobs), knownKeys });
  const outboxBase = { ...dependencies, keys, guardedFetch, printer, mailQueue: mail, mailboxes };
  const handlers: JobHandlers = Object.assign({}, ...features.map((feature) => feature.outbox?.(outboxBase)));
  const jobQueue = outbox({ db, clock, keys, log, handlers });
  const jobBase = { ...outboxBase, pushQueue: pushQueue(jobQueue), outbox: jobQueue };
  const jobList = features.flatMap(({ jobs }) => jobs?.(jobBase) ?? []);
  const lapses = features.flatMap((feature) => feature.lapses ?? []);
  const projectsOf = ownProjects(db, clock);
  const admission = admissionControl({ log, databaseQueue: db.waiting });
  return {
    db,
    config,
    clock,
    webRoot,
    keys,
    hash,
    log,
    authenticator: authenticator(db, config, clock),
    devices: devices(db, clock),
    limiter: limiter(db, clock, config.rateLimitScale),
    mailboxes,
    projectRoles: projectRoles(db, clock),
    ownProjects: projectsOf,
    changeStreams: changeStreams({ db, clock, log, ownProjects: projectsOf }),
    once: once(db, clock, keys),
    listings: listings(db, hash, clock),
    outbox: jobQueue,
    outboxKinds: Object.keys(handlers),
    lapses,
    printer,
    pictures: createPictures(onFull),
    spool: createSpool({ maxAtOnce: maxUploads, onFull, onTooLarge }),
    mailQueue: mail,
    messageSender: messageSender({ ...jobBase, log }),
    roomDrafts: roomDrafts(),
    draftRunner: draftRunner({ db, clock, keys, log }),
    guardedFetch,
    webhooks: webhookWorker({ db, clock, keys, guardedFetch, log, ...admission }),
    copiers: features.flatMap(({ copies }) => copies ?? []),
    publicationSteps: features.flatMap(({ published }) => published ?? []),
    translationSteps: features.flatMap(({ translated }) => translated ?? []),
    answerSteps: features.flatMap(({ answered }) => answered ?? []),
    scheduler: scheduler({ db, clock, log, list: jobList }),
    jobList,
    admission,
    draining: draining(),
    metrics: metrics(db, log, jobList, admission.rejectedCount),
    isReady: readiness(db, clock),
    /** Ends and deletes what has expired in every feature, and queues the mails about it. */
    runExpiry: async () => {
      for (const lapse of lapses) await lapse({ db, config, clock, mailQueue: mail });
      await db.transaction(async (trx) => {
        const now = timestamp(clock.now());
        for (const remove of [deleteExpiredAuth, ...features.flatMap(({ expiry }) => expiry ?? [])])
          await remove(trx, now);
      });
    },
  };
}
