import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Team, TeamPerson } from '../../../../client/client.ts';
import { formatList } from '../../../../locales/format/lists.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useEach } from '../../../ui/table/each.ts';
import { EachState, SelectionBar } from '../../../ui/table/selection-bar.tsx';
import { MessageChosen } from '../../messages/message-people.tsx';
import { shownName } from '../../../../locales/format/names.ts';
import { ReleasedPlaces } from '../../tasks/released-places.tsx';
import { removeMember } from './queries.ts';
import { useTold } from '../../notices/told.ts';

type ChosenPeopleProps = {
  pid: string;
  team: Team;
  people: readonly TeamPerson[];
  mayRemove: (person: TeamPerson) => boolean;
  /** Called with the people who stay selected. */
  onEnd: (left: readonly TeamPerson[]) => void;
};

export const keyOfPerson = ({ uid, email_hash: hash }: TeamPerson): string => uid ?? hash;

/** Removes the selected people from the team, or writes to them. */
export function ChosenPeople({ pid, team, people, mayRemove, onEnd }: ChosenPeopleProps) {
  const { t, i18n } = useTranslation();
  const told = useTold();
  const [asking, setAsking] = useState(false);
  const removable = people.filter(mayRemove);
  const count = removable.length;
  const nameOf = ({ name }: TeamPerson) => shownName(t, name);
  const remove = useEach<TeamPerson>(removeMember(pid, team.tid), (done, left) => {
    if (done > 0) notifications.show({ message: told(t('manage.team.removedAll', { count: done })) });
    setAsking(false);
    onEnd(left);
  });
  return (
    <>
      <SelectionBar count={people.length} disabled={remove.running} onClear={() => onEnd([])}>
        <MessageChosen pid={pid} uids={people.flatMap(({ uid }) => uid ?? [])} />
        {count === 0 ? null : (
          <Button
            size="xs"
            color="red"
            variant="outline"
            disabled={remove.running}
            onClick={() => {
              remove.reset();
              setAsking(true);
            }}
          >
            {t('manage.team.removeAll', { count })}
          </Button>
        )}
      </SelectionBar>
      <EachState
        each={remove}
        label={t('manage.remove')}
        result={(done, all) => t('manage.team.removedOf', { done, count: all })}
        keyOf={keyOfPerson}
        nameOf={nameOf}
      />
      <ConfirmDialog
        opened={asking}
        title={t('manage.team.removeAllTitle', { count })}
        text={t('manage.team.removeAllText', { team: team.name })}
        confirm={t('manage.team.removeAll', { count })}
        pending={remove.running}
        onConfirm={() => remove.run(removable)}
        onClose={() => setAsking(false)}
      >
        <Text size="sm" mah="14rem" style={{ overflowY: 'auto' }}>
          {formatList(removable.map(nameOf), i18n.language)}
        </Text>
        {asking ? (
          <ReleasedPlaces
            departure={{ of: 'members', pid, tid: team.tid, uids: removable.flatMap(({ uid }) => uid ?? []) }}
          />
        ) : null}
      </ConfirmDialog>
    </>
  );
}
