import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { Attendee, Task } from '../../../../client/client.ts';
import { PersonPicker } from '../../users/person-picker.tsx';
import { candidatesQuery } from '../queries.ts';
import { aboutCandidate } from './about-candidate.ts';

type CandidatePickerProps = Pick<ComponentProps<typeof PersonPicker>, 'label' | 'action' | 'pendingUid' | 'onPick'> & {
  task: Task;
  attendees: readonly Attendee[];
};

/** Finds people of the project and says whether they can be assigned to the task. */
export function CandidatePicker({ task, attendees, ...picker }: CandidatePickerProps) {
  const { t } = useTranslation();
  const { pid, id } = task;
  const [shown, setShown] = useState<readonly string[]>([]);
  const candidates = useQuery({ ...candidatesQuery(pid, id, shown), enabled: shown.length > 0 }).data ?? [];
  const about = (uid: string) => {
    const candidate = candidates.find((one) => one.uid === uid);
    return candidate && aboutCandidate(t, candidate);
  };
  return (
    <PersonPicker
      {...picker}
      within={pid}
      onFound={setShown}
      about={about}
      taken={new Set(attendees.map(({ uid }) => uid))}
      takenText={t('manage.tasks.comes')}
    />
  );
}
