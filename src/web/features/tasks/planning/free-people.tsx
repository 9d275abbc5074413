import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Substitute } from '../../../../client/client.ts';
import { shownName } from '../../../../locales/format/names.ts';
import { Loaded } from '../../../ui/page-state.tsx';
import { substitutesQuery } from '../../event-day/queries.ts';
import { distinctName, useNamesakes } from '../../roster/namesakes.ts';
import { PickList } from '../../users/pick-list.tsx';
import type { PickButton } from '../../users/pick-list.tsx';

export type Person = { uid: string; name: string };

type PickProps = PickButton & { pid: string; firstShown: number; onPick: (person: Person) => void };

/** People whom the rules allow to be assigned to the task, in the order of the API: its team and people who are here first. */
export function FreePeople({ id, ...props }: PickProps & { id: string }) {
  const substitutes = useQuery(substitutesQuery(props.pid, id));
  return (
    <Loaded query={substitutes} embedded>
      {(people) => <FreeList {...props} people={people} />}
    </Loaded>
  );
}

function FreeList({ pid, people, firstShown, onPick, ...button }: PickProps & { people: readonly Substitute[] }) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const namesakes = useNamesakes(pid, people);
  if (people.length === 0) return <Text>{t('manage.picker.nobodyFree')}</Text>;
  const shown = all ? people : people.slice(0, firstShown);
  const rows = shown.map(({ uid, name, teams, here }) => ({
    uid,
    name: distinctName(t, name, namesakes.get(uid)),
    detail: [...(here ? [t('manage.picker.here')] : []), ...teams].join(' · '),
  }));
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {t('manage.picker.free', { count: people.length })}
      </Text>
      <PickList
        {...button}
        rows={rows}
        onPick={(uid) => {
          const person = people.find((one) => one.uid === uid);
          if (person !== undefined) onPick({ uid, name: shownName(t, person.name) });
        }}
      />
      {shown.length < people.length ? (
        <div>
          <Button size="compact-sm" variant="subtle" onClick={() => setAll(true)}>
            {t('manage.picker.showAll', { count: people.length })}
          </Button>
        </div>
      ) : null}
    </Stack>
  );
}
