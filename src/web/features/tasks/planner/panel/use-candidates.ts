import { useDebouncedValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { PlanTask, RosterEntry, TaskCandidate } from '../../../../../client/client.ts';
import { candidatesQuery } from '../../queries.ts';

/** As many as the API checks at once. */
const chunkSize = 50;
const settledMs = 150;

/** By uid, of people who have been shown. */
export type Candidates = Readonly<Record<string, TaskCandidate>>;

/**
 * Who of the people could be assigned to the task, if the person plans it. Asks for 50 people at a time, always the
 * same ones, when one of them is shown.
 */
export function useCandidates(pid: string, task: PlanTask | undefined, people: readonly RosterEntry[]) {
  const [shown, setShown] = useState('');
  const [settled] = useDebouncedValue(shown, settledMs);
  const isPlanned = task?.rights.edit === true;
  const chunks = useMemo(() => (isPlanned ? chunksOf(people.map(({ uid }) => uid)) : []), [isPlanned, people]);
  const chunkOf = useMemo(
    () => new Map(chunks.flatMap((uids, chunk) => uids.map((uid) => [uid, String(chunk)] as const))),
    [chunks],
  );
  const wanted = settled.split(',');
  const candidates = useQueries({
    queries: chunks.map((uids, chunk) => ({
      ...candidatesQuery(pid, task?.id ?? '', uids),
      enabled: wanted.includes(String(chunk)),
    })),
    combine: byUid,
  });
  return { candidates, chunkOf, onShown: setShown };
}

const chunksOf = (uids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(uids.length / chunkSize) }, (_, chunk) =>
    uids.slice(chunk * chunkSize, (chunk + 1) * chunkSize),
  );

const byUid = (results: UseQueryResult<TaskCandidate[]>[]): Candidates =>
  Object.fromEntries(results.flatMap(({ data }) => data ?? []).map((candidate) => [candidate.uid, candidate]));
