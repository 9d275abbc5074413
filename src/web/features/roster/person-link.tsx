import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { PageLink } from '../../ui/links.tsx';
import { projectQuery } from '../projects/queries.ts';
import { peopleByIdQuery } from './queries.ts';

/** The same for the same people in any order. */
export const openableQuery = (pid: string, people: readonly { uid: string }[]) =>
  peopleByIdQuery(pid, [...new Set(people.map(({ uid }) => uid))].toSorted());

/** Who of these people has a page in the project that the viewer may open: for chiefs, the people of their teams. */
export function useOpenable(pid: string, people: readonly { uid: string }[]): ReadonlySet<string> {
  const mayList = useQuery(projectQuery(pid)).data?.rights.list_people === true;
  const found = useQuery({ ...openableQuery(pid, people), enabled: mayList && people.length > 0 }).data;
  return useMemo(() => new Set(found?.map(({ uid }) => uid)), [found]);
}

type PersonLinkProps = { pid: string; uid: string; openable: ReadonlySet<string>; children: string };

/** The name of a person, as a link where their page in the project can be opened. */
export const PersonLink = ({ pid, uid, openable, children }: PersonLinkProps) =>
  openable.has(uid) ? (
    <PageLink to="/projects/$pid/people/$uid" params={{ pid, uid }} inherit>
      {children}
    </PageLink>
  ) : (
    <Text component="span" inherit>
      {children}
    </Text>
  );
