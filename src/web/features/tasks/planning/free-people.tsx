import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Substitute, SubstituteList } from '../../../../client/client.ts';
import { shownName } from '../../../../locales/format/names.ts';
import { Loaded } from '../../../ui/page-state.tsx';
import { substitutesQuery } from '../../event-day/queries.ts';
import { distinctName, useNamesakes } from '../../roster/namesakes.ts';
import { teamsQuery } from '../../teams/queries.ts';
import { PickList } from '../../users/pick-list.tsx';
import type { PickButton } from '../../users/pick-list.tsx';

export type Person = { uid: string; name: string };

type PickProps = PickButton & { pid: string; tid: string | null; firstShown: number; onPick: (person: Person) => void };

/** People whom the rules allow to be assigned to the task, in the order of the API: its team, people who are here and those with few tasks first. */
export function FreePeople({ id, ...props }: PickProps & { id: string }) {
  const substitutes = useQuery(substitutesQuery(props.pid, id));
  return (
    <Loaded query={substitutes} embedded>
      {({ data, more, others }) => <FreeList {...props} people={data} {...{ more, others }} />}
    </Loaded>
  );
}

type FreeListProps = PickProps & {
  people: readonly Substitute[];
  /** Whether there are more. */
  more: boolean;
  /** Why the others cannot take a place. */
  others: SubstituteList['others'];
};

/** Says why, in numbers: what single people's personal reasons are is nobody else's business. */
function NobodyFree({ others }: Pick<FreeListProps, 'others'>) {
  const { t } = useTranslation();
  const reasons = (['busy', 'skill', 'personal'] as const)
    .filter((reason) => others[reason] > 0)
    .map((reason) => t(`manage.picker.reasons.${reason}`, { count: others[reason] }));
  return (
    <div>
      <Text>{t('manage.picker.nobodyFree')}</Text>
      {reasons.length === 0 ? null : (
        <Text size="sm" c="dimmed">
          {reasons.join(' · ')}
        </Text>
      )}
    </div>
  );
}

function FreeList({ pid, tid, people, more, others, firstShown, onPick, ...button }: FreeListProps) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const namesakes = useNamesakes(pid, people);
  const team = useQuery({ ...teamsQuery(pid), enabled: tid !== null }).data?.find((one) => one.tid === tid)?.name;
  if (people.length === 0) return <NobodyFree others={others} />;
  const shown = all ? people : people.slice(0, firstShown);
  const rowOf = ({ uid, name, teams, here, task_count: count }: Substitute) => ({
    uid,
    name: distinctName(t, name, namesakes.get(uid)),
    detail: [
      ...(here ? [t('manage.picker.here')] : []),
      ...(count === null ? [] : [count === 0 ? t('people.noTasks') : t('project.tasks.count', { count })]),
      ...teams,
    ].join(' · '),
  });
  const [ofTeam, ofOthers] = [true, false].map((isOf) =>
    shown.filter(({ teams }) => (team !== undefined && teams.includes(team)) === isOf),
  );
  const groups = [
    { title: team, of: ofTeam ?? [] },
    { title: team === undefined ? undefined : t('manage.picker.otherTeams'), of: ofOthers ?? [] },
  ].filter(({ of }) => of.length > 0);
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {t(more ? 'manage.picker.freeMore' : 'manage.picker.free', { count: people.length })}
      </Text>
      {groups.map(({ title, of }) => (
        <div key={title ?? ''}>
          {title === undefined ? null : (
            <Text size="sm" fw={600}>
              {title}
            </Text>
          )}
          <PickList
            {...button}
            rows={of.map(rowOf)}
            onPick={(uid) => {
              const person = of.find((one) => one.uid === uid);
              if (person !== undefined) onPick({ uid, name: shownName(t, person.name) });
            }}
          />
        </div>
      ))}
      {shown.length < people.length ? (
        <div>
          <Anchor component="button" type="button" size="sm" onClick={() => setAll(true)}>
            {more ? t('ui.more') : t('manage.picker.showAll', { count: people.length })}
          </Anchor>
        </div>
      ) : null}
    </Stack>
  );
}
