import { Loader, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Candidate } from '../../../client/client.ts';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { distinctName, useNamesakes } from '../roster/namesakes.ts';
import { PickList } from './pick-list.tsx';
import type { PickButton, PickRow } from './pick-list.tsx';
import { peopleSearchQuery } from './queries.ts';
import type { Searched } from './queries.ts';

/** A person who is refused cannot be picked; the text says why. */
type About = { text: string; refused: boolean };

type PersonPickerProps = PickButton & {
  label: string;
  /** The uids of people who are in the list already. */
  taken: ReadonlySet<string>;
  takenText: string;
  /** The project to search in; everybody with an account without it. */
  within?: string;
  /** Whom it finds there; people for tasks, unless it says so. */
  who?: Searched;
  /** Called with the people who are shown, to load more about them for `about`. */
  onFound?: (uids: readonly string[]) => void;
  about?: (uid: string) => About | undefined;
  onPick: (person: Candidate) => void;
  /** Shown below the field. */
  hint?: string;
  /** Shown while nothing is typed. */
  suggestions?: ReactNode;
  /** What to do if nobody has the typed name. */
  renderNobody?: (typed: string) => ReactNode;
};

/** Finds people by the beginning of a part of their name. */
export function PersonPicker(props: PersonPickerProps) {
  const { label, action, taken, takenText, pendingUid, disabled, within, onPick, onFound, about } = props;
  const { hint, suggestions, renderNobody, who } = props;
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [query] = useDebouncedValue(typed.trim(), 200);
  const search = useQuery({ ...peopleSearchQuery(query, within, who), enabled: query !== '' });
  const found = query === '' ? [] : (search.data?.people ?? []);
  const namesakes = useNamesakes(within, found);
  const shown = found.map(({ uid }) => uid).join();
  useEffect(() => onFound?.(shown === '' ? [] : shown.split(',')), [shown, onFound]);
  const distinctionOf = ({ teams, email_hint: hint }: Candidate): string =>
    [
      ...teams.map(({ project, team, role }) =>
        [within === undefined ? project : '', team, role === 'chief' ? t('manage.picker.chief') : '']
          .filter((part) => part !== '')
          .join(' '),
      ),
      hint ?? '',
    ]
      .filter((part) => part !== '')
      .join(' · ');
  /** Screen readers hear what tells people of the same name apart. */
  const nameOf = (person: Candidate): string =>
    found.filter(({ name }) => name === person.name).length === 1
      ? person.name
      : `${person.name} (${distinctionOf(person)})`;
  const rowOf = (person: Candidate): PickRow => ({
    uid: person.uid,
    name: distinctName(t, person.name, namesakes.get(person.uid)),
    spokenName: nameOf(person),
    detail: distinctionOf(person),
    note: about?.(person.uid)?.text,
    refused: about?.(person.uid)?.refused === true,
    taken: taken.has(person.uid) ? takenText : undefined,
  });
  return (
    <Stack gap="sm" component="search">
      <TextInput
        label={label}
        description={hint ?? t('manage.picker.hint')}
        placeholder={t('manage.picker.placeholder')}
        type="search"
        value={typed}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => setTyped(event.currentTarget.value)}
        // The list fills while typing; Enter would submit a surrounding form.
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault();
        }}
        rightSection={search.isFetching && query !== '' ? <Loader size="xs" /> : null}
      />
      {search.isError ? <ProblemAlert error={search.error} onRetry={() => void search.refetch()} /> : null}
      <Text component="output" size="sm" c="dimmed" aria-live="polite">
        {query === '' || !search.isSuccess
          ? ''
          : found.length === 0
            ? t(within === undefined ? 'manage.picker.none' : 'manage.picker.noneHere', { name: query })
            : t(search.data.more ? 'manage.picker.foundMore' : 'manage.picker.found', { count: found.length })}
      </Text>
      {query !== '' && search.isSuccess && found.length === 0 ? renderNobody?.(query) : null}
      {typed.trim() === '' ? suggestions : null}
      <PickList
        {...{ action, pendingUid, disabled }}
        rows={found.map(rowOf)}
        onPick={(uid) => {
          const person = found.find((one) => one.uid === uid);
          if (person !== undefined) onPick(person);
        }}
      />
    </Stack>
  );
}
