import { dbFailureHint } from '../lib/db-unavailable.ts';

const quietMs = 1000;

export type OutageReport = {
  /** Called once when an outage begins, however many requests fail. */
  onError: (error: Error, hint: string) => void;
  onRecovery?: (seconds: number) => void;
};

/**
 * Reports the beginning and the end of an outage once each. A transaction without writes can succeed while writes fail,
 * so an outage ends only with a success after a second without failures.
 */
export function watchOutages({ onError, onRecovery }: OutageReport) {
  let sinceMs: number | undefined;
  let lastFailureMs = 0;
  return {
    lasts: () => sinceMs !== undefined,
    failed: (error: unknown): void => {
      const hint = dbFailureHint(error);
      if (hint === undefined || !(error instanceof Error)) return;
      lastFailureMs = performance.now();
      if (sinceMs === undefined) onError(error, hint);
      sinceMs ??= lastFailureMs;
    },
    succeeded: (): void => {
      if (sinceMs === undefined || performance.now() - lastFailureMs < quietMs) return;
      onRecovery?.((performance.now() - sinceMs) / 1000);
      sinceMs = undefined;
    },
  };
}
