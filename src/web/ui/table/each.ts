import { useQueryClient } from '@tanstack/react-query';
import { useBatches } from '../batches.ts';
import type { Batches } from '../batches.ts';
import { invalidate } from '../change.ts';
import type { Change } from '../change.ts';
import { problemStatus } from '../problems/api-problem.ts';

export type Outcome<Row> = { row: Row; error?: unknown };
export type Each<Row> = Batches<Row, Outcome<Row>[]>;

/** Any other error, such as a lost connection, would be the same for the next row. */
function concernsOneRow(error: unknown): boolean {
  const status = problemStatus(error);
  return status >= 400 && status < 500 && status !== 401 && status !== 429;
}

/**
 * Changes the selected rows one after another. A row that the API rejects does not stop the others.
 * `onEnd` gets the number of changed rows, and the rows that were not changed.
 */
export function useEach<Row>(
  { run, affects }: Change<Row, unknown>,
  onEnd: (done: number, left: Row[]) => void,
): Each<Row> {
  const queryClient = useQueryClient();
  const attempt = async (row: Row): Promise<Outcome<Row>> => {
    try {
      await run(row);
      return { row };
    } catch (error) {
      if (!concernsOneRow(error)) throw error;
      return { row, error };
    }
  };
  return useBatches<Row, Outcome<Row>[]>({
    size: 1,
    send: (rows) => Promise.all(rows.map(attempt)),
    onEnd: (answers, untried) => {
      const outcomes = answers.flat();
      const failed = outcomes.filter(({ error }) => error !== undefined).map(({ row }) => row);
      void invalidate(queryClient, affects);
      onEnd(outcomes.length - failed.length, [...failed, ...untried]);
    },
  });
}
