import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LostPlace, Project, Task } from '../../../../../client/client.ts';
import { useChange } from '../../../../ui/change.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { OrganiserProblem } from '../../../../ui/problems/organiser-problem.tsx';
import { EditChosen } from './edit-chosen.tsx';
import { Losses } from '../losses.tsx';
import { MoveChosen } from './move-chosen.tsx';
import { changeSelection } from '../queries.ts';
import type { SelectionChange } from '../queries.ts';
import { useUndoable } from '../undo.tsx';

type ChosenTasksProps = { project: Project; tasks: readonly Task[]; onDone: () => void };
type Verb = 'edit' | 'move' | 'delete';

const maxTasks = 500;

/** What can be done with the selected tasks. */
export function ChosenTasks({ project, tasks, onDone }: ChosenTasksProps) {
  const { t } = useTranslation();
  const [verb, setVerb] = useState<Verb>();
  const count = tasks.length;
  if (count === 0) return null;
  return (
    <Group gap="xs">
      <output>{t('tables.selected', { count })}</output>
      <Button size="xs" variant="default" onClick={() => setVerb('edit')}>
        {t('series.chosen.edit')}
      </Button>
      <Button size="xs" variant="default" onClick={() => setVerb('move')}>
        {t('series.chosen.move')}
      </Button>
      <Button size="xs" color="red" variant="outline" onClick={() => setVerb('delete')}>
        {t('homes.tasks.delete')}
      </Button>
      <Button size="xs" variant="default" onClick={onDone}>
        {t('tables.clear')}
      </Button>
      {verb === undefined ? null : (
        <ChangeDialog
          {...{ project, tasks, verb }}
          onClose={() => setVerb(undefined)}
          onDone={() => {
            setVerb(undefined);
            onDone();
          }}
        />
      )}
    </Group>
  );
}

type ChangeDialogProps = ChosenTasksProps & { verb: Verb; onClose: () => void };

/** Asks again, by name, if people would lose a place. */
function ChangeDialog({ project, tasks, verb, onClose, onDone }: ChangeDialogProps) {
  const { t } = useTranslation();
  const { pid, timezone } = project;
  const undoable = useUndoable(pid);
  const [asking, setAsking] = useState<{ change: SelectionChange; lost: readonly LostPlace[] }>();
  const count = tasks.length;
  const notifies = tasks.some(({ attendee_count: people }) => people > 0);
  const work = useChange(changeSelection(pid), {
    onDone: ({ body }, { lost, done }) => {
      if (done === null) return setAsking({ change: body, lost });
      onDone();
      const texts = {
        edit: 'series.chosen.edited',
        move: notifies ? 'series.chosen.movedTold' : 'series.chosen.moved',
        delete: 'homes.tasks.deleted',
      } as const;
      return undoable(done.step, t(texts[verb], { count: done.changed.length + done.removed.length }));
    },
  });
  const run = (change: SelectionChange, release: boolean) =>
    work.mutate({ body: { ...change, tasks: tasks.map(({ id }) => ({ id })) }, release });
  const submit = (change: SelectionChange) => run(change, false);
  const titles = {
    edit: 'series.chosen.editTitle',
    move: 'series.chosen.moveTitle',
    delete: 'homes.tasks.deleteTitle',
  } as const;
  const forms: Record<Verb, ReactNode> = {
    edit: <EditChosen project={project} pending={work.isPending} onSubmit={submit} />,
    move: <MoveChosen notifies={notifies} pending={work.isPending} onSubmit={submit} />,
    delete: <DeleteChosen pending={work.isPending} onClose={onClose} onSubmit={submit} />,
  };
  return (
    <Dialog opened title={t(titles[verb], { count })} onClose={onClose}>
      <Stack>
        {count > maxTasks ? <Text>{t('series.chosen.tooMany', { count: maxTasks })}</Text> : null}
        {work.error === null ? null : <OrganiserProblem error={work.error} />}
        {asking === undefined ? (
          forms[verb]
        ) : (
          <>
            <Losses lost={asking.lost} timezone={timezone} />
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {t('ui.confirm.cancel')}
              </Button>
              <Button color="red" loading={work.isPending} onClick={() => run(asking.change, true)}>
                {verb === 'delete' ? t('series.losses.deleteAnyway') : t('series.losses.changeAnyway')}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Dialog>
  );
}

type DeleteChosenProps = { pending: boolean; onClose: () => void; onSubmit: (change: SelectionChange) => void };

function DeleteChosen({ pending, onClose, onSubmit }: DeleteChosenProps) {
  const { t } = useTranslation();
  return (
    <>
      <Text>{t('series.chosen.deleteText')}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('ui.confirm.cancel')}
        </Button>
        <Button color="red" loading={pending} onClick={() => onSubmit({ delete: true })}>
          {t('homes.tasks.delete')}
        </Button>
      </Group>
    </>
  );
}
