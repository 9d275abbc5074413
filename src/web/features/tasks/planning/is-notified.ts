/** People are not notified of what they do themselves, and nobody is of corrections after the task. */
export const isNotified = (uid: string, me: string | undefined, { ends_at: end }: { ends_at: string }): boolean =>
  uid !== me && Date.parse(end) > Date.now();
