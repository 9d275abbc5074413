import { useEffect, useState } from 'react';

/** The milliseconds until a deadline, updated every second; 0 afterwards. */
export function useTimeLeft(deadlineMs: number): number {
  const [nowMs, setNowMs] = useState(Date.now);
  const over = nowMs >= deadlineMs;
  useEffect(() => {
    if (over) return;
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [over]);
  return Math.max(0, deadlineMs - nowMs);
}

export function formatTimeLeft(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
