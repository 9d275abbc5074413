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

const firstShown = 10;

export type Person = { uid: string; name: string };

type PickProps = {
  pid: string;
  action: string;
  pendingUid?: string | undefined;
  disabled?: boolean | undefined;
  onPick: (person: Person) => void;
};

/** People who could be assigned to the task by all rules: its team first, and before others those who are at the event. */
export function FreePeople({ id, ...props }: PickProps & { id: string }) {
  const substitutes = useQuery(substitutesQuery(props.pid, id));
  return (
    <Loaded query={substitutes} embedded>
      {(people) => <FreeList {...props} people={people} />}
    </Loaded>
  );
}

function FreeList({ pid, people, onPick, ...list }: PickProps & { people: readonly Substitute[] }) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const namesakes = useNamesakes(pid, people);
  if (people.length === 0) return <Text>{t('manage.picker.nobodyFree')}</Text>;
  const shown = all ? people : people.slice(0, firstShown);
  const rows = shown.map(({ uid, name, teams, here }) => ({
    uid,
    name: distinctName(t, name, namesakes.get(uid)),
    spoken: distinctName(t, name, namesakes.get(uid)),
    detail: [...(here ? [t('manage.picker.here')] : []), ...teams].join(' · '),
  }));
  return (
    <Stack gap="xs" align="stretch">
      <Text size="sm" c="dimmed">
        {t('manage.picker.free', { count: people.length })}
      </Text>
      <PickList
        {...list}
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
