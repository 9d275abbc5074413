/** How people look for tasks by their length: up to two hours, up to four, and longer. */
export const taskLengths = ['short', 'medium', 'long'] as const;
export type TaskLength = (typeof taskLengths)[number];

/** In hours: longer than `over`, and not longer than `upTo`. */
export const hoursOfLength = {
  short: { over: 0, upTo: 2 },
  medium: { over: 2, upTo: 4 },
  long: { over: 4, upTo: undefined },
} as const satisfies Record<TaskLength, { over: number; upTo: number | undefined }>;
