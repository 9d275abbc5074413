import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { shownName } from '../../../locales/format/names.ts';
import { projectPeopleQuery } from './queries.ts';

type Listed = { uid: string | null; name: string | null };

/** The email addresses, by uid, of people in a list who have the same name as another person in it. */
export function useNamesakes(pid: string, listed: readonly Listed[]): ReadonlyMap<string, string> {
  const shared = useMemo(() => namesakesIn(listed), [listed]);
  const people = useQuery({ ...projectPeopleQuery(pid), enabled: shared.size > 0 }).data;
  return useMemo(
    () => new Map(people?.filter(({ uid }) => shared.has(uid)).map(({ uid, email }) => [uid, email])),
    [people, shared],
  );
}

function namesakesIn(listed: readonly Listed[]): ReadonlySet<string | null> {
  const byName = Map.groupBy(listed, ({ name }) => name);
  const uidsOf = (same: readonly Listed[]) => new Set(same.map(({ uid }) => uid));
  return new Set([...byName.values()].map(uidsOf).flatMap((uids) => (uids.size > 1 ? [...uids] : [])));
}

/** `Ada (ada@example.org)`; the address only of namesakes. */
export const distinctName = (t: TFunction, name: string, address: string | undefined): string =>
  address === undefined ? shownName(t, name) : `${shownName(t, name)} (${address})`;
