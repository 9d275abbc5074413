import type { App } from '../../http/app.ts';
import { Ref } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import { Retention } from './retention.schema.ts';

export function retentionRoutes(app: App, { config: { retention } }: Services): void {
  app.get(
    '/api/retention',
    {
      config: { access: 'signed_in' },
      schema: {
        tags: ['Me'],
        operationId: 'get_retention',
        summary: 'Read how long private data and answers are kept',
        description: 'Private answers to forms are erased earlier, after the date set for the question.',
        response: { 200: Ref(Retention) },
      },
    },
    async (): Promise<Retention> => ({
      private_months: retention.privateMonths,
      answers_months: retention.answersMonths,
      receipts_years: retention.receiptsYears,
    }),
  );
}
