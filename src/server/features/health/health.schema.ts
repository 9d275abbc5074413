import { MailWay, Nullable, Shape, Timestamp, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';

export const Health = Shape({ status: Type.Enum(['ok', 'unavailable']) });
export const Alive = Shape({ ...Health.properties, version: Type.String({ examples: ['1.2.3'] }) });

const FailedJob = Shape({
  kind: Type.String({ examples: ['mail'] }),
  attempts: Type.Integer({ description: 'Number of attempts.', examples: [3] }),
  reason: Nullable(Type.String({ description: 'Code of the last error.', examples: ['ECONNREFUSED'] })),
  created_at: Timestamp('When it was queued.'),
  next_at: Nullable(Timestamp('Time of the next attempt; null: given up.')),
});

const JobState = Shape({
  name: Type.String({ description: '`backup`, `retention`.', examples: ['backup'] }),
  running: Type.Boolean({ description: 'Whether it is running now.' }),
  good_at: Nullable(Timestamp('When it last succeeded.')),
  failed_at: Nullable(Timestamp('When it last failed.')),
  reason: Nullable(
    Type.String({ description: 'Last error; null if it has succeeded since.', examples: ['no space left on device'] }),
  ),
  failures: Type.Integer({ description: 'Number of failures so far.', examples: [0] }),
  next_at: Timestamp('Next run.'),
});

export const ServiceState = Shape(
  {
    version: Type.String({ examples: ['1.2.3'] }),
    database: Type.Enum(['sqlite', 'postgresql']),
    mail: MailWay(),
    jobs: Shape(
      {
        waiting: Type.Integer({ description: 'Waiting or running.', examples: [0] }),
        dead: Type.Integer({ description: 'Given up after too many attempts.', examples: [0] }),
      },
      { description: 'Email and other background work.' },
    ),
    failures: Type.Array(FailedJob, { description: "The newest failed jobs that aren't done; at most 20." }),
    chores: Type.Array(JobState, { description: 'Scheduled jobs, each run by one process.' }),
  },
  { $id: 'ServiceState' },
);

export const healthSchemas = [ServiceState];

export type ServiceState = Static<typeof ServiceState>;
