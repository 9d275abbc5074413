import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';

type ChangeOptions<I, A> = {
  change: (input: I) => Promise<A>;
  /** What to tell when it is done; nothing when the page itself shows it. */
  message?: (input: I, answer: A) => string;
  onDone?: (input: I, answer: A) => void;
};

/** A change through the API. Who is in what shows on many pages, so all that is on show is asked for again. */
export function useChange<I = void, A = unknown>({ change, message, onDone }: ChangeOptions<I, A>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (answer, input) => {
      await queryClient.invalidateQueries();
      if (message !== undefined) notifications.show({ message: message(input, answer) });
      onDone?.(input, answer);
    },
  });
}
