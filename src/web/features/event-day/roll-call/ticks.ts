import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { RollCall } from '../../../../client/client.ts';
import { eventDayKeys } from '../../../keys.ts';
import { maxScans } from '../../../../shared/limits.ts';
import { useDraft } from '../../../ui/editing/drafts.ts';
import { problemStatus } from '../../../ui/problems/api-problem.ts';
import { sendMarks } from '../queries.ts';

export type Tick = { uid: string; state: 'present' | 'missing' | 'open'; at: string };

type Person = RollCall['people'][number];

/** The people as they are with the ticks of this phone that the server does not know yet. */
export const withTicks = (people: readonly Person[], ticks: readonly Tick[]): Person[] => {
  const own = new Map(ticks.map((tick) => [tick.uid, tick]));
  return people.map((person) => {
    const tick = own.get(person.uid);
    if (tick === undefined) return person;
    return { ...person, mark: tick.state === 'open' ? null : { state: tick.state, at: tick.at, by: null } };
  });
};

/** What was refused would be refused again; anything else is tried again, also after a new sign-in. */
export const isRefused = (error: unknown): boolean => [400, 403, 404].includes(problemStatus(error));

const isTick = (value: unknown): value is Tick =>
  typeof value === 'object' && value !== null && 'uid' in value && 'state' in value && 'at' in value;

type Kept = { ticks: readonly Tick[] };
const ticksIn = (kept: Kept | undefined): Tick[] =>
  Array.isArray(kept?.ticks) ? kept.ticks.filter((tick) => isTick(tick)) : [];

const sendEveryMs = 10_000;

/** Ticks count here at once, and are sent as soon as there is a connection. They name people by their identifiers only. */
export function useTicks(pid: string) {
  const queryClient = useQueryClient();
  const draft = useDraft<Kept>(`roll-call:${pid}`);
  const [ticks, setTicks] = useState<readonly Tick[]>(() => ticksIn(draft.found?.values));
  const waiting = useRef<readonly Tick[]>(ticks);
  const isSending = useRef(false);

  const keep = useCallback(
    (next: Tick[]) => {
      waiting.current = next;
      if (next.length === 0) draft.drop();
      else draft.keep({ values: { ticks: next }, base: undefined });
      setTicks(next);
    },
    [draft],
  );

  const send = useCallback(async () => {
    if (isSending.current || waiting.current.length === 0) return;
    isSending.current = true;
    const some = waiting.current.slice(0, maxScans);
    const sent = () => keep(waiting.current.filter((tick) => !some.includes(tick)));
    try {
      await sendMarks(pid, some);
      await queryClient.invalidateQueries({ queryKey: eventDayKeys.rollCall(pid) });
      sent();
    } catch (error) {
      if (isRefused(error)) sent();
    } finally {
      isSending.current = false;
    }
  }, [pid, keep, queryClient]);

  useEffect(() => {
    void send();
    const timer = setInterval(() => void send(), sendEveryMs);
    const now = () => void send();
    window.addEventListener('online', now);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', now);
    };
  }, [send]);

  const tick = (uid: string, state: Tick['state']): void => {
    const at = new Date().toISOString();
    keep([...waiting.current.filter((one) => one.uid !== uid), { uid, state, at }]);
    void send();
  };
  return { ticks, tick };
}
