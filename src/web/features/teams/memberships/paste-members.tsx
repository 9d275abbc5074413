import { Button, Group, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiProblem, call } from '../../../api.ts';
import { usePortioned } from '../../../ui/batches.ts';
import { WorkProgress } from '../../../ui/batch-progress.tsx';
import { AddressField } from '../invitations/email-field.tsx';
import { useAddressList } from '../invitations/email-list.ts';
import { mostAddresses, partedBy } from '../invitations/emails.ts';
import { PasteOutcome } from './paste-outcome.tsx';
import type { Outcome } from './paste-outcome.tsx';
import { WhyAlert } from '../../../ui/organiser-problem.tsx';

type PasteAddressesProps = { pid: string; tid: string };

const portion = 50;

/** Adds those who have an account; the service adds all or nobody, so the others are left out of a second try. */
async function addKnown(path: { pid: string; tid: string }, emails: readonly string[]): Promise<Outcome> {
  if (emails.length === 0) return { added: [], unknown: [], refused: [] };
  try {
    const { data } = await call('add_members', { path, body: { people: emails.map((email) => ({ email })) } });
    const added = data.map(({ name, outcome }, index) => ({ email: emails[index] ?? '', name, outcome }));
    return { added, unknown: [], refused: [] };
  } catch (error) {
    const { blamed, others } = partedBy(error, emails);
    const rest = await addKnown(path, others);
    return error instanceof ApiProblem && error.code === 'unknown_person'
      ? { ...rest, unknown: [...blamed, ...rest.unknown] }
      : { ...rest, refused: [...blamed, ...rest.refused] };
  }
}

/** Adds everybody of a list, says of each what became of them, and offers to invite those without an account. */
export function PasteAddresses({ pid, tid }: PasteAddressesProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const list = useAddressList(`addresses:${pid}/${tid}`);
  const { addresses } = list;
  const add = usePortioned({
    size: portion,
    send: (emails: string[]) => addKnown({ pid, tid }, emails),
    onEnd: (answers, left) => {
      list.settle(
        left,
        answers.flatMap(({ refused }) => refused),
      );
      void queryClient.invalidateQueries();
    },
  });
  return (
    <Stack gap="md">
      <AddressField list={list} disabled={add.running} onChange={add.reset} />
      {add.running ? (
        <WorkProgress label={t('manage.team.addTitle')} done={add.done} all={add.all} onStop={add.stop} />
      ) : (
        <Group>
          <Button
            disabled={addresses.length === 0 || addresses.length > mostAddresses}
            onClick={() => add.run(addresses)}
          >
            {t('manage.paste.add', { count: addresses.length })}
          </Button>
        </Group>
      )}
      <Stack gap="md" aria-live="polite">
        {add.answers.length === 0 || add.running ? null : <PasteOutcome pid={pid} tid={tid} outcomes={add.answers} />}
        {add.error === undefined ? null : <WhyAlert error={add.error} />}
      </Stack>
    </Stack>
  );
}
