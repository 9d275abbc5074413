import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PersonPicker } from '../../users/person-picker.tsx';
import type { PickButton } from '../../users/pick-list.tsx';
import { candidatesQuery } from '../queries.ts';
import { aboutCandidate } from './about-candidate.ts';
import { FreePeople } from './free-people.tsx';
import type { Person } from './free-people.tsx';

type CandidatePickerProps = PickButton & {
  /** `tid`: its people are listed first. */
  task: { pid: string; id: string; tid?: string | null };
  attendees: readonly { uid: string }[];
  label: string;
  /** How many free people are listed before "Show all". */
  firstShown?: number;
  onPick: (person: Person) => void;
};

/** Lists who is free, finds people of the project by name, and says whether they can be assigned to the task. */
export function CandidatePicker({ task, attendees, label, firstShown = 10, onPick, ...button }: CandidatePickerProps) {
  const { t } = useTranslation();
  const { pid, id, tid = null } = task;
  const [shown, setShown] = useState<readonly string[]>([]);
  const candidates = useQuery({ ...candidatesQuery(pid, id, shown), enabled: shown.length > 0 }).data;
  const about = (uid: string) => {
    const candidate = candidates?.find((one) => one.uid === uid);
    if (candidate !== undefined) return aboutCandidate(t, candidate);
    // Chiefs learn nothing about people of other teams before they assign them.
    return candidates && { text: t('awaited.otherTeam'), refused: false };
  };
  return (
    <PersonPicker
      {...{ ...button, label, onPick }}
      within={pid}
      hint={t('manage.picker.freeHint')}
      onFound={setShown}
      about={about}
      taken={new Set(attendees.map(({ uid }) => uid))}
      takenText={t('manage.tasks.comes')}
      suggestions={<FreePeople {...{ ...button, pid, id, tid, firstShown, onPick }} />}
    />
  );
}
