import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { shownName } from '../../../locales/format/names.ts';
import type { RosterEntry } from '../../../client/client.ts';
import { projectQuery } from '../projects/queries.ts';
import { peopleByIdQuery } from './queries.ts';

type Listed = { uid: string | null; name: string | null };

/** The email addresses, by uid, of people in a list who have the same name as another person in it. */
export function useNamesakes(pid: string | undefined, listed: readonly Listed[]): ReadonlyMap<string, string> {
  const shared = useMemo(() => namesakesIn(listed).toSorted(), [listed]);
  const project = useQuery({ ...projectQuery(pid ?? ''), enabled: pid !== undefined });
  const mayList = project.data?.rights.list_people === true;
  const people = useQuery({ ...peopleByIdQuery(pid ?? '', shared), enabled: mayList && shared.length > 0 }).data;
  return useMemo(() => addressesOf(people ?? []), [people]);
}

/** The names of people in a list, with the addresses of those who have the same name as another person in it. */
export function useNames(pid: string, listed: readonly Listed[]): (person: { uid: string; name: string }) => string {
  const { t } = useTranslation();
  const namesakes = useNamesakes(pid, listed);
  return ({ uid, name }) => distinctName(t, name, namesakes.get(uid));
}

const addressesOf = (people: readonly { uid: string; email: string }[]): ReadonlyMap<string, string> =>
  new Map(people.map(({ uid, email }) => [uid, email]));

/** Does the same for people whose addresses are known. */
export function namesakesAmong(people: readonly RosterEntry[]): ReadonlyMap<string, string> {
  const shared = new Set(namesakesIn(people));
  return addressesOf(people.filter(({ uid }) => shared.has(uid)));
}

function namesakesIn(listed: readonly Listed[]): string[] {
  const byName = Map.groupBy(listed, ({ name }) => name);
  const uidsOf = (same: readonly Listed[]) => new Set(same.flatMap(({ uid }) => uid ?? []));
  return [...byName.values()].map(uidsOf).flatMap((uids) => (uids.size > 1 ? [...uids] : []));
}

/** `Ada (ada@example.org)`; the address only of namesakes. */
export const distinctName = (t: TFunction, name: string, address: string | undefined): string =>
  address === undefined ? shownName(t, name) : `${shownName(t, name)} (${address})`;
