import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Attendee, Task } from '../../../../client/client.ts';
import { shownName } from '../../../../locales/format/names.ts';
import { useChange } from '../../../ui/change.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import { useMe } from '../../people/queries.ts';
import { givePlace } from '../queries.ts';
import { CandidatePicker } from './candidate-picker.tsx';
import type { Person } from './free-people.tsx';
import { useTold } from '../../notices/told.ts';

type GivePlaceProps = { task: Task; person: Attendee; attendees: readonly Attendee[] };

/** Gives a person's place to somebody else, also if the task is full: those who wait don't get it in between. */
export function GivePlace({ task, person, attendees }: GivePlaceProps) {
  const { t } = useTranslation();
  const told = useTold();
  const me = useMe()?.uid;
  const [step, setStep] = useState<'choose' | 'confirm'>();
  const [taker, setTaker] = useState<Person>();
  const giver = shownName(t, person.name);
  const textsFor = ({ uid, name }: { uid: string; name: string }) => ({
    context: uid === me ? 'toMe' : person.uid === me ? 'fromMe' : '',
    taker: shownName(t, name),
    giver,
    title: task.title,
  });
  const give = useChange(givePlace(task.pid, task.id, person.uid), {
    message: (chosen) => told(t('manage.tasks.given', textsFor(chosen))),
    onDone: () => setStep(undefined),
    gone: t('manage.tasks.giveGone', { name: giver }),
  });
  const action = t('manage.tasks.give');
  return (
    <>
      <Button
        size="xs"
        variant="default"
        flex="none"
        aria-label={t('ui.actionOn', { action, name: giver })}
        onClick={() => setStep('choose')}
      >
        {action}
      </Button>
      <Dialog
        opened={step === 'choose'}
        title={t('manage.tasks.giveWhose', { name: giver })}
        onClose={() => setStep(undefined)}
      >
        <CandidatePicker
          {...{ task, attendees }}
          label={t('manage.tasks.giveLabel')}
          action={t('manage.tasks.giveChoose')}
          onPick={(chosen) => {
            give.reset();
            setTaker(chosen);
            setStep('confirm');
          }}
        />
      </Dialog>
      {taker === undefined ? null : (
        <ConfirmDialog
          opened={step === 'confirm'}
          title={t('manage.tasks.giveTitle', { name: shownName(t, taker.name) })}
          text={told(t('manage.tasks.giveText', textsFor(taker)))}
          confirm={t('manage.tasks.giveConfirm')}
          color="spruce"
          pending={give.isPending}
          onConfirm={() => give.mutate(taker)}
          onClose={() => setStep(undefined)}
        >
          {give.error === null ? null : (
            <OrganiserProblem error={give.error} texts={{ not_allowed: t('manage.tasks.giveNotAllowed') }} />
          )}
        </ConfirmDialog>
      )}
    </>
  );
}
