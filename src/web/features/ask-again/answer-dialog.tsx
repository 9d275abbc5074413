import { Button, Group, Radio, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormerPerson } from '../../../client/client.ts';
import { shownName } from '../../../locales/format/names.ts';
import { useChange } from '../../ui/change.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { OrganiserProblem } from '../../ui/problems/organiser-problem.tsx';
import { formerPersonQuery, noteAnswer } from './queries.ts';
import { askStates } from './search.ts';

type AnswerDialogProps = { pid: string; person: FormerPerson | undefined; onClose: () => void };

/** Notes what somebody said, or that they were asked in another way than by an invitation. */
export function AnswerDialog({ pid, person, onClose }: AnswerDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog opened={person !== undefined} title={shownName(t, person?.name ?? '')} onClose={onClose}>
      {person === undefined ? null : <Answer key={person.uid} pid={pid} uid={person.uid} onDone={onClose} />}
    </Dialog>
  );
}

type AnswerProps = { pid: string; uid: string; onDone: () => void };

function Answer({ pid, uid, onDone }: AnswerProps) {
  const found = useQuery(formerPersonQuery(pid, uid));
  return (
    <Loaded query={found} embedded>
      {({ body, etag }) => <AnswerForm pid={pid} person={body} etag={etag} onDone={onDone} />}
    </Loaded>
  );
}

type AnswerFormProps = { pid: string; person: FormerPerson; etag: string | undefined; onDone: () => void };

function AnswerForm({ pid, person, etag, onDone }: AnswerFormProps) {
  const { t } = useTranslation();
  const [state, setState] = useState(person.state);
  const [note, setNote] = useState(person.note);
  const change = useChange(noteAnswer(pid), { message: () => t('askAgain.saved'), onDone });
  return (
    <Stack gap="md">
      {person.in_project || person.applied ? (
        <Text size="sm">{t(person.in_project ? 'askAgain.joined' : 'askAgain.appliedText')}</Text>
      ) : (
        <Radio.Group
          label={t('askAgain.state')}
          value={state}
          onChange={(value) => setState(askStates.find((one) => one === value) ?? state)}
        >
          <Stack gap="xs" mt="xs">
            {askStates.map((value) => (
              <Radio key={value} value={value} label={t(`askAgain.states.${value}`)} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      <Textarea
        label={t('askAgain.note')}
        description={t('askAgain.noteHelp')}
        value={note}
        maxLength={500}
        autosize
        minRows={2}
        onChange={({ currentTarget: { value } }) => setNote(value)}
      />
      {change.error === null ? null : <OrganiserProblem error={change.error} />}
      <Group>
        <Button loading={change.isPending} onClick={() => change.mutate({ uid: person.uid, state, note, etag })}>
          {t('askAgain.save')}
        </Button>
      </Group>
    </Stack>
  );
}
