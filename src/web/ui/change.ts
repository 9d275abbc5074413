import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { problemStatus } from './problems/api-problem.ts';

/** A change through the API, and the queries whose answers it changes. */
export type Change<I, A> = { run: (input: I) => Promise<A>; affects: readonly QueryKey[] };

/** Marks everything below these keys as out of date; what is on screen is loaded again. */
export async function invalidate(queryClient: QueryClient, keys: readonly QueryKey[]): Promise<void> {
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

type ChangeOptions<I, A> = {
  /** The notification to show afterwards; none where the page itself shows the change. */
  message?: (input: I, answer: A) => string | undefined;
  /** Of notifications with the same name, only the last is shown. */
  replaces?: string;
  onDone?: (input: I, answer: A) => void;
  /** What to say if it is too late, because what was to be changed no longer exists. It then goes from the screen. */
  gone?: string;
};

/** Runs a change, says that it is done, and reloads what it affects. */
export function useChange<I, A>(
  { run, affects }: Change<I, A>,
  { message, replaces, onDone, gone }: ChangeOptions<I, A> = {},
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    // The error shows beside what is changed, which this removes.
    onError: async (error) => {
      if (gone === undefined || problemStatus(error) !== 404) return;
      notifications.show({ color: 'red', message: gone, autoClose: 10_000 });
      await invalidate(queryClient, affects);
    },
    onSuccess: async (answer, input) => {
      if (replaces !== undefined) notifications.hide(replaces);
      const text = message?.(input, answer);
      if (text !== undefined) notifications.show({ message: text, ...(replaces !== undefined && { id: replaces }) });
      onDone?.(input, answer);
      // Afterwards: on a bad connection this takes long, and people would think that nothing was saved. Buttons that are
      // still there wait for it, so that nobody presses one for a row that is about to go.
      await invalidate(queryClient, affects);
    },
  });
}
