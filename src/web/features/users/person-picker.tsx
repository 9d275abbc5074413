import { Button, Group, Loader, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Candidate } from '../../../client/client.ts';
import { call } from '../../api.ts';
import { PersonIcon } from '../../ui/icons.tsx';
import { ProblemAlert } from '../../ui/problem.tsx';
import '../projects/manage.css';

const mostFound = 8;

type PersonPickerProps = {
  label: string;
  /** What choosing does, such as "Add". */
  action: string;
  /** Those who are there already, by uid. */
  taken: ReadonlySet<string>;
  takenWord: string;
  pendingUid?: string | undefined;
  /** Only people of this project can be found; otherwise everybody who has an account. */
  within?: string;
  onPick: (person: Candidate) => void;
};

/** Finds people by how their name, or a word of it, begins. */
export function PersonPicker({ label, action, taken, takenWord, pendingUid, within, onPick }: PersonPickerProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed.trim(), 200);
  const search = useQuery({
    queryKey: ['manage', 'people', within ?? '', asked],
    queryFn: async (): Promise<Candidate[]> => {
      const query = { q: asked, limit: mostFound };
      if (within === undefined) return (await call('list_users', { query })).data;
      return (await call('list_candidates', { path: { pid: within }, query })).data;
    },
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  });
  const found = asked === '' ? [] : (search.data ?? []);
  return (
    <Stack gap="sm" component="search">
      <TextInput
        label={label}
        description={t('manage.picker.hint')}
        placeholder={t('manage.picker.placeholder')}
        type="search"
        value={typed}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => setTyped(event.currentTarget.value)}
        // Inside a form, Enter would send it; here it means nothing, as the list fills by itself.
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault();
        }}
        rightSection={search.isFetching && asked !== '' ? <Loader size="xs" /> : null}
      />
      {search.isError ? <ProblemAlert error={search.error} onRetry={() => void search.refetch()} /> : null}
      <Text component="output" size="sm" c="dimmed" aria-live="polite">
        {asked === '' || !search.isSuccess
          ? ''
          : found.length === 0
            ? t(within === undefined ? 'manage.picker.none' : 'manage.picker.noneHere', { name: asked })
            : t('manage.picker.found', { count: found.length })}
      </Text>
      <Stack gap={4} component="ul" className="muster-plain-list">
        {found.map((person) => (
          <Group key={person.uid} component="li" className="muster-row" justify="space-between" wrap="nowrap">
            <Group gap="xs" wrap="nowrap">
              <PersonIcon size={18} />
              <Text>{person.name}</Text>
            </Group>
            {taken.has(person.uid) ? (
              <Text size="sm" c="dimmed" flex="none">
                {takenWord}
              </Text>
            ) : (
              <Button
                size="xs"
                variant="light"
                flex="none"
                loading={pendingUid === person.uid}
                aria-label={t('manage.picker.actionFor', { action, name: person.name })}
                onClick={() => onPick(person)}
              >
                {action}
              </Button>
            )}
          </Group>
        ))}
      </Stack>
    </Stack>
  );
}
