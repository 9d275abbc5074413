import type { TSchema } from 'typebox';
import type { Config } from './config.ts';
import type { MailboxLimits } from './auth/mailbox-limits.ts';
import type { Db, Trx } from './db/db.ts';
import type { AnswerStep } from './features/forms/answers/responses.service.ts';
import type { ScheduledJob } from './features/jobs/jobs.service.ts';
import type { MailQueue } from './features/mail/mail.service.ts';
import type { JobHandlers, Outbox } from './features/outbox/outbox.service.ts';
import type { PushQueue } from './features/push/delivery.service.ts';
import type { ProjectCopier } from './features/projects/copy-project.service.ts';
import type { PublicationStep } from './features/projects/publication.service.ts';
import type { TranslationStep } from './features/translations/translations.service.ts';
import type { App } from './http/app.ts';
import type { Clock } from './lib/clock.ts';
import type { Mailer } from './lib/mailer.ts';
import type { GuardedFetch } from './lib/outgoing/guarded-fetch.ts';
import type { Printer } from './lib/pdf/printer.ts';
import type { Keyring } from './lib/seal.ts';

/** What exists before any feature is registered. */
export type Base = { db: Db; config: Config; clock: Clock; mailer: Mailer };
/** What handlers of outbox jobs can use as well. */
export type OutboxBase = Base & {
  keys: Keyring;
  guardedFetch: GuardedFetch;
  printer: Printer;
  mailQueue: MailQueue;
  mailboxes: MailboxLimits;
};
/** What scheduled jobs can use as well. */
export type JobBase = OutboxBase & { pushQueue: PushQueue; outbox: Outbox };

export type LapseServices = Pick<Base, 'db' | 'config' | 'clock'> & { mailQueue: MailQueue };

/**
 * Where routes are registered:
 * - `public`: in front of the gate; the feature sets its own headers
 * - `page`: in front of the gate, with the security headers of HTML pages
 * - `api`: behind the gate
 * - `form`: behind the gate; accepts form-encoded bodies as well as JSON
 * - `upload`: behind the gate; the body is a file, at most `bodyLimit` of the route
 */
export type Scope = 'public' | 'page' | 'api' | 'form' | 'upload';

type RegisterRoutes<Services> = (app: App, services: Services) => void | Promise<void>;

/** Everything that a feature adds to the app. `Services` is what its routes need. */
export type Feature<Services = never> = {
  schemas?: readonly TSchema[];
  routes?: { readonly [scope in Scope]?: readonly RegisterRoutes<Services>[] };
  /** Jobs that one process runs on a schedule, for all processes. */
  jobs?: (base: JobBase) => ScheduledJob[];
  /** Handlers of the outbox jobs that the feature adds. */
  outbox?: (base: OutboxBase) => JobHandlers;
  /** Deletes rows of the feature that have expired. Run once a minute. */
  expiry?: readonly ((trx: Trx, now: string) => Promise<void>)[];
  /** Expires overdue items and notifies the people concerned, in transactions of its own. Run once a minute. */
  lapses?: readonly ((services: LapseServices) => Promise<void>)[];
  /** Copies the feature's rows to a new project, e.g. that of the next year. */
  copies?: ProjectCopier;
  /** Runs when a project becomes public, in the transaction of that change. */
  published?: PublicationStep;
  /** Runs when what organisers wrote gets other translations, in the transaction of that change. */
  translated?: TranslationStep;
  /** Runs when somebody answers a form or takes the answer back, in the transaction of that change, with the form locked. */
  answered?: AnswerStep;
};
