import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { problemCode } from '../../../ui/problems/api-problem.ts';
import { invalidate } from '../../../ui/change.ts';
import { useBatches } from '../../../ui/batches.ts';
import { BatchProgress } from '../../../ui/batch-progress.tsx';
import { EmailField } from '../invitations/email-field.tsx';
import { useEmailList } from '../invitations/email-list.ts';
import { maxEmails, splitByRefusal } from '../invitations/emails.ts';
import { RoomWarning } from '../invitations/room-warning.tsx';
import { PasteOutcome } from './paste-outcome.tsx';
import type { Outcome } from './paste-outcome.tsx';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import { addMembers } from './queries.ts';

type PasteMembersProps = { pid: string; tid: string };

const batchSize = 50;

/** The API adds all or none, so those whom it refuses are left out of a second attempt. */
async function addKnown(send: ReturnType<typeof addMembers>['run'], emails: readonly string[]): Promise<Outcome> {
  if (emails.length === 0) return { added: [], unknown: [], refused: [] };
  try {
    const { data } = await send(emails);
    const added = data.map(({ name, outcome }, index) => ({ email: emails[index] ?? '', name, outcome }));
    return { added, unknown: [], refused: [] };
  } catch (error) {
    const { refused, others } = splitByRefusal(error, emails);
    const rest = await addKnown(send, others);
    return problemCode(error) === 'unknown_person'
      ? { ...rest, unknown: [...refused, ...rest.unknown] }
      : { ...rest, refused: [...refused, ...rest.refused] };
  }
}

/** Adds a pasted list of people, shows the result for each, and offers to invite those without an account. */
export function PasteMembers({ pid, tid }: PasteMembersProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const list = useEmailList(`addresses:${pid}/${tid}`);
  const { emails } = list;
  const change = addMembers(pid, tid);
  const add = useBatches({
    size: batchSize,
    send: (batch: string[]) => addKnown(change.run, batch),
    onEnd: (answers, left) => {
      list.settle(
        left,
        answers.flatMap(({ refused }) => refused),
      );
      void invalidate(queryClient, change.affects);
    },
  });
  return (
    <Stack gap="md">
      <Text c="dimmed">{t('manage.paste.lead')}</Text>
      <EmailField list={list} disabled={add.running} onChange={add.reset} />
      <RoomWarning pid={pid} tid={tid} people={emails.length} />
      {add.running ? (
        <BatchProgress label={t('manage.team.addTitle')} done={add.done} all={add.all} onStop={add.stop} />
      ) : (
        <Group>
          <Button disabled={emails.length === 0 || emails.length > maxEmails} onClick={() => add.run(emails)}>
            {t('manage.paste.add', { count: emails.length })}
          </Button>
        </Group>
      )}
      <Stack gap="md" aria-live="polite">
        {add.answers.length === 0 || add.running ? null : <PasteOutcome pid={pid} tid={tid} outcomes={add.answers} />}
        {add.error === undefined ? null : <OrganiserProblem error={add.error} />}
      </Stack>
    </Stack>
  );
}
