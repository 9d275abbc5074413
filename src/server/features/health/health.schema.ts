import { Nullable, Shape, Timestamp, Type } from '../../lib/schema.ts';
import type { Static } from '../../lib/schema.ts';

export const Health = Shape({ status: Type.Enum(['ok', 'unavailable']) });

const FailedJob = Shape({
  kind: Type.String({ examples: ['mail'] }),
  attempts: Type.Integer({ description: 'How often it was tried.', examples: [3] }),
  reason: Nullable(Type.String({ description: 'Code of the last error.', examples: ['ECONNREFUSED'] })),
  created_at: Timestamp('Since when it waits.'),
  next_at: Nullable(Timestamp('When it is tried again; null: given up.')),
});

export const ServiceState = Shape(
  {
    version: Type.String({ examples: ['0.1.0'] }),
    database: Type.Enum(['sqlite', 'postgresql']),
    mail: Type.Enum(['smtp', 'files'], { description: '`files`: mail is written to the data folder, not sent.' }),
    jobs: Shape(
      {
        waiting: Type.Integer({ description: 'Not done yet.', examples: [0] }),
        dead: Type.Integer({ description: 'Given up after too many attempts.', examples: [0] }),
      },
      { description: 'Mail and other work that follows a change.' },
    ),
    failures: Type.Array(FailedJob, { description: 'The newest jobs that have failed and are not done; at most 20.' }),
  },
  { $id: 'ServiceState' },
);

export const healthSchemas = [ServiceState];

export type ServiceState = Static<typeof ServiceState>;
